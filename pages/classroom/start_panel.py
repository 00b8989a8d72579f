"""The page before a class is started, and after it has ended."""

import streamlit as st

from pages.classroom.saved_files import ended_class_files
from pages.parts.lecture.class_start import class_start
from pages.parts.lecture.classes import class_start_error, needs_lecturer_password, start_class, warn_of_class_loss
from pages.parts.markdown import escape_markdown

_PASSWORD = "class-password"


def start_panel() -> None:
    """Explain what a class is, with the button that starts one."""
    ended_class_files()
    warn_of_class_loss()
    st.markdown(
        "Students open one short link on their phones. They write sentences that land on your map, and guess words "
        "before the model does. Their phones follow as you move from room to room."
    )
    if not needs_lecturer_password():
        class_start(key="class-start", primary=True)
        return
    with st.form("class-lecturer", border=False):
        st.text_input("Lecturers’ password", type="password", key=_PASSWORD, max_chars=200)
        st.form_submit_button("Start a class", icon=":material/groups:", type="primary", on_click=_start)
    if class_start_error():
        st.warning(escape_markdown(class_start_error()), icon=":material/info:")


def _start() -> None:
    start_class(st.session_state.pop(_PASSWORD, ""))
