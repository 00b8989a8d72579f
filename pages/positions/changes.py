"""The change of word order that a visitor chooses; the link holds it."""

import streamlit as st

from components.model.user_errors import UserError
from components.positions.model.results import Arrangement, OrderChange, Shift, Shuffle, Swap
from components.positions.model.word_groups import word_groups
from components.positions.tables.figure import MAX_SHOWN_POSITIONS
from components.tables.attention_weights import token_label
from pages.parts.layout import settings_place
from pages.parts.links.notes import report_link_value
from pages.parts.presenting import hides_controls
from pages.parts.sentence.context import BlankContext
from pages.parts.settings import choice, number, option, set_choice, write_number
from pages.positions.context import PositionsContext
from pages.positions.inputs import BOX, ORDER_OF_WORDS, SWAP_FIRST, SWAP_SECOND

SWAP, SHUFFLE, SHIFT, DRAG = "Swap two words", "Shuffle the words", "Shift by k", "Drag the words"
KIND, SEED, BY = "change", "seed", "by"
MAX_SEED = 999
DEFAULT_SHIFT = 100
MAX_ORDER_CHARACTERS = 2_500  # in the link


def choose_change(context: PositionsContext, blank_context: BlankContext) -> OrderChange:
    """Draw the settings of the change, and return it.

    Raises:
        UserError: There are not two different words to swap.
    """
    kind = choice("Change", KIND, [SWAP, SHUFFLE, SHIFT, DRAG])
    if kind == SHUFFLE:
        return _choose_shuffle()
    if kind == SHIFT:
        limit = max(0, min(context.encoding.max_positions, MAX_SHOWN_POSITIONS) - len(blank_context.tokens))
        return Shift(number("Positions (k)", BY, low=0, high=limit, default=min(DEFAULT_SHIFT, limit)))
    if kind == DRAG:
        return _linked_arrangement(blank_context)
    return _choose_swap(blank_context)


def write_arrangement(words: tuple[int, ...]) -> None:
    """Write an order made by hand to the link."""
    set_choice(KIND, DRAG)
    st.query_params[ORDER_OF_WORDS] = "-".join(map(str, words))


def _linked_arrangement(blank_context: BlankContext) -> Arrangement:
    """The order in the link; the original order if the link has none that fits this sentence."""
    groups, words = word_groups(blank_context.tokens, blank_context.blanks)
    default = tuple(groups[n][0] for n in words)
    text = st.query_params.get(ORDER_OF_WORDS, "")
    parts = text.split("-") if len(text) <= MAX_ORDER_CHARACTERS else []
    linked = tuple(int(part) for part in parts if part.isdecimal() and len(part) < 4)
    if text and sorted(linked) != sorted(default):
        report_link_value(ORDER_OF_WORDS, None)
        linked = ()
    if not hides_controls():
        with settings_place():
            st.markdown("**Drag a word** onto another to swap them.")
    return Arrangement(linked or default)


def _choose_shuffle() -> Shuffle:
    seed = number("Shuffle number", SEED, low=0, high=MAX_SEED, default=0)
    if not hides_controls():
        with settings_place():
            st.button(
                "Shuffle again",
                key="order-again",
                on_click=write_number,
                args=(SEED, (seed + 1) % (MAX_SEED + 1)),
                kwargs={"default": 0},
            )
    return Shuffle(seed)


def _choose_swap(blank_context: BlankContext) -> Swap:
    """Draw lists of two words to swap; by default the preset's words, or the first and the last.

    Raises:
        UserError: The sentence has fewer than two words, or both lists have the same one.
    """
    blanks = set(blank_context.blanks)
    words = [
        p for p in blank_context.tokens.maskable if p not in blanks and not blank_context.tokens.items[p].continues
    ]
    if len(words) < 2:
        raise UserError("There are no two words to swap. Type a longer sentence.")
    # Counted from 1 with [CLS], as in the lists of the other rooms; positions themselves are counted from 0.
    labels = [f"{p + 1}. {token_label(blank_context.tokens.items[p])}" for p in words]
    default = _preset_swap(blank_context, words) or (0, len(words) - 1)
    first = option("Swap", SWAP_FIRST, labels, default=default[0])
    second = option("with", SWAP_SECOND, labels, default=default[1])
    if first == second:
        raise UserError("Choose two different words.")
    return Swap(words[first], words[second])


def _preset_swap(blank_context: BlankContext, words: list[int]) -> tuple[int, int] | None:
    """The indices, among all words, of the two words that the current preset swaps; None without a preset."""
    preset = BOX.find_example(blank_context.sentence)
    if preset is None:
        return None
    texts = [blank_context.tokens.items[p].text.lower() for p in words]
    first, second = preset.swap
    return (texts.index(first), texts.index(second)) if first in texts and second in texts else None
