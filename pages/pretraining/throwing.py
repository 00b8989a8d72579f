"""Throws of the dice have numbers, so that a link shows the same one to everybody."""

import streamlit as st

from pages.parts.settings import number, write
from pages.parts.stage import settings_place

THROW, USUAL, MOST = "throw", 3, 1000


def throw_number() -> int:
    """Which throw is shown, with a button for the next."""
    thrown = number("Throw", THROW, low=1, high=MOST, usual=USUAL)
    with settings_place():
        st.button("Throw again", icon=":material/casino:", key="again", on_click=_again, args=(thrown,))
    return thrown


def _again(thrown: int) -> None:
    write(THROW, thrown % MOST + 1, usual=USUAL)
