"""Which of a lecturer's windows leads the class: the one that was opened or used last. Phones follow it.

Another window on a tour goes to the same stop, with the same vote and the answer shown or not. A page that is neither
on a tour nor on a projector leaves phones where they are while such a window leads, and says so. A window has a name,
which the browser keeps, so that a page whose process was killed does not count as one that was opened.
"""

import secrets
from collections.abc import Hashable
from contextlib import suppress

import streamlit as st

from components.classroom.classroom import Classroom
from components.classroom.lecture import LEAD_S
from components.classroom.rate_limits import steady_time
from components.classroom.store import ClassState, StoreUnreachable
from components.model.user_errors import UserError
from components.widgets.window_mark import window_mark
from pages.parts.errors import show_errors
from pages.parts.lecture.tour_stop import CurrentStop, StopVote, current_stop, load_tour, place_on_tour
from pages.parts.presenting import is_presenting

RECORD_S = 2.0  # how often the window that leads is recorded; less than half of LEAD_S
NOTE_EVERY_S = 2.0
_NAME, _RETURNED = "lead-window", "lead-window-returned"
_PAGE = "lead-page"  # what this window showed at its last run
_DESTINATION = "lead-destination"  # the tour and the stop to which this window goes because another leads
_CLAIMED = "lead-claimed"  # set by the button
_WAITS_SINCE = "lead-waits-since"  # when phones were first seen not to follow this page


@st.fragment
def mark_window() -> None:
    """Name this window. Call this in every run of a whole page in a class, before the page is drawn."""
    known = window_mark(window_name(), key="window-mark")
    if known and known != window_name():
        st.session_state[_NAME], st.session_state[_RETURNED] = known, True


def window_name() -> str:
    """The name of this window."""
    return str(st.session_state.setdefault(_NAME, secrets.token_hex(8)))


def is_led_elsewhere(state: ClassState) -> bool:
    """Whether another window leads the class."""
    return state.lecture.is_led_by_other(window_name(), steady_time())


def takes_lead(classroom: Classroom, page: Hashable) -> bool:
    """Whether phones are to follow the page that this window shows now. Call this once in every run.

    Args:
        classroom: The class.
        page: What the lecturer can change of the page, for comparison with the run before.
    """
    before, place = st.session_state.get(_PAGE), place_on_tour()
    follows = st.session_state.pop(_DESTINATION, None) == place
    state = classroom.state
    is_claimed, is_led = st.session_state.pop(_CLAIMED, False), is_led_elsewhere(state)
    if is_led and not is_claimed and not is_projected():
        return False
    st.session_state[_PAGE] = page
    if is_claimed or state.lecture.leader in ("", window_name()):
        return True
    is_opened = before is None and not st.session_state.get(_RETURNED, False)
    is_used = before is not None and before != page and not follows
    return is_opened or is_used or (not is_led and (state.tour, state.stop) == place)


def record_lead(classroom: Classroom) -> None:
    """Record that the window that leads is still open. Call this every few seconds."""
    name, now = window_name(), steady_time()
    lecture = classroom.state.lecture
    if lecture.leader == name and abs(now - lecture.led_at) > RECORD_S:
        classroom.change_lecture(lambda latest, now: latest.lead(name, now) if latest.leader == name else latest)


def follow_leader(state: ClassState) -> tuple[str, int] | None:
    """Bring this window to where the one that leads is.

    Returns:
        The tour and the stop to go to; None if the window is there.
    """
    place = state.tour, state.stop
    if not state.tour:
        return None
    st.session_state[_DESTINATION] = place
    if place != place_on_tour():
        return place
    here = current_stop()
    if here is not None and adopt_stop(here, state):
        st.rerun()
    st.session_state.pop(_DESTINATION)
    return None


def adopt_stop(here: CurrentStop, state: ClassState) -> bool:
    """Show of a stop what the class is shown: the vote under way, and whether its answer is shown.

    Returns:
        Whether that is a change.
    """
    before = here.vote, here.is_withheld
    question = state.phone.question
    if question is not None and question.about == here.topic(question.vote):
        here.begin_vote(StopVote(question.vote, question.seen_by))
    if state.phone.held_back:
        here.hide_answer()
    else:
        here.show_answer()
    return before != (here.vote, here.is_withheld)


def stop_of_class(state: ClassState) -> CurrentStop | None:
    """The stop that the projector of a class shows; None without a tour, and at its end."""
    try:
        tour = load_tour(state.tour) if state.tour else None
    except UserError:
        return None
    return None if tour is None or state.stop >= len(tour.stops) else CurrentStop(state.tour, tour, state.stop)


def draw_lead_note(classroom: Classroom) -> None:
    """Say that phones do not follow this page, while a projector leads them, with a button that changes it."""
    if is_projected() or _CLAIMED in st.session_state:
        st.session_state.pop(_WAITS_SINCE, None)
        return
    with suppress(StoreUnreachable):
        if is_led_elsewhere(classroom.state):
            st.fragment(_lead_note, run_every=NOTE_EVERY_S)(classroom)
            return
    st.session_state.pop(_WAITS_SINCE, None)


@show_errors()
def _lead_note(classroom: Classroom) -> None:
    """The note. Not at once: the projector may be this window, which has just left its tour."""
    if not is_led_elsewhere(classroom.state):
        st.rerun()  # of the whole page, which leads
    now = steady_time()
    if now - st.session_state.setdefault(_WAITS_SINCE, now) < LEAD_S:
        return
    with st.container(key="lead-note", horizontal=True, vertical_alignment="center"):
        st.text("Your projector leads the class: phones do not follow this page.")
        if st.button("Lead from here", key="lead-claim"):
            st.session_state[_CLAIMED] = True
            st.rerun()


def is_projected() -> bool:
    """Whether the page is one that is projected, so that it leads as soon as it is used."""
    return is_presenting() or bool(place_on_tour()[0])
