"""The change of order that a visitor makes. The link holds it."""

import streamlit as st

from components.model.user_errors import UserError
from components.positions.model.results import Arrangement, OrderChange, Shift, Shuffle, Swap
from components.positions.model.word_groups import word_groups
from components.positions.tables.figure import MAX_SHOWN_POSITIONS
from components.tables.labels import token_label
from pages.parts.layout import settings_place
from pages.parts.links.notes import report_link_value
from pages.parts.presenting import hides_controls
from pages.parts.sentence.context import BlankContext
from pages.parts.settings import choice, number, option, set_choice, write_number
from pages.positions.context import PositionsContext
from pages.positions.inputs import BOX, ONE, ORDER_OF_WORDS, TWO

SWAP, SHUFFLE, SHIFT, DRAG = "Swap two words", "Shuffle the words", "Shift by k", "Drag the words"
KIND, SEED, BY = "change", "seed", "by"
MOST_SEEDS = 999
USUAL_SHIFT = 100
MOST_OF_AN_ORDER = 2_500  # characters of a link


def choose_change(at: PositionsContext, blanked: BlankContext) -> OrderChange:
    """What is done to the order.

    Raises:
        UserError: There are no two words to swap.
    """
    kind = choice("Change", KIND, [SWAP, SHUFFLE, SHIFT, DRAG])
    if kind == SHUFFLE:
        return _shuffled()
    if kind == SHIFT:
        most = max(0, min(at.encoding.max_positions, MAX_SHOWN_POSITIONS) - len(blanked.tokens))
        return Shift(number("Positions (k)", BY, low=0, high=most, default=min(USUAL_SHIFT, most)))
    if kind == DRAG:
        return _arranged(blanked)
    return _swapped(blanked)


def write_arrangement(words: tuple[int, ...]) -> None:
    """Put an order made by hand into the link."""
    set_choice(KIND, DRAG)
    st.query_params[ORDER_OF_WORDS] = "-".join(map(str, words))


def _arranged(blanked: BlankContext) -> Arrangement:
    """The order that the link holds; the words as they stand where it holds none of this sentence."""
    groups, words = word_groups(blanked.tokens, blanked.blanks)
    usual = tuple(groups[n][0] for n in words)
    text = st.query_params.get(ORDER_OF_WORDS, "")
    parts = text.split("-") if len(text) <= MOST_OF_AN_ORDER else []
    linked = tuple(int(part) for part in parts if part.isdecimal() and len(part) < 4)
    if text and sorted(linked) != sorted(usual):
        report_link_value(ORDER_OF_WORDS, None)
        linked = ()
    if not hides_controls():
        with settings_place():
            st.markdown("**Drag a word** onto another to swap them.")
    return Arrangement(linked or usual)


def _shuffled() -> Shuffle:
    seed = number("Shuffle number", SEED, low=0, high=MOST_SEEDS, default=0)
    if not hides_controls():
        with settings_place():
            st.button(
                "Shuffle again",
                key="order-again",
                on_click=write_number,
                args=(SEED, (seed + 1) % (MOST_SEEDS + 1)),
                kwargs={"usual": 0},
            )
    return Shuffle(seed)


def _swapped(blanked: BlankContext) -> Swap:
    """Two words from lists; those of the preset, or else the first and the last."""
    blanks = set(blanked.blanks)
    words = [p for p in blanked.tokens.maskable if p not in blanks and not blanked.tokens.items[p].continues]
    if len(words) < 2:
        raise UserError("There are no two words to swap. Type a longer sentence.")
    labels = [f"{p}. {token_label(blanked.tokens.items[p])}" for p in words]
    usual = _of_preset(blanked, words) or (0, len(words) - 1)
    one = option("Swap", ONE, labels, default=usual[0])
    two = option("with", TWO, labels, default=usual[1])
    if one == two:
        raise UserError("Choose two different words.")
    return Swap(words[one], words[two])


def _of_preset(blanked: BlankContext, words: list[int]) -> tuple[int, int] | None:
    """The words that the preset on the screen is about, as numbers among all words."""
    preset = BOX.find_example(blanked.sentence)
    if preset is None:
        return None
    texts = [blanked.tokens.items[p].text.lower() for p in words]
    one, other = preset.swap
    return (texts.index(one), texts.index(other)) if one in texts and other in texts else None
