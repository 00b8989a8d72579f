"""Initial selections of custom elements that keep their own selection afterwards.

Such an element reports the visitor's selection, which goes into the link. Sending the selection back would resend the
element's whole data. So an element gets an initial selection only when its content changes, or when the link changes
to a selection that was not made in the element.
"""

from typing import TypeVar

import streamlit as st

Choice = TypeVar("Choice")


def initial_selection(key: str, name: str, wanted: Choice) -> Choice:
    """The selection that the element starts with.

    Args:
        key: Of the element.
        name: Identifies its content; new content starts anew.
        wanted: The selection in the link.
    """
    remembered: tuple[str, Choice, Choice] | None = st.session_state.get(
        _memory(key)
    )  # content, initial selection, last known selection
    if remembered is None or remembered[0] != name or remembered[2] != wanted:
        remembered = st.session_state[_memory(key)] = (name, wanted, wanted)
    return remembered[1]


def report_selection(key: str, chosen: object) -> None:
    """Store the selection that the element reported, which is about to be written into the link."""
    name, begin, _ = st.session_state[_memory(key)]
    st.session_state[_memory(key)] = (name, begin, chosen)


def _memory(key: str) -> str:
    return f"{key}-memory"
