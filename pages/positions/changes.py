"""The change of order that a visitor makes. The link holds it."""

import streamlit as st

from components.model.user_errors import UserError
from components.positions.model.results import Change, Shifted, Shuffled, Swapped
from components.positions.tables.figure import MOST_POSITIONS
from components.tables.labels import token_label
from pages.parts.context import BlankContext
from pages.parts.lecture.presenting import controls_hidden
from pages.parts.settings import choice, number, option, write
from pages.parts.stage import settings_place
from pages.positions.context import PositionsContext
from pages.positions.inputs import BOX, ONE, TWO

SWAP, SHUFFLE, SHIFT = "Swap two words", "Shuffle the words", "Shift by k"
SEED, BY = "seed", "by"
MOST_SEEDS = 999
USUAL_SHIFT = 100


def change_made(at: PositionsContext, blanked: BlankContext) -> Change:
    """What is done to the order.

    Raises:
        UserError: There are no two words to swap.
    """
    kind = choice("What to change", "change", [SWAP, SHUFFLE, SHIFT])
    if kind == SHUFFLE:
        return _shuffled()
    if kind == SHIFT:
        most = max(0, min(at.found.positions, MOST_POSITIONS) - len(blanked.tokens))
        return Shifted(number("Shift by k positions", BY, low=0, high=most, usual=min(USUAL_SHIFT, most)))
    return _swapped(blanked)


def _shuffled() -> Shuffled:
    seed = number("Which shuffle", SEED, low=0, high=MOST_SEEDS, usual=0)
    if not controls_hidden():
        with settings_place():
            st.button(
                "Shuffle again",
                key="order-again",
                on_click=write,
                args=(SEED, (seed + 1) % (MOST_SEEDS + 1)),
                kwargs={"usual": 0},
            )
    return Shuffled(seed)


def _swapped(blanked: BlankContext) -> Swapped:
    """Two words from lists; those of the preset, or else the first and the last."""
    blanks = set(blanked.blanks)
    words = [p for p in blanked.tokens.maskable if p not in blanks and not blanked.tokens.items[p].continues]
    if len(words) < 2:
        raise UserError("There are no two words to swap beside the blank. Please type a longer sentence.")
    labels = [f"{p}. {token_label(blanked.tokens.items[p])}" for p in words]
    usual = _of_preset(blanked, words) or (0, len(words) - 1)
    one = option("This word", ONE, labels, usual=usual[0])
    two = option("and that one", TWO, labels, usual=usual[1])
    if one == two:
        raise UserError("A word swapped with itself stays where it is. Please choose two words.")
    return Swapped(words[one], words[two])


def _of_preset(blanked: BlankContext, words: list[int]) -> tuple[int, int] | None:
    """The words that the preset on the screen is about, as numbers among all words."""
    preset = BOX.example_of(blanked.sentence)
    if preset is None:
        return None
    texts = [blanked.tokens.items[p].text.lower() for p in words]
    one, other = preset.swap
    return (texts.index(one), texts.index(other)) if one in texts and other in texts else None
