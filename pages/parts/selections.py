"""Where an element of our own begins that a visitor then moves about in by themselves.

Such an element reports what was chosen in it, the link holds that, and a change of what it is sent would send
everything again. So it is told where to be only when it first shows something, or when the link comes to say what the
visitor did not choose there.
"""

from typing import TypeVar

import streamlit as st

Choice = TypeVar("Choice")


def initial_selection(key: str, name: str, wanted: Choice) -> Choice:
    """Where the element begins.

    Args:
        key: Of the element.
        name: What it shows: something else begins anew.
        wanted: What the link says now.
    """
    remembered: tuple[str, Choice, Choice] | None = st.session_state.get(_memory(key))  # what, beginning, last told
    if remembered is None or remembered[0] != name or remembered[2] != wanted:
        remembered = st.session_state[_memory(key)] = (name, wanted, wanted)
    return remembered[1]


def report_selection(key: str, chosen: object) -> None:
    """Remember what the element has reported, which the link says from now on."""
    name, begin, _ = st.session_state[_memory(key)]
    st.session_state[_memory(key)] = (name, begin, chosen)


def _memory(key: str) -> str:
    return f"{key}-memory"
