"""Which of several blanks a way of asking is about, and which word to follow there."""

from collections.abc import Sequence

import streamlit as st

import cache
from components.model.evidence_results import PossibleAnswer
from components.model.refusal import NothingMasked
from pages.parts.presenting import controls_hidden, linked_choice
from pages.parts.situation import Situation

WIDTH = 360  # pixels


def which_blank(at: Situation, *, key: str) -> int:
    """The position of the blank asked about; a list where there are several.

    Raises:
        NothingMasked: There is none.
    """
    if not at.blanks:
        raise NothingMasked("Nothing is masked yet. Click a word above, or type [MASK] in the sentence.")
    if len(at.blanks) == 1:
        return at.blanks[0]
    labels = [_named(at, number, position) for number, position in enumerate(at.blanks, 1)]
    return at.blanks[_choice("Which blank?", labels, key=f"{key}-blank")]


def which_answer(at: Situation, position: int, *, key: str, hidden_first: bool = False) -> PossibleAnswer:
    """The word followed at a blank: the model's first choice, unless a visitor names another.

    With ``hidden_first`` it is the word that stood there, where one was hidden.
    """
    options = cache.possible_answers(at.model.id, at.sentence, at.masked, position)
    if hidden_first:
        options = tuple(sorted(options, key=lambda option: not option.hidden))
    labels = [
        f"{option.rank:,}. {shown(option)}" + (" (the hidden word)" if option.hidden else "") for option in options
    ]
    return options[_choice("Which word to follow?", labels, key=f"{key}-answer")]


def shown(answer: PossibleAnswer) -> str:
    """A word as it is shown: a piece that goes on with the word before it begins with an ellipsis."""
    return f"…{answer.text}" if answer.continues else answer.text


def _named(at: Situation, number: int, position: int) -> str:
    token = at.tokens.items[position]
    return f"blank {number}" if token.typed_mask else f"blank {number} (“{token.text}”)"


def _choice(label: str, options: Sequence[str], *, key: str) -> int:
    """The number of the chosen option, from 0. The link holds its text, and a link to another sentence names none."""
    if controls_hidden():
        return options.index(linked_choice(key, options))
    return options.index(st.selectbox(label, options, key=key, bind="query-params", width=WIDTH))
