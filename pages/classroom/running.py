"""A class that is under way: the way in, where to go with it, and what has been sent in."""

from collections.abc import Callable

import streamlit as st

from components.classroom.classroom import Classroom
from components.classroom.entries import Entry
from components.model.user_errors import UserError
from pages.classroom.taking_away import files, leave_behind
from pages.parts.lecture.classes import end_class, projected
from pages.parts.lecture.joining import way_in
from pages.parts.literal import literal
from pages.parts.refusals import refusals
from pages.parts.rooms import FILL, SENSES

EVERY_S = 2.0
MOST_LISTED = 200


def running(classroom: Classroom) -> None:
    """Draw it."""
    projected("")
    code, rest = st.columns([1, 2], gap="large")
    with code:
        st.subheader(f"Class {classroom.code}", anchor=False)
        way_in(classroom)
    with rest:
        st.fragment(_counts, run_every=EVERY_S)(classroom)
        st.page_link(
            SENSES.file,
            label="Their sentences on the map of a word",
            icon=SENSES.icon,
            query_params={"mode": "The class", "present": "1"},
        )
        st.page_link(
            FILL.file,
            label="Their guesses, before the model’s answer",
            icon=FILL.icon,
            query_params={"guess": "1", "present": "1"},
        )
        st.fragment(_moderating, run_every=None)(classroom)
    _ending(classroom)


@refusals()
def _counts(classroom: Classroom) -> None:
    joined, sent = st.columns(2)
    joined.metric("Have joined", classroom.students)
    sent.metric("Sent in", len(classroom.entries()))


@refusals()
def _moderating(classroom: Classroom) -> None:
    """What the projector leaves out."""
    every = {entry.number: entry for entry in classroom.entries(hidden=True)[-MOST_LISTED:]}
    st.session_state["class-hidden"] = [number for number, entry in every.items() if entry.hidden]
    st.multiselect(
        "Left out on the projector",
        list(reversed(every)),
        format_func=lambda number: _line(every[number]),
        key="class-hidden",
        on_change=lambda: _tried(classroom.hide, st.session_state["class-hidden"]),
        placeholder="Choose what is to be left out",
    )
    st.text_input(
        "Words that are left out from now on, separated by commas",
        key="class-filter",
        on_change=lambda: _tried(
            classroom.leave_out, [word.strip() for word in st.session_state["class-filter"].split(",")]
        ),
    )
    st.button("Show what has come in since", icon=":material/refresh:", key="class-refresh")


def _line(entry: Entry) -> str:
    return f"{entry.number}. {entry.text}" + (f" ({entry.label})" if entry.label else "")


@refusals()
def _ending(classroom: Classroom) -> None:
    st.divider()
    with st.container(horizontal=True, vertical_alignment="center"):
        files(classroom.code, classroom.entries(hidden=True))
        with st.popover("Clear all"):
            st.text("Everything that was sent in is forgotten; the class goes on.")
            st.button("Clear it", key="class-clear", on_click=_tried, args=(classroom.clear,))
        with st.popover("End the class"):
            st.text("Telephones are told. What was sent in can be saved once more, and is then forgotten.")
            st.button("End it", key="class-end", on_click=_tried, args=(_end, classroom))


def _tried(what: Callable[..., None], *about: object) -> None:
    """Do something at a click, and say so where it could not be done."""
    try:
        what(*about)
    except UserError as error:
        st.toast(literal(str(error)), icon=":material/info:")


def _end(classroom: Classroom) -> None:
    leave_behind(classroom)
    end_class()
