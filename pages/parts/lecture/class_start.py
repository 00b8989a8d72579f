"""The button that starts a class, in the rooms that have a use for one."""

import streamlit as st

from pages.parts.lecture.classes import class_start_error, needs_lecturer_password, start_class
from pages.parts.markdown import escape_markdown
from pages.parts.rooms import CLASS


def class_start(*, key: str, primary: bool = False) -> None:
    """Draw it; where lecturers have a password, the way to the page that asks for it."""
    if needs_lecturer_password():
        st.page_link(CLASS, label="Start a class", icon=":material/groups:")
        return
    if st.button("Start a class", icon=":material/groups:", key=key, type="primary" if primary else "secondary"):
        start_class()
        st.rerun()  # the whole page: the browser is told, too
    if class_start_error():
        st.warning(escape_markdown(class_start_error()), icon=":material/info:")
