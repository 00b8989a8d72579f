"""The change of order that a visitor makes. The link holds it."""

import streamlit as st

from components.model.position_order_results import Change, Shifted, Shuffled, Swapped
from components.model.refusal import Refusal
from components.tables.attention import token_label
from components.tables.position_figure import MOST_POSITIONS
from pages.parts.presenting import controls_hidden
from pages.parts.situation import Situation
from pages.positions.sentence import ONE, TWO, preset_of
from pages.positions.settings import listed, number, one_of, write
from pages.positions.situation import Here

SWAP, SHUFFLE, SHIFT = "Swap two words", "Shuffle the words", "Shift by k"
SEED, BY = "seed", "by"
MOST_SEEDS = 999
USUAL_SHIFT = 100


def change_made(here: Here, at: Situation) -> Change:
    """What is done to the order.

    Raises:
        Refusal: There are no two words to swap.
    """
    kind = one_of("What to change", "change", [SWAP, SHUFFLE, SHIFT])
    if kind == SHUFFLE:
        return _shuffled()
    if kind == SHIFT:
        most = max(0, min(here.found.positions, MOST_POSITIONS) - len(at.tokens))
        return Shifted(number("Shift by k positions", BY, low=0, high=most, usual=min(USUAL_SHIFT, most)))
    return _swapped(at)


def _shuffled() -> Shuffled:
    if controls_hidden():
        return Shuffled(number("Which shuffle", SEED, low=0, high=MOST_SEEDS, usual=0))
    left, right = st.columns([3, 1.3], vertical_alignment="bottom")
    with left:
        seed = number("Which shuffle", SEED, low=0, high=MOST_SEEDS, usual=0)
    with right:
        st.button(
            "Shuffle again",
            key="order-again",
            on_click=write,
            args=(SEED, (seed + 1) % (MOST_SEEDS + 1)),
            kwargs={"usual": 0},
        )
    return Shuffled(seed)


def _swapped(at: Situation) -> Swapped:
    """Two words from lists; those of the preset, or else the first and the last."""
    blanks = set(at.blanks)
    words = [p for p in at.tokens.maskable if p not in blanks and not at.tokens.items[p].continues]
    if len(words) < 2:
        raise Refusal("There are no two words to swap beside the blank. Please type a longer sentence.")
    labels = [f"{p}. {token_label(at.tokens.items[p])}" for p in words]
    usual = _of_preset(at, words) or (0, len(words) - 1)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        one = listed("This word", ONE, labels, usual=usual[0])
        two = listed("and that one", TWO, labels, usual=usual[1])
    if one == two:
        raise Refusal("A word swapped with itself stays where it is. Please choose two words.")
    return Swapped(words[one], words[two])


def _of_preset(at: Situation, words: list[int]) -> tuple[int, int] | None:
    """The words that the preset on the screen is about, as numbers among all words."""
    preset = preset_of(at.sentence)
    if preset is None:
        return None
    texts = [at.tokens.items[p].text.lower() for p in words]
    one, other = preset.swap
    return (texts.index(one), texts.index(other)) if one in texts and other in texts else None
