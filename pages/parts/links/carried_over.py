"""The sentence and the model that visitors take along from room to room.

The navigation drops most parameters of the link. So the sentence and the model of a room are stored for the visit and
put into the next room, unless its link sets them. After Back, the address alone counts. A room's default sentence is
not taken along: every room has its own.
"""

import streamlit as st

from pages.parts.links.address import is_history_navigation
from pages.parts.links.parameters import MODEL, SENTENCE

_CARRIED, _ROOM = "carried", "carried-room"


def restore_carried(room: str, *, opener: str) -> None:
    """Put the last room's sentence and model into this room. Call this before any widget is drawn.

    Args:
        room: The path of the room.
        opener: Its default sentence.
    """
    if not _came_from_another(room) or is_history_navigation():
        return
    carried: dict[str, str] = st.session_state.get(_CARRIED, {})
    if SENTENCE not in st.query_params:
        st.session_state[SENTENCE] = carried.get(SENTENCE, opener)
        if SENTENCE in carried:
            st.query_params[SENTENCE] = carried[SENTENCE]
    if MODEL in carried and MODEL not in st.query_params:
        st.query_params[MODEL] = carried[MODEL]


def carried_sentence(room: str) -> str | None:
    """The sentence of the last room, for a room without a sentence box; None except on arrival."""
    if not _came_from_another(room) or is_history_navigation():
        return None
    carried: dict[str, str] = st.session_state.get(_CARRIED, {})
    return carried.get(SENTENCE)


def _came_from_another(room: str) -> bool:
    """Whether the visitor has just come into ``room`` from another one. True at most once per arrival."""
    before = st.session_state.get(_ROOM)
    st.session_state[_ROOM] = room
    return before not in (None, room)


def save_carried(*, opener: str) -> None:
    """Store this room's sentence and model for the next one. Call this after its box is drawn.

    Args:
        opener: The room's default sentence, which is not taken along.
    """
    sentence: str = st.session_state[SENTENCE]
    shown = {} if sentence == opener else {SENTENCE: sentence}
    model = st.query_params.get(MODEL)
    st.session_state[_CARRIED] = shown if model is None else {**shown, MODEL: model}
