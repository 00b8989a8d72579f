"""Whether the page withholds its answer because it waits for a guess.

The projector hides the answer on the screen. Phones follow the projector's link, so the link is withheld too.
"""

import streamlit as st

_QUESTION = "guess-asked"  # key of the question that waits for a guess


def wait_for_guess(question: str) -> None:
    """Record that the page waits for a guess at ``question``."""
    st.session_state[_QUESTION] = question


def stop_waiting() -> None:
    """Record that the page does not wait for a guess."""
    st.session_state.pop(_QUESTION, None)


def waits_for_guess() -> bool:
    """Whether the page waits for a guess."""
    return _QUESTION in st.session_state


def waiting_question() -> str:
    """The key of the question that the page waits for a guess at; empty if it does not wait."""
    question: str = st.session_state.get(_QUESTION, "")
    return question
