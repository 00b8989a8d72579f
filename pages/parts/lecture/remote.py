"""The lecturer's page commands the projector: another window, or another device, of whoever started the class."""

from contextlib import suppress

import streamlit as st

from components.classroom.lecture import LectureAction, LectureCommand
from components.model.user_errors import UserError
from components.widgets.stop_follower import stop_follower
from pages.parts.errors import show_errors
from pages.parts.lecture.classes import visitor_class
from pages.parts.lecture.tour_stop import address_and_text, current_stop, place_on_tour

EVERY_S = 1.0
_DONE = "lecture-command-done"  # the number of the last command that this window carried out, or did not have to


def obey_lecturer() -> None:
    """Carry out the commands of the lecturer's page in this window while it shows a stop, or the end, of a tour."""
    if visitor_class() is None or not place_on_tour()[0]:
        return
    with st.container(key="lecture-commands"):
        st.fragment(_obey, run_every=EVERY_S)()


@show_errors()
def _obey() -> None:
    classroom = visitor_class()
    if classroom is None:
        return
    command = classroom.state.lecture.command
    address, text = "", ""
    if command.number > st.session_state.setdefault(_DONE, command.number):
        st.session_state[_DONE] = command.number
        if command.action is LectureAction.GO:
            name, place = place_on_tour()
            with suppress(UserError):
                address, text = ("", "") if place == command.stop else address_and_text(name, command.stop)
        else:
            _change_stop(command)
    stop_follower(command.number, address, text, key="stop-follower")


def _change_stop(command: LectureCommand) -> None:
    here = current_stop()
    if here is None:
        return
    {
        LectureAction.SHOW: here.show_answer,
        LectureAction.HIDE: here.hide_answer,
        LectureAction.ASK_AGAIN: here.ask_again,
    }[command.action]()
    st.rerun()
