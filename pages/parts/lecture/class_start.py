"""The button that starts a class."""

import streamlit as st

from pages.parts.lecture.classes import class_start_error, needs_lecturer_password, start_class
from pages.parts.markdown import escape_markdown
from pages.parts.rooms import CLASS


def class_start(*, key: str, primary: bool = False, stays: bool = False) -> None:
    """Draw the button, or a link to the page that asks for the lecturers' password.

    Args:
        key: The widget's key.
        primary: Whether the button is a primary one.
        stays: Whether the page shows the class's code itself; else the button leads to the code.
    """
    if needs_lecturer_password():
        st.page_link(CLASS, label="Start a class", icon=":material/groups:")
        return
    if st.button("Start a class", icon=":material/groups:", key=key, type="primary" if primary else "secondary"):
        start_class()
        if stays or class_start_error():
            st.rerun()
        st.switch_page(CLASS)  # to the code; a run of a whole page, so that the browser stores the class
    if class_start_error():
        st.warning(escape_markdown(class_start_error()), icon=":material/info:")
