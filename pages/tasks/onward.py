"""From a head that is trained to the room where one is trained."""

import streamlit as st

from pages.parts.presenting import hides_controls
from pages.parts.rooms import TEACHING


def to_the_lab() -> None:
    """To the room on fine-tuning."""
    if not hides_controls():
        st.page_link(TEACHING.file, label="Fine-tune a head yourself", icon=TEACHING.icon, query_params={})
