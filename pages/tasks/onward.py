"""From a head that is trained to the room where one is trained."""

import streamlit as st

from pages.parts.lecture.presenting import controls_hidden
from pages.parts.rooms import TEACHING


def to_the_lab() -> None:
    """To the room on fine-tuning."""
    if not controls_hidden():
        st.page_link(TEACHING.file, label="Fine-tune a head yourself", icon=TEACHING.icon, query_params={})
