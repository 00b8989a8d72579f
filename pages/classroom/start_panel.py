"""The page before a class is started, and after it has ended."""

import streamlit as st

from components.classroom.entries import ClassResult
from components.tables.phrases import capitalised
from components.tours.questions import AnswerKind
from components.tours.tour import Tour
from pages.classroom.class_panel import WIDTHS
from pages.classroom.saved_files import ended_class_files
from pages.classroom.tour_choice import choose_tour
from pages.parts.lecture.class_start import class_start
from pages.parts.lecture.classes import class_start_error, needs_lecturer_password, start_class, warn_of_class_loss
from pages.parts.lecture.stop_result import draw_bars
from pages.parts.lecture.tour_stop import load_tour
from pages.parts.markdown import escape_markdown

_PASSWORD = "class-password"


def start_panel() -> None:
    """Say what a class is, with the choice of a tour, the button that starts a class, and what it will have."""
    ended_class_files()
    warn_of_class_loss()
    with st.container(key="class-intro"):
        st.text("Students scan a code, answer each question on their phones, and then see what the model says.")
        name = choose_tour()
        _start_button()
    _preview(load_tour(name))


def _preview(tour: Tour) -> None:
    """The three panels of a class, with what the chosen tour puts into them."""
    stop = tour.stops[0]
    with st.container(key="class-preview"):
        join, stage, answers = st.columns(WIDTHS, gap="medium")
    with join, st.container(key="class-join"):
        st.subheader("Join", anchor=False)
        st.caption("The code for phones, and how many have joined.")
    with stage, st.container(key="class-stage"):
        st.subheader("On the projector", anchor=False)
        notes = ", with your notes for each" if all(stop.notes for stop in tour.stops[: tour.quiz_start]) else ""
        st.caption(f"{capitalised(tour.length_text)}{notes}. The first asks:")
        st.markdown(f"**{escape_markdown(stop.question)}**")
    with answers, st.container(key="class-answers"):
        st.subheader("Answers", anchor=False)
        st.caption("Bars grow as phones answer." if stop.asks is not None else "What phones send.")
        if stop.asks is not None and stop.asks.kind is AnswerKind.CHOICE:
            draw_bars(ClassResult("", "", ""), stop.asks.options)


def _start_button() -> None:
    """The button that starts a class; where the server has a password, with its field."""
    if not needs_lecturer_password():
        class_start(key="class-start", primary=True, stays=True)
        return
    with st.form("class-lecturer", border=False):
        st.text_input("Lecturers’ password", type="password", key=_PASSWORD, max_chars=200)
        st.form_submit_button("Start a class", icon=":material/groups:", type="primary", on_click=_start)
    if class_start_error():
        st.warning(escape_markdown(class_start_error()), icon=":material/info:")


def _start() -> None:
    start_class(st.session_state.pop(_PASSWORD, ""))
