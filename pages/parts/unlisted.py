"""Tells whoever runs the server which of their folders are not in the list of models, and why."""

import streamlit as st

from cache.downloads import unlisted_folders
from pages.parts.presenting import controls_hidden, presenting


def say_what_is_not_listed() -> None:
    """A panel, folded away, at the end of a page; nothing where every folder can be used."""
    folders = unlisted_folders()
    if not folders or presenting() or controls_hidden():
        return
    label = "1 folder holds no model" if len(folders) == 1 else f"{len(folders):,} folders hold no model"
    with st.expander(f"In the folder of models: {label} that can be used here", key="unlisted"):
        for one in folders:
            st.text(f"{one.name} {one.reason}")
