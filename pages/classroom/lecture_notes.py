"""The lecturer's notes, for a second window or a phone: the stop on the projector, its answer, the clock, what is next.

Whether the visitor may command the lecture is asked again at every click, since a phone can be sent away meanwhile.
"""

from collections.abc import Callable
from textwrap import shorten
from typing import Literal

import streamlit as st

from components.classroom.classroom import Classroom
from components.classroom.entries import is_first_vote
from components.classroom.lecture import LectureAction, LectureState
from components.classroom.result_log import results_of
from components.classroom.store import ClassState
from components.model.user_errors import UserError
from components.tables.phrases import count_phrase
from components.tours.clock import clock_text
from components.tours.tour import Tour
from pages.classroom.tour_choice import ways_to_begin
from pages.parts.errors import attempt, show_errors
from pages.parts.lecture.class_files import class_files, stops_of
from pages.parts.lecture.classes import lecture_class
from pages.parts.lecture.lead import stop_of_class
from pages.parts.lecture.tour_stop import CurrentStop, load_tour
from pages.parts.markdown import escape_markdown

Change = Callable[[LectureState, float], LectureState]
ButtonKind = Literal["primary", "secondary", "tertiary"]

_JUMP = "lecture-jump"
_TITLE_LIMIT = 80  # characters of a question in the list of stops


@show_errors()
def lecture_notes(classroom: Classroom) -> None:
    """Draw the notes if the projector is on a tour, else how one is begun there."""
    state = classroom.state
    try:
        tour = load_tour(state.tour) if state.tour else None
    except UserError:
        tour = None
    if tour is None:
        st.subheader("No tour on the projector yet", anchor=False)
        if state.phone.question is not None:
            st.text(state.phone.question.text)
        ways_to_begin()
        return
    with st.container(key="lecture-notes"):
        _heading(classroom, state, tour)
        with st.container(key="lecture-question"):
            _question(state, tour)
        _buttons(classroom, state, tour)
        if state.stop >= len(tour.stops):
            with st.container(horizontal=True):
                class_files(classroom, stops_of(state.tour, tour))
        before = state.lecture.jumped_from
        if before is not None and before != state.stop:
            _command_button(f"Undo: back to {_place(tour, state.tour, before)}", "undo", _go(before))
        # Below the buttons: they are long, and what is pressed stays in sight.
        _speaker_notes(state, tour)
        _command_button("Restart the clock", "restart_alt", LectureState.restart_clock, kind="tertiary")


def _heading(classroom: Classroom, state: ClassState, tour: Tour) -> None:
    """Where the projector is, how that compares with the plan, and a list of all stops."""
    is_end = state.stop >= len(tour.stops)
    place = f"the end of “{escape_markdown(tour.title)}”" if is_end else _place(tour, state.tour, state.stop)
    st.subheader(f"On the projector: {place}", anchor=False)
    begin, end = tour.planned_minutes(state.stop)
    # Above what has another height at every stop: a list that is open closes when the page moves under it.
    with st.container(horizontal=True, vertical_alignment="center", key="lecture-place"):
        st.caption(clock_text(classroom.lecture_time_s, begin=begin, end=end, planned_min=tour.minutes))
        _jump_list(tour)


def _question(state: ClassState, tour: Tour) -> None:
    here = stop_of_class(state)
    if here is None:
        return
    st.markdown(f"**{escape_markdown(here.stop.question or 'No question at this stop.')}**")
    if here.stop.question and here.sentence_to_show:
        st.markdown(f"“{escape_markdown(here.sentence_to_show)}”")
    if here.stop.answer:
        st.markdown(f"*Answer:* {escape_markdown(here.stop.answer)}")


def _speaker_notes(state: ClassState, tour: Tour) -> None:
    """What to say at the stop, and what comes after it."""
    here = stop_of_class(state)
    if here is None:
        return
    if (notes := here.stop.notes) is not None:
        st.markdown(f"*Say ({count_phrase(notes.minutes, 'minute')}):* {escape_markdown(notes.say)}")
        if notes.if_right:
            st.markdown(f"*If most are right:* {escape_markdown(notes.if_right)}")
        if notes.if_wrong:
            st.markdown(f"*If most are wrong:* {escape_markdown(notes.if_wrong)}")
    following = tour.stops[state.stop + 1 : state.stop + 2]
    if not following:
        st.caption("This is the last stop.")
        return
    what = f"Next: a quiz with {count_phrase(tour.quiz_count, 'question')}" if here.is_before_quiz else "Next"
    st.caption(f"{what}: {escape_markdown(following[0].question)}")


def _place(tour: Tour, name: str, index: int) -> str:
    """Where the stop with this index is, in words; the index after the last one is the end."""
    if index >= len(tour.stops):
        return "the end"
    return f"{'stop ' if index < tour.quiz_start else ''}{CurrentStop(name, tour, index).place_text}"


def _buttons(classroom: Classroom, state: ClassState, tour: Tour) -> None:
    def give(action: LectureAction) -> Change:
        return lambda lecture, _: lecture.give(action)

    with st.container(horizontal=True, key="lecture-buttons"):
        if state.stop < len(tour.stops):
            here = CurrentStop(state.tour, tour, state.stop)
            if state.phone.held_back:
                _command_button("Show the answer", "visibility", give(LectureAction.SHOW), kind="primary")
            elif here.stop.question:
                _command_button("Hide the answer", "visibility_off", give(LectureAction.HIDE))
        if state.stop < len(tour.stops):
            label = "Next stop" if state.stop + 1 < len(tour.stops) else "End of the tour"
            kind: ButtonKind = "secondary" if state.phone.held_back else "primary"
            _command_button(label, "arrow_forward", _go(state.stop + 1), kind=kind)
            _again_button(classroom, state, here)
        if state.stop:
            _command_button("Previous stop", "arrow_back", _go(state.stop - 1))
        _command_button("Black screen", "videocam_off", give(LectureAction.BLACK))


def _again_button(classroom: Classroom, state: ClassState, here: CurrentStop) -> None:
    """The button that asks the class again, if it can be."""
    question = state.phone.question
    if not here.stop.is_asked_again:
        return
    if question is None and results_of(classroom.results, here.question_key):
        _command_button("Ask again", "replay", lambda lecture, _: lecture.give(LectureAction.ASK_ANEW))
    elif question is not None and question.about == here.topic(question.vote) and is_first_vote(question.vote):
        _command_button("Vote again", "how_to_vote", lambda lecture, _: lecture.give(LectureAction.VOTE_AGAIN))


def _command_button(
    label: str,
    icon: str,
    change: Change,
    *,
    kind: ButtonKind = "secondary",
) -> None:
    st.button(
        label, icon=f":material/{icon}:", key=f"lecture-{icon}", type=kind, on_click=_command, args=(lambda _: change,)
    )


def _command(change: Callable[[Classroom], Change]) -> None:
    """Change the lecture, if the visitor may. What the change depends on may have become another meanwhile."""
    classroom = lecture_class()
    if classroom is not None:
        attempt(lambda: classroom.change_lecture(change(classroom)))


def _jump_list(tour: Tour) -> None:
    """A list of all stops; whoever chooses one takes the projector there."""
    titles = [
        shorten(f"{number}. {stop.question or stop.link}", _TITLE_LIMIT, placeholder=" …")
        for number, stop in enumerate(tour.stops, 1)
    ]
    st.session_state[_JUMP] = None

    def jump() -> None:
        place = st.session_state[_JUMP]
        if place is not None:
            _command(lambda classroom: _jump(place, classroom.state.stop))  # the list may be some seconds old

    st.selectbox(
        "Go to a stop",
        range(len(titles)),
        format_func=lambda place: titles[place],
        key=_JUMP,
        on_change=jump,
        placeholder="Go to a stop",
        label_visibility="collapsed",
        width=220,  # it stands still while the clock beside it gets longer
        filter_mode=None,  # a phone would cover the list with its keyboard
    )


def _go(place: int) -> Change:
    return lambda lecture, _: lecture.go(place)


def _jump(place: int, now: int) -> Change:
    return lambda lecture, _: lecture if place == now else lecture.go(place, jumped_from=now)
