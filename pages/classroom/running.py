"""A class that is under way: the way in, where to go with it, and what has been sent in."""

from collections import Counter

import streamlit as st

from components.classroom.classroom import MOST_STUDENTS, Classroom
from pages.classroom.attempt import attempt
from pages.classroom.moderating import moderating
from pages.classroom.taking_away import files, leave_behind
from pages.parts.lecture.classes import end_class
from pages.parts.lecture.joining import way_in
from pages.parts.refusals import refusals
from pages.parts.rooms import FILL, SENSES

EVERY_S = 2.0
_LIMIT, _OPEN = "class-student-limit", "class-joining-open"


def running(classroom: Classroom) -> None:
    """Draw it."""
    code, rest = st.columns([1, 2], gap="large")
    with code:
        st.subheader(f"Class {classroom.code}", anchor=False)
        way_in(classroom)
        _admission(classroom)
    with rest:
        st.fragment(_sent_in, run_every=EVERY_S)(classroom)
        st.page_link(
            SENSES.file,
            label="Show their sentences on the map",
            icon=SENSES.icon,
            query_params={"mode": "The class", "present": "1"},
        )
        st.page_link(
            FILL.file,
            label="Collect guesses before the model’s answer",
            icon=FILL.icon,
            query_params={"guess": "1", "present": "1"},
        )
        st.fragment(moderating, run_every=None)(classroom)
    _ending(classroom)


@refusals()
def _admission(classroom: Classroom) -> None:
    """Who else may join."""
    facts = classroom.facts
    st.session_state[_OPEN], st.session_state[_LIMIT] = not facts.joining_open, facts.student_limit
    st.toggle(
        "Close the class to new students",
        key=_OPEN,
        on_change=lambda: attempt(lambda: classroom.configure(joining_open=not st.session_state[_OPEN])),
    )
    st.number_input(
        "Maximum number of students",
        min_value=1,
        max_value=MOST_STUDENTS,
        step=10,
        key=_LIMIT,
        on_change=lambda: attempt(lambda: classroom.configure(student_limit=st.session_state[_LIMIT])),
    )


@refusals()
def _sent_in(classroom: Classroom) -> None:
    """How many have joined and what they sent in, with the files of it."""
    classroom.keep()
    if not classroom.facts.state.open:
        st.rerun()  # the whole page: it says what became of the class
    entries = classroom.entries(hidden=True)
    counts = Counter("waiting" if entry.waiting else "hidden" if entry.hidden else "shown" for entry in entries)
    with st.container(horizontal=True, gap="large"):
        st.metric("Joined", f"{classroom.students:,} of {classroom.facts.student_limit:,}", width="content")
        st.metric("Answers", f"{len(entries):,}", width="content")
        st.metric("Hidden", f"{counts['hidden']:,}", width="content")
        st.metric("Waiting for approval", f"{counts['waiting']:,}", width="content")
    with st.container(horizontal=True, vertical_alignment="center"):
        files(classroom.code, lambda: classroom.entries(hidden=True), disabled=not entries)


@refusals()
def _ending(classroom: Classroom) -> None:
    st.divider()
    with st.container(horizontal=True, vertical_alignment="center"):
        with st.popover("Delete all answers"):
            st.text("This deletes every answer. The class continues.")
            st.button("Delete answers", key="class-clear", on_click=attempt, args=(classroom.clear,))
        with st.popover("End the class"):
            st.text(
                "Students see that the class has ended. You can save their answers once more before they are deleted."
            )
            st.button("End class", key="class-end", on_click=attempt, args=(lambda: _end(classroom),))


def _end(classroom: Classroom) -> None:
    leave_behind(classroom)
    end_class()
