"""The button that starts a class."""

import streamlit as st

from pages.parts.lecture.classes import class_start_error, needs_lecturer_password, start_class
from pages.parts.markdown import escape_markdown
from pages.parts.rooms import CLASS


def class_start(*, key: str, primary: bool = False) -> None:
    """Draw the button, or a link to the page that asks for the lecturers' password.

    Args:
        key: The widget's key.
        primary: Whether the button is a primary one.
    """
    if needs_lecturer_password():
        st.page_link(CLASS, label="Start a class", icon=":material/groups:")
        return
    if st.button("Start a class", icon=":material/groups:", key=key, type="primary" if primary else "secondary"):
        start_class()
        st.rerun()  # of the whole page, so that the browser stores the class
    if class_start_error():
        st.warning(escape_markdown(class_start_error()), icon=":material/info:")
