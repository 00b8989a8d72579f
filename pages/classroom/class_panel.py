"""A running class: how to join, where to use it, and what was sent in."""

from collections import Counter

import streamlit as st

from components.classroom.classroom import STUDENT_LIMIT, Classroom
from components.tables.phrases import count_phrase, part_phrase
from pages.classroom.lecture_notes import lecture_notes
from pages.classroom.moderation import approval_option, entry_lists, word_filter
from pages.classroom.own_phone import own_phone_panel
from pages.classroom.saved_files import download_buttons, remember_entries
from pages.parts.errors import attempt, show_errors
from pages.parts.lecture.classes import end_class
from pages.parts.lecture.joining import class_code, draw_code_screen
from pages.parts.lecture.tour_stop import FINISHED
from pages.parts.rooms import FILL, SENSES, TOURS

REFRESH_S = 2.0
_LIMIT, _OPEN = "class-student-limit", "class-joining-open"


def class_panel(classroom: Classroom) -> None:
    """Draw three panels: how phones join, what is on the projector, and the answers; rare settings below them."""
    join, stage, answers = st.columns(3, gap="medium")
    with join, st.container(border=True, key="class-join"):
        st.subheader(f"Class {classroom.code}", anchor=False)
        class_code(classroom)
        draw_code_screen(has_button=True)
        own_phone_panel()  # here nothing grows while its popover is open, so that it stays where it is
    with stage, st.container(border=True, key="class-stage"):
        st.subheader("Now on the projector", anchor=False)
        st.fragment(lecture_notes, run_every=REFRESH_S)(classroom)
        _ways_to_begin()
        st.caption("Do not project this window: during a tour, your notes here show the answers.")
    with answers, st.container(border=True, key="class-answers"):
        st.subheader("Answers", anchor=False)
        st.fragment(_entry_counts, run_every=REFRESH_S)(classroom)
        st.fragment(entry_lists, run_every=REFRESH_S)(classroom)
    with st.container(horizontal=True, vertical_alignment="top", key="class-end-row"):
        with st.popover("End the class"):
            st.fragment(_saving_before_end, run_every=REFRESH_S)(classroom)
            st.text("Students see that the class has ended.")
            st.button("End class", key="class-end", on_click=attempt, args=(lambda: _end(classroom),))
        with st.popover("Delete all answers"):
            st.text("This deletes every answer. The class continues.")
            st.button("Delete answers", key="class-clear", on_click=attempt, args=(classroom.clear,))
        with st.popover("More"):
            approval_option(classroom)
            word_filter(classroom)
            _admission(classroom)


def _ways_to_begin() -> None:
    """Links to what a class can do on the projector."""
    st.page_link(TOURS, label="Start a tour: its questions go to all phones", icon=":material/tour:")
    st.page_link(
        SENSES.file,
        label="Show their sentences on the map",
        icon=SENSES.icon,
        query_params={"mode": "The map", "whose": "the class", "present": "1"},
    )
    st.page_link(
        FILL.file,
        label="Collect guesses before the model’s answer",
        icon=FILL.icon,
        query_params={"guess": "1", "present": "1"},
    )


@show_errors()
def _admission(classroom: Classroom) -> None:
    """Settings for who may still join."""
    state = classroom.state
    st.session_state[_OPEN], st.session_state[_LIMIT] = not state.joining_open, state.student_limit
    st.toggle(
        "Close the class to new students",
        key=_OPEN,
        on_change=lambda: attempt(lambda: classroom.configure(joining_open=not st.session_state[_OPEN])),
    )
    st.number_input(
        "Maximum number of students",
        min_value=1,
        max_value=STUDENT_LIMIT,
        step=10,
        key=_LIMIT,
        on_change=lambda: attempt(lambda: classroom.configure(student_limit=st.session_state[_LIMIT])),
    )


@show_errors()
def _entry_counts(classroom: Classroom) -> None:
    """How many have joined and answered, and buttons to save the answers."""
    classroom.record_presence()
    if not classroom.state.phone.open:
        st.rerun()  # reruns the whole page, which says that the class has ended
    entries = classroom.entries(hidden=True)
    counts = Counter("waiting" if entry.awaits_approval else "hidden" if entry.hidden else "shown" for entry in entries)
    phones = part_phrase(classroom.students, classroom.state.student_limit, "phone")
    st.text(f"{phones} joined, {count_phrase(len(entries), 'answer')}.")
    if counts["hidden"] or counts["waiting"]:
        st.text(f"{counts['hidden']:,} hidden, {counts['waiting']:,} waiting for your approval.")
    with st.container(horizontal=True, vertical_alignment="center"):
        download_buttons(classroom.code, lambda: classroom.entries(hidden=True), disabled=not entries)


@show_errors()
def _saving_before_end(classroom: Classroom) -> None:
    """Say what the end of the class deletes, with buttons and a link to save it."""
    if not classroom.entries(hidden=True):
        return
    st.text("The end deletes all answers and results. Save them first:")
    with st.container(horizontal=True):
        download_buttons(classroom.code, lambda: classroom.entries(hidden=True), key="class-end")
    tour = classroom.state.tour
    if tour and any(result.is_judged for result in classroom.results):
        label = "Results by question: at the end of the tour"
        st.page_link(TOURS, label=label, icon=":material/bar_chart:", query_params={FINISHED: tour})


def _end(classroom: Classroom) -> None:
    remember_entries(classroom)
    end_class()
