"""The page of a class: the link for students, their entries, and saving them; or the lecturer's notes alone."""

from pathlib import Path

import streamlit as st

from pages.classroom.class_panel import class_panel
from pages.classroom.notes_page import notes_page, shows_notes
from pages.classroom.start_panel import start_panel
from pages.parts.frame import page_title
from pages.parts.lecture.classes import visitor_class
from pages.parts.presenting import apply_large_type

_STYLE = Path(__file__).with_name("class.css").read_text(encoding="utf-8")

apply_large_type()
page_title("Class", "everyone’s phone, one projector")
classroom = visitor_class()
if shows_notes():
    notes_page()
else:
    st.html(f"<style>{_STYLE}</style>")
    if classroom is None:
        start_panel()
    else:
        class_panel(classroom)
    warning = "" if classroom is None else "Do not project this window: it shows the answers. "
    st.caption(f"{warning}No names are asked for. Answers stay on this server and are deleted when the class ends.")
