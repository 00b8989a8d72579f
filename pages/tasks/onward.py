"""The link from a trained head to the room “Fine-tuning”."""

import streamlit as st

from pages.parts.presenting import hides_controls
from pages.parts.rooms import TEACHING


def link_to_fine_tuning() -> None:
    """Show a link to the room “Fine-tuning”."""
    if not hides_controls():
        st.page_link(TEACHING.file, label="Fine-tune a head yourself", icon=TEACHING.icon, query_params={})
