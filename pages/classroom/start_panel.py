"""Before a class, and after it."""

import streamlit as st

from pages.classroom.saved_files import ended_class_files
from pages.parts.lecture.class_start import class_start
from pages.parts.lecture.classes import lecturers_only, refused, say_loss, start_class
from pages.parts.markdown import escape_markdown

_PASSWORD = "class-password"


def start_panel() -> None:
    """What a class is, and the button that starts one."""
    ended_class_files()
    say_loss()
    st.markdown(
        "Students open one short link on their phones. They write sentences that land on your map, and guess words "
        "before the model does. Their phones follow as you move from room to room."
    )
    if not lecturers_only():
        class_start(key="class-start", primary=True)
        return
    with st.form("class-lecturer", border=False):
        st.text_input("Lecturers’ password", type="password", key=_PASSWORD, max_chars=200)
        st.form_submit_button("Start a class", icon=":material/groups:", type="primary", on_click=_start)
    if refused():
        st.warning(escape_markdown(refused()), icon=":material/info:")


def _start() -> None:
    start_class(st.session_state.pop(_PASSWORD, ""))
