"""The lecturer's notes alone, as a phone shows them: ``?notes=1``."""

from pathlib import Path

import streamlit as st

from components.tables.phrases import count_phrase
from pages.classroom.answers import draw_answers
from pages.classroom.lecture_notes import lecture_notes
from pages.parts.errors import show_errors
from pages.parts.lecture.classes import lecture_class

NOTES = "notes"  # parameter of the link
EVERY_S = 1.0
_STYLE = Path(__file__).with_name("notes.css").read_text(encoding="utf-8")


def shows_notes() -> bool:
    """Whether the link asks for the notes alone."""
    return st.query_params.get(NOTES) == "1"


def notes_page() -> None:
    """Draw the notes, for whoever may command the lecture."""
    st.html(f"<style>{_STYLE}</style>")
    if lecture_class() is None:
        st.text(
            "This device is not connected to a class. On your computer, open the page “Class”, "
            "open “More”, choose “Show the code for my phone”, and scan it."
        )
        return
    st.fragment(_notes, run_every=EVERY_S)()


@show_errors()
def _notes() -> None:
    classroom = lecture_class()
    if classroom is None:
        st.rerun()  # of the whole page, which says what to do
    st.markdown(f"**Class {classroom.code}** · {count_phrase(classroom.students, 'phone')} joined")
    lecture_notes(classroom)
    draw_answers(classroom)
