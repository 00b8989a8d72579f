"""The lecturer's notes, for a second window or a phone: the stop on the projector, its answer, the clock, what is next.

Whether the visitor may command the lecture is asked again at every click, since a phone can be sent away meanwhile.
"""

from collections.abc import Callable
from textwrap import shorten
from typing import Literal

import streamlit as st

from components.classroom.classroom import Classroom
from components.classroom.entries import is_first_vote, round_of_vote
from components.classroom.lecture import LectureAction, LectureState
from components.classroom.result_log import results_of
from components.classroom.store import ClassState
from components.model.user_errors import UserError
from components.tables.phrases import count_phrase
from components.tours.clock import clock_text
from components.tours.tour import SpeakerNotes, Tour
from pages.parts.errors import attempt, show_errors
from pages.parts.lecture.classes import lecture_class
from pages.parts.lecture.stop_question import NEWCOMERS_SCORE
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
        _heading(state, tour)
        # Above what has another height at every stop: a list that is open closes when the page moves under it.
        _jump_list(tour)
        _stop_notes(classroom, state, tour)
        _buttons(classroom, state, tour)
        before = state.lecture.jumped_from
        if before is not None and before != state.stop:
            _command_button(f"Undo: back to {_place(tour, state.tour, before)}", "undo", _go(before))
        elapsed_s = classroom.lecture_time_s
        begin, end = tour.planned_minutes(state.stop)
        clock = clock_text(elapsed_s, begin=begin, end=end, planned_min=tour.minutes)
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(clock, width="content")
            _command_button("Restart the clock", "restart_alt", LectureState.restart_clock, kind="tertiary")
        # Below the buttons: they are long, and what is pressed stays in sight.
        if state.stop < len(tour.stops) and (notes := tour.stops[state.stop].notes) is not None:
            _speaker_notes(notes)


def _heading(state: ClassState, tour: Tour) -> None:
    is_end = state.stop >= len(tour.stops)
    place = f"the end of “{escape_markdown(tour.title)}”" if is_end else _place(tour, state.tour, state.stop)
    st.markdown(f"**On the projector: {place}**")


def _stop_notes(classroom: Classroom, state: ClassState, tour: Tour) -> None:
    if state.stop >= len(tour.stops):
        return
    stop = tour.stops[state.stop]
    st.markdown(escape_markdown(stop.question or "No question at this stop."))
    if stop.question and (sentence := CurrentStop(state.tour, tour, state.stop).sentence_to_show):
        st.markdown(f"“{escape_markdown(sentence)}”")
    st.markdown(f"*Answer:* {escape_markdown(stop.answer or 'none')}")
    if state.phone.question is not None:
        answered = classroom.answered(state.phone.question.about)
        st.markdown(f"{answered} of {count_phrase(classroom.students, 'phone')} have answered.")
        if (round_number := round_of_vote(state.phone.question.vote)) > 1:
            st.caption(f"Round {round_number}. {NEWCOMERS_SCORE}")
    following = tour.stops[state.stop + 1 : state.stop + 2]
    if not following:
        st.caption("This is the last stop.")
        return
    is_before_quiz = CurrentStop(state.tour, tour, state.stop).is_before_quiz
    what = f"Next, the quiz of {count_phrase(tour.quiz_count, 'question')}" if is_before_quiz else "Next"
    st.caption(f"{what}: {escape_markdown(following[0].question)}")


def _speaker_notes(notes: SpeakerNotes) -> None:
    st.markdown(f"*Say ({count_phrase(notes.minutes, 'minute')}):* {escape_markdown(notes.say)}")
    if notes.if_right:
        st.markdown(f"*If most are right:* {escape_markdown(notes.if_right)}")
    if notes.if_wrong:
        st.markdown(f"*If most are wrong:* {escape_markdown(notes.if_wrong)}")


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
        if state.stop:
            _command_button("Previous stop", "arrow_back", _go(state.stop - 1))
        if state.stop < len(tour.stops):
            label = "Next stop" if state.stop + 1 < len(tour.stops) else "End of the tour"
            _command_button(label, "arrow_forward", _go(state.stop + 1))
            question = state.phone.question
            if question is None and here.stop.asks and results_of(classroom.results, here.question_key):
                _command_button("Ask again", "replay", give(LectureAction.ASK_ANEW))
            elif question is not None and question.about == here.topic(question.vote) and is_first_vote(question.vote):
                _command_button("Vote again", "how_to_vote", give(LectureAction.VOTE_AGAIN))
        _command_button("Black screen", "videocam_off", give(LectureAction.BLACK))


def _command_button(
    label: str,
    icon: str,
    change: Change,
    *,
    kind: Literal["primary", "secondary", "tertiary"] = "secondary",
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
        placeholder="Choose a stop: the projector goes there",
        filter_mode=None,  # a phone would cover the list with its keyboard
    )


def _go(place: int) -> Change:
    return lambda lecture, _: lecture.go(place)


def _jump(place: int, now: int) -> Change:
    return lambda lecture, _: lecture if place == now else lecture.go(place, jumped_from=now)
