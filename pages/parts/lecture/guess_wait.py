"""What an audience does not get yet: the answer of a page that waits for a guess, or for its lecturer.

The projector hides it on the screen. Phones follow the projector's link, so the link is kept back, too.
"""

import streamlit as st

_QUESTION = "guess-asked"  # the question that waits for a guess


def wait_for_guess(question: str) -> None:
    """Note that the page waits for a guess at this question."""
    st.session_state[_QUESTION] = question


def stop_waiting() -> str | None:
    """Note that the page waits for no guess; the question that it waited for, if it did."""
    question: str | None = st.session_state.pop(_QUESTION, None)
    return question


def waits_for_guess() -> bool:
    """Whether the page waits for a guess."""
    return _QUESTION in st.session_state
