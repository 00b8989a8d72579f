"""What goes with a visitor from room to room: the sentence and the model.

The navigation leaves the link's parameters behind, and Streamlit gives a text back to the next page's box only if it
was typed, not if it came by a link. So what a room showed last is remembered for the visit, and given to the next room
unless its link says otherwise.
"""

import streamlit as st

_CARRIED, _ROOM = "carried", "carried-room"
_BOXES, _PARAMETERS = ("sentence",), ("model",)


def bring(room: str) -> None:
    """Bring along what another room showed last. To be called before any widget of ``room`` is drawn."""
    arrived = st.session_state.get(_ROOM) != room
    st.session_state[_ROOM] = room
    if not arrived:
        return
    for name, value in st.session_state.get(_CARRIED, {}).items():
        if name in st.query_params:
            continue
        if name in _BOXES:
            st.session_state[name] = value
        else:
            st.query_params[name] = value


def remember(sentence: str) -> None:
    """Remember what this room shows, for the next one."""
    linked = {name: st.query_params[name] for name in _PARAMETERS if name in st.query_params}
    st.session_state[_CARRIED] = {"sentence": sentence, **linked}
