"""The lecturer's page commands the projector: another window, or another device, of whoever started the class.

What the projector shows of a stop is in the class, too, so that a window whose process was killed goes on from there,
and a second window of the projector shows the same.
"""

from contextlib import suppress

import streamlit as st

from components.classroom.classroom import Classroom
from components.classroom.lecture import LectureAction, LectureCommand
from components.classroom.store import StoreUnreachable
from components.model.user_errors import UserError
from components.widgets.stop_follower import stop_follower
from pages.parts.errors import show_errors
from pages.parts.lecture.class_votes import ask_anew, vote_again
from pages.parts.lecture.classes import class_is_over, visitor_class
from pages.parts.lecture.lead import adopt_stop, follow_leader, is_led_elsewhere, is_projected, record_lead
from pages.parts.lecture.tour_stop import address_and_text, current_stop, place_on_tour
from pages.parts.presenting import asks_for_guess, is_presenting

EVERY_S = 0.5  # what the lecturer presses on a phone is on the projector at once
_DONE = "lecture-command-done"  # the number of the last command that this window carried out, or did not have to


def resume_stop() -> None:
    """Go on where the class is, in a session that has just begun: with the vote under way, or with the answer shown.

    Call this after ``begin_stop`` and before a page is drawn.
    """
    here, classroom = current_stop(), visitor_class()
    if here is None or classroom is None:
        return
    with suppress(StoreUnreachable):  # then the stop begins as if nobody had been there
        state = classroom.state
        if (state.tour, state.stop) == here.key:
            adopt_stop(here, state)


def obey_lecturer() -> None:
    """Carry out the commands of the lecturer's page in this window while it shows a stop, or the end, of a tour.

    Call this after a page is drawn: it is drawn again when answers are hidden or shown. So is a page outside tours that
    may show them: one on a projector, or one that asks for guesses.
    """
    classroom, is_tour = visitor_class(), bool(place_on_tour()[0])
    if classroom is None or not (is_tour or is_presenting() or asks_for_guess()):
        return
    moderated_count = -1  # while the class cannot be reached: then the page is drawn again as soon as it can
    with suppress(StoreUnreachable):
        moderated_count = classroom.state.moderated_count
    with st.container(key="lecture-commands"):
        st.fragment(_obey if is_tour else _follow_moderation, run_every=EVERY_S)(moderated_count)


@show_errors()
def _follow_moderation(moderated_count: int) -> None:
    classroom = _running_class()
    if classroom is not None:
        if is_projected():
            record_lead(classroom)  # it may stand for an hour without a run
        _redraw_if_moderated(classroom, moderated_count)


def _running_class() -> Classroom | None:
    """The visitor's class, or None while it cannot be reached. Reruns the page once the class is over."""
    classroom = visitor_class()
    if classroom is None and class_is_over():
        st.rerun()
    return classroom


def _redraw_if_moderated(classroom: Classroom, moderated_count: int) -> None:
    """Draw the page again if answers were hidden or shown since then: what was hidden leaves the screen at once."""
    if classroom.state.moderated_count != moderated_count:
        st.rerun()


@show_errors()
def _obey(moderated_count: int) -> None:
    classroom = _running_class()
    if classroom is None:
        return
    record_lead(classroom)
    _redraw_if_moderated(classroom, moderated_count)
    state = classroom.state
    command, leads = state.lecture.command, not is_led_elsewhere(state)
    address, text, blacks = "", "", False
    if command.number > st.session_state.setdefault(_DONE, command.number):
        st.session_state[_DONE] = command.number
        if command.action is LectureAction.BLACK:
            blacks = True
        elif leads and command.action is LectureAction.GO:
            name, place = place_on_tour()
            address, text = ("", "") if place == command.stop else _address_and_text(name, command.stop)
        elif leads:
            _change_stop(command)
    number = str(command.number)
    if not leads and (destination := follow_leader(state)) is not None:
        address, text = _address_and_text(*destination)
        number = f"{number} {state.phone.version} {destination[1]}"
    stop_follower(number, address, text, blacks=blacks, key="stop-follower")


def _address_and_text(name: str, place: int) -> tuple[str, str]:
    try:
        return address_and_text(name, place)
    except UserError:
        return "", ""


def _change_stop(command: LectureCommand) -> None:
    here = current_stop()
    if here is None:
        return
    {
        LectureAction.SHOW: here.show_answer,
        LectureAction.HIDE: here.hide_answer,
        LectureAction.VOTE_AGAIN: vote_again,
        LectureAction.ASK_ANEW: ask_anew,
    }[command.action]()
    st.rerun()
