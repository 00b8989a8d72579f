"""Before a class, and after it."""

import streamlit as st

from pages.classroom.taking_away import left_behind
from pages.parts.lecture.classes import refused, start_class


def starting() -> None:
    """What a class is, and the button that starts one."""
    left_behind()
    st.markdown(
        "Students open one short link on their telephones. They write sentences that land on your map, and guess words "
        "before the model does. Their telephones know what is asked as you go from room to room."
    )
    st.button("Start a class", icon=":material/groups:", key="class-start", on_click=start_class, type="primary")
    if refused():
        st.warning(refused(), icon=":material/info:")
