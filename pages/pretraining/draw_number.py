"""The number of a random draw, which the link holds, so that everybody sees the same draw."""

import streamlit as st

from pages.parts.layout import settings_place
from pages.parts.presenting import hides_controls
from pages.parts.settings import number, write_number

DRAW, DEFAULT_DRAW, DRAW_LIMIT = "throw", 3, 1000


def draw_number() -> int:
    """Choose the number of the draw; a button draws the next."""
    drawn = number("Draw number", DRAW, low=1, high=DRAW_LIMIT, default=DEFAULT_DRAW)
    if not hides_controls():
        with settings_place():
            st.button("Draw again", icon=":material/casino:", key="again", on_click=_again, args=(drawn,))
    return drawn


def _again(drawn: int) -> None:
    write_number(DRAW, drawn % DRAW_LIMIT + 1, default=DEFAULT_DRAW)
