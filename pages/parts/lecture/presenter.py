"""The presenter's bar and its keys: next room, view or example, and the reveal of an answer."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import streamlit as st

from components.widgets.presenter_bar import Bar, presenter_bar
from pages.parts.examples import Examples
from pages.parts.lecture.class_votes import again_text
from pages.parts.lecture.classes import visitor_class
from pages.parts.lecture.guess_wait import waiting_question, waits_for_guess
from pages.parts.lecture.keys import PresenterKey, key_line
from pages.parts.lecture.reveal import reveal_answer
from pages.parts.lecture.tour_stop import current_stop, is_on_tour, place_on_tour
from pages.parts.links.parameters import MODE
from pages.parts.presenting import asks_for_guess, end_presenting
from pages.parts.rooms import HOME, ROOMS, Room

STOPS = (HOME, *(room.file for room in ROOMS))


def draw_presenter_bar(room: Room | None, examples: Examples[Any] | None, modes: Sequence[str], mode: str) -> None:
    """Draw the bar of a room, or of the home page if ``room`` is None. A stop of a tour stays what its link says."""
    if is_on_tour():
        examples, modes = None, ()
    bar = Bar(
        room="Riverbank" if room is None else room.title,
        modes=modes,
        mode=modes.index(mode) if mode in modes else 0,
        example="" if examples is None else examples.position_text(),
        keys=_keys(modes, examples),
        reveals=waits_for_guess(),
    )
    by = presenter_bar(
        bar,
        key="presenter",
        on_step=lambda step: None if examples is None else examples.step(step),
        on_mode=lambda number: _show(modes, number),
        # Bound here, since the key may come while the page is drawn anew and does not ask yet
        on_reveal=partial(reveal_answer, waiting_question()),
        on_leave=_leave,
    )
    if by:
        here = STOPS.index(HOME if room is None else room.file)
        parameters = {"present": "1", **({"guess": "1"} if asks_for_guess() else {})}
        st.switch_page(STOPS[(here + by) % len(STOPS)], query_params=parameters)


def _leave() -> None:
    """Show the same page without projector mode."""
    end_presenting()
    st.rerun()


def _show(modes: Sequence[str], number: int) -> None:
    if number:
        st.query_params[MODE] = modes[number]
    else:
        st.query_params.pop(MODE, None)


def _keys(modes: Sequence[str], examples: Examples[Any] | None) -> str:
    """The keys that work on the page, as the bars handle them."""
    here = current_stop()
    if here is None:
        keys = [PresenterKey.LAST_STOP if place_on_tour()[0] else PresenterKey.ROOM]
    else:
        keys = [PresenterKey.STOP]
        if again_text(here):
            keys.append(PresenterKey.VOTE)
    if examples is not None:
        keys.append(PresenterKey.EXAMPLE)
    if len(modes) > 1:
        keys.append(PresenterKey.VIEW)
    if waits_for_guess() or (here is not None and here.stop.question):
        keys.append(PresenterKey.ANSWER)
    if visitor_class() is not None:
        keys.append(PresenterKey.CODE)
    return key_line(*keys, PresenterKey.FULL_SCREEN, PresenterKey.BLACK, view_count=len(modes))
