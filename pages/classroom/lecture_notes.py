"""The lecturer's notes, for a second window: the stop on the projector, its answer, the clock, and where to go next."""

from collections.abc import Callable
from functools import partial
from textwrap import shorten
from typing import Literal

import streamlit as st

from components.classroom.classroom import Classroom
from components.classroom.lecture import LectureAction, LectureState
from components.classroom.store import ClassState
from components.model.user_errors import UserError
from components.tables.phrases import count_phrase
from components.tours.clock import clock_text
from components.tours.tour import Tour
from pages.parts.errors import attempt, show_errors
from pages.parts.lecture.tour_stop import CurrentStop, load_tour
from pages.parts.markdown import escape_markdown

Change = Callable[[LectureState, float], LectureState]

_JUMP = "lecture-jump"
_TITLE_LIMIT = 80  # characters of a question in the list of stops


@show_errors()
def lecture_notes(classroom: Classroom) -> None:
    """Draw the notes if the projector is on a tour."""
    state = classroom.state
    try:
        tour = load_tour(state.tour) if state.tour else None
    except UserError:
        tour = None
    if tour is None:
        st.caption("Start a tour on the projector, and your notes appear here: question, answer and next stop.")
        return
    with st.container(border=True, key="lecture-notes"):
        _stop_notes(classroom, state, tour)
        _buttons(classroom, state, tour)
        _jump_list(classroom, state, tour)
        elapsed_s = classroom.lecture_time_s
        clock = clock_text(elapsed_s, stop=state.stop, stop_count=len(tour.stops), planned_min=tour.minutes)
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(clock, width="content")
            _command_button("Restart the clock", "restart_alt", classroom, LectureState.restart_clock, kind="tertiary")


def _stop_notes(classroom: Classroom, state: ClassState, tour: Tour) -> None:
    count = len(tour.stops)
    if state.stop >= count:
        st.markdown(f"**On the projector: the end of “{escape_markdown(tour.title)}”**")
        return
    stop = tour.stops[state.stop]
    st.markdown(f"**On the projector: {_place(tour, state.tour, state.stop)}**")
    st.markdown(escape_markdown(stop.question or "No question at this stop."))
    st.markdown(f"*Answer:* {escape_markdown(stop.answer or 'none')}")
    if state.phone.question is not None:
        answered = classroom.answered(state.phone.question.about)
        st.markdown(f"{answered} of {count_phrase(classroom.students, 'phone')} have answered.")
    following = tour.stops[state.stop + 1 : state.stop + 2]
    st.caption(f"Next: {escape_markdown(following[0].question)}" if following else "This is the last stop.")


def _place(tour: Tour, name: str, index: int) -> str:
    """Where the stop with this index is, in words; the index after the last one is the end."""
    if index >= len(tour.stops):
        return "the end"
    return f"{'stop ' if index < tour.quiz_start else ''}{CurrentStop(name, tour, index).place_text}"


def _buttons(classroom: Classroom, state: ClassState, tour: Tour) -> None:
    def go(place: int) -> Change:
        return lambda lecture, _: lecture.go(place)

    def give(action: LectureAction) -> Change:
        return lambda lecture, _: lecture.give(action)

    with st.container(horizontal=True):
        if state.stop < len(tour.stops):
            here = CurrentStop(state.tour, tour, state.stop)
            if state.phone.held_back:
                _command_button("Show the answer", "visibility", classroom, give(LectureAction.SHOW), kind="primary")
            elif here.stop.question:
                _command_button("Hide the answer", "visibility_off", classroom, give(LectureAction.HIDE))
            if state.phone.question is not None and state.phone.question.about == here.topic(1):
                _command_button("Vote again", "how_to_vote", classroom, give(LectureAction.ASK_AGAIN))
            label = "Next stop" if state.stop + 1 < len(tour.stops) else "End of the tour"
            _command_button(label, "arrow_forward", classroom, go(state.stop + 1))
        if state.stop:
            _command_button("Previous stop", "arrow_back", classroom, go(state.stop - 1), kind="tertiary")
        before = state.lecture.jumped_from
        if before is not None and before != state.stop:
            _command_button(
                f"Undo: back to {_place(tour, state.tour, before)}", "undo", classroom, go(before), kind="tertiary"
            )


def _command_button(
    label: str,
    icon: str,
    classroom: Classroom,
    change: Change,
    *,
    kind: Literal["primary", "secondary", "tertiary"] = "secondary",
) -> None:
    st.button(
        label,
        icon=f":material/{icon}:",
        key=f"lecture-{icon}",
        type=kind,
        on_click=attempt,
        args=(partial(classroom.change_lecture, change),),
    )


def _jump_list(classroom: Classroom, state: ClassState, tour: Tour) -> None:
    """A list of all stops; whoever chooses one takes the projector there."""
    titles = [
        shorten(f"{number}. {stop.question or stop.link}", _TITLE_LIMIT, placeholder=" …")
        for number, stop in enumerate(tour.stops, 1)
    ]
    st.session_state[_JUMP] = None

    def jump() -> None:
        place, now = st.session_state[_JUMP], classroom.state.stop  # the list may be some seconds old
        if place is not None and place != now:
            attempt(lambda: classroom.change_lecture(lambda lecture, _: lecture.go(place, jumped_from=now)))

    st.selectbox(
        "Go to a stop",
        range(len(titles)),
        format_func=lambda place: titles[place],
        key=_JUMP,
        on_change=jump,
        placeholder="Choose a stop: the projector goes there",
    )
