"""The end of a lecture: the sentences of a class fall into the river, and those that fooled the model are named."""

from collections.abc import Sequence
from functools import partial
from html import escape

import streamlit as st

from cache.classes.class_river import ClassRiver, class_river
from components.classroom.entries import ClassEntry, ClassResult, EntryKind
from components.senses.map import last_layer
from components.senses.river import river_picture
from components.tours.questions import AnswerKind
from pages.home.picture import QUESTION, SENSES_OF_WORD, WORD
from pages.parts.errors import show_errors
from pages.parts.lecture.classes import visitor_class
from pages.parts.lecture.tour_stop import CurrentStop

REFRESH_SECONDS = 1.5
ASKED, ANSWERED = 0.5, 0.62  # heights of the river, as shares of the window's
WIDTHS = (1.6, 1)  # of the river, and of the sentences beside it
KEY = "class-river"


def is_finale(stop: CurrentStop | None) -> bool:
    """Whether a class is asked for sentences that fool the model."""
    asks = None if stop is None else stop.stop.asks
    return asks is not None and asks.kind is AnswerKind.FOOLING and visitor_class() is not None


def draw_falling_sentences(topic: str) -> None:
    """Draw the river, into which the sentences fall as phones send them."""
    st.fragment(show_errors()(partial(_update, topic)), run_every=REFRESH_SECONDS)()


def draw_fooling_sentences(result: ClassResult) -> None:
    """Draw the river with all sentences of a class in it, and below it those that fooled the model most."""
    with st.container(key="finale"):
        river, names = st.columns(WIDTHS, gap="medium")
        with river:
            drawn = _draw(_shown(result.about), ANSWERED, waits=True)
        with names:
            _draw_names(drawn, result)


def _draw_names(drawn: ClassRiver, result: ClassResult) -> None:
    if not drawn.best:
        whose = "No sentence that may be shown" if result.right_students else "Nobody"
        st.markdown(f"### {whose} fooled the model.")
        return
    lines = "".join(
        f"<li><bdi>{escape(thread.entry.text)}</bdi>"
        f"<small>meant {escape(thread.entry.label)}, read {escape(thread.side)}</small></li>"
        for thread in drawn.best
    )
    ring = "<p>Their threads end in a ring.</p>" if drawn.has_best_drawn else ""
    st.html(f'<div class="fooled"><h3>Who fooled the model?</h3><ol>{lines}</ol>{ring}</div>')


def _update(topic: str) -> None:
    _draw(_shown(topic), ASKED)


def _shown(topic: str) -> tuple[ClassEntry, ...]:
    """The sentences that may be shown."""
    classroom = visitor_class()
    return () if classroom is None else classroom.entries(EntryKind.FOOLING, topic)


def _draw(entries: Sequence[ClassEntry], height: float, *, waits: bool = False) -> ClassRiver:
    """Draw what has been read of the sentences; all of them, if it ``waits`` for the model."""
    drawn = class_river(QUESTION, SENSES_OF_WORD, WORD.word, entries)
    while waits and drawn.unread_count:
        drawn = class_river(QUESTION, SENSES_OF_WORD, WORD.word, entries)
    river_picture(drawn.payload, key=KEY, initial=last_layer(drawn.payload), height=height)
    return drawn
