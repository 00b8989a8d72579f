"""Which of several blanks a way of asking is about."""

import streamlit as st

from components.model.refusal import NothingMasked
from pages.fill.situation import Situation
from pages.parts.presenting import controls_hidden, linked_choice


def choose_blank(at: Situation, *, key: str) -> int:
    """The number of a blank from 0, asked for where there are several; the link holds it.

    Raises:
        NothingMasked: There is no blank.
    """
    if not at.blanks:
        raise NothingMasked("Nothing is masked yet. Click a word below, or type [MASK] in the sentence.")
    if len(at.blanks) == 1:
        return 0
    names = [f"Blank {number}" for number in range(1, len(at.blanks) + 1)]
    if controls_hidden():
        return names.index(linked_choice(key, names))
    return names.index(st.selectbox("Which blank", names, key=key, bind="query-params") or names[0])
