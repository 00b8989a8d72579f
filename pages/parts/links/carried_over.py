"""The sentence, its hidden words and the model that visitors take along from room to room.

The navigation drops most parameters of the link. So what a room shows is stored for the visit and put into the next
room, unless its link sets it. After Back, the address alone counts. A room's default sentence is not taken along: every
room has its own.
"""

from collections.abc import Sequence

import streamlit as st

from pages.parts.links.address import is_history_navigation
from pages.parts.links.parameters import MODEL, SENTENCE

_CARRIED = "carried"
_PAGE = "carried-page"  # the path of the last page
_REACHED = "carried-to"  # the path of a room that the visitor has come to; until its own box has taken the sentence
_BROUGHT = "carried-into"  # the text boxes of this room that have taken it
_SPANS = "carried-spans"  # the last sentence that had hidden words, and their places in it
_SPANS_DUE = "carried-spans-due"  # whether they are still to be hidden in this room


def note_page(path: str) -> None:
    """Record which page is drawn. Call this before it is.

    Args:
        path: The last part of its address.
    """
    before = st.session_state.get(_PAGE)
    st.session_state[_PAGE] = path
    if before != path or is_history_navigation():
        comes = before is not None and not is_history_navigation()
        st.session_state[_REACHED], st.session_state[_BROUGHT] = path if comes else None, frozenset()
        st.session_state[_SPANS_DUE] = comes


def restore_carried(room: str, *, opener: str) -> None:
    """Put the last room's sentence and model into this room. Call this before any widget is drawn.

    Args:
        room: The path of the room.
        opener: Its default sentence.
    """
    if st.session_state.get(_REACHED) != room:
        return
    st.session_state[_REACHED] = None
    carried: dict[str, str] = st.session_state.get(_CARRIED, {})
    if SENTENCE not in st.query_params:
        st.session_state[SENTENCE] = carried.get(SENTENCE, opener)
        if SENTENCE in carried:
            st.query_params[SENTENCE] = carried[SENTENCE]
    if MODEL in carried and MODEL not in st.query_params:
        st.query_params[MODEL] = carried[MODEL]


def carried_sentence(room: str, box: str) -> str | None:
    """The sentence of the last room, for a text box of a room that has no sentence box; None except the first time.

    Args:
        room: The path of the room.
        box: The name of the text box in the link.
    """
    brought: frozenset[str] = st.session_state.get(_BROUGHT, frozenset())
    if st.session_state.get(_REACHED) != room or box in brought:
        return None
    st.session_state[_BROUGHT] = brought | {box}
    carried: dict[str, str] = st.session_state.get(_CARRIED, {})
    return carried.get(SENTENCE)


def carried_model() -> str | None:
    """The id of the last room's model; None if its link named none."""
    carried: dict[str, str] = st.session_state.get(_CARRIED, {})
    return carried.get(MODEL)


def save_carried(*, opener: str) -> None:
    """Store this room's sentence and model for the next one. Call this after its box is drawn.

    Args:
        opener: The room's default sentence, which is not taken along.
    """
    sentence: str = st.session_state[SENTENCE]
    shown = {} if sentence == opener else {SENTENCE: sentence}
    model = st.query_params.get(MODEL)
    st.session_state[_CARRIED] = shown if model is None else {**shown, MODEL: model}


def save_spans(sentence: str, spans: Sequence[tuple[int, int]]) -> None:
    """Store which words a visitor has hidden, as their first code points and those after their last ones."""
    st.session_state[_SPANS] = (sentence, tuple(spans))


def carried_spans(sentence: str) -> tuple[tuple[int, int], ...]:
    """The hidden words of the last room if it had this sentence; empty except on arrival."""
    if not st.session_state.pop(_SPANS_DUE, False):
        return ()
    carried: tuple[str, tuple[tuple[int, int], ...]] = st.session_state.get(_SPANS, ("", ()))
    return carried[1] if carried[0] == sentence else ()
