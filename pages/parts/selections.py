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
    remembered: tuple[str, Choice, Choice, int] | None = st.session_state.get(_memory(key))
    if remembered is None or remembered[0] != name or remembered[2] != wanted:
        times = 1 if remembered is None else remembered[3] + 1
        # Content, initial selection, last known selection, how often the element has begun.
        remembered = st.session_state[_memory(key)] = (name, wanted, wanted, times)
    return remembered[1]


def times_begun(key: str) -> int:
    """How often :func:`initial_selection` has given a selection to begin with.

    An element that has it among its data begins anew also where Back leads to the selection that it began with before.
    0 before the first time.
    """
    remembered = st.session_state.get(_memory(key))
    return 0 if remembered is None else int(remembered[3])


def report_selection(key: str, chosen: object) -> None:
    """Store the selection that the element reported, which is about to be written into the link."""
    name, begin, _, times = st.session_state[_memory(key)]
    st.session_state[_memory(key)] = (name, begin, chosen, times)


def _memory(key: str) -> str:
    return f"{key}-memory"
