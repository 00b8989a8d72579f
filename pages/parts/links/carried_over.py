"""What goes with a visitor from room to room: the sentence and the model.

The navigation leaves most of the link's parameters behind. So what a room shows is remembered for the visit, and
brought into the next room, unless its link says otherwise. A room that a visitor goes back to is what its address
says. A sentence that a room itself began with stays there: every room has its own.
"""

import streamlit as st

from pages.parts.links.address import is_history_navigation

_CARRIED, _ROOM = "carried", "carried-room"
_SENTENCE, _MODEL = "sentence", "model"


def restore_carried(room: str, *, opener: str) -> None:
    """Bring along what another room showed last. To be called before any widget of the room is drawn.

    Args:
        room: The path of the room a visitor is in now.
        opener: The sentence that it begins with.
    """
    if not _came_from_another(room) or is_history_navigation():
        return
    carried: dict[str, str] = st.session_state.get(_CARRIED, {})
    if _SENTENCE not in st.query_params:
        st.session_state[_SENTENCE] = carried.get(_SENTENCE, opener)
        if _SENTENCE in carried:
            st.query_params[_SENTENCE] = carried[_SENTENCE]
    if _MODEL in carried and _MODEL not in st.query_params:
        st.query_params[_MODEL] = carried[_MODEL]


def carried_sentence(room: str) -> str | None:
    """The sentence that another room showed last, once: for a room that has no box for it, as a visitor arrives."""
    if not _came_from_another(room) or is_history_navigation():
        return None
    carried: dict[str, str] = st.session_state.get(_CARRIED, {})
    return carried.get(_SENTENCE)


def _came_from_another(room: str) -> bool:
    """Whether a visitor comes into ``room`` from another one; asked once, since they are there then."""
    before = st.session_state.get(_ROOM)
    st.session_state[_ROOM] = room
    return before not in (None, room)


def save_carried(*, opener: str) -> None:
    """Remember what this room shows, for the next one. To be called once its box is drawn.

    Args:
        opener: The sentence that the room begins with.
    """
    sentence: str = st.session_state[_SENTENCE]
    shown = {} if sentence == opener else {_SENTENCE: sentence}
    model = st.query_params.get(_MODEL)
    st.session_state[_CARRIED] = shown if model is None else {**shown, _MODEL: model}
