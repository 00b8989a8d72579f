"""The change of word order that a visitor makes; the link holds it."""

import streamlit as st

from components.model.user_errors import UserError
from components.positions.model.results import Arrangement, OrderChange, Shuffle, Swap
from components.positions.model.word_groups import word_groups
from pages.parts.layout import rare_settings, settings_place
from pages.parts.links.notes import report_link_value
from pages.parts.presenting import hides_controls
from pages.parts.sentence.context import BlankContext
from pages.parts.settings import linked_choice, linked_number, write_number
from pages.positions.inputs import BOX, ORDER_OF_WORDS, SWAP_FIRST, SWAP_SECOND

SWAP, SHUFFLE, DRAG = "Swap two words", "Shuffle the words", "Drag the words"
KIND, SEED = "change", "seed"
MAX_SEED = 999
MAX_ORDER_CHARACTERS = 2_500  # in the link


def choose_change(blank_context: BlankContext) -> OrderChange:
    """The change in the link, by default a swap of two words; a button shuffles all words.

    Raises:
        UserError: There are not two words to swap.
    """
    kind = linked_choice(KIND, [SWAP, SHUFFLE, DRAG])
    seed = linked_number(SEED, low=0, high=MAX_SEED, default=0) if kind == SHUFFLE else MAX_SEED
    if not hides_controls():
        with rare_settings(), settings_place():
            st.button(
                "Shuffle the words",
                icon=":material/shuffle:",
                key="order-again",
                on_click=_shuffle,
                args=((seed + 1) % (MAX_SEED + 1),),
            )
    if kind == SHUFFLE:
        return Shuffle(seed)
    return _linked_arrangement(blank_context) if kind == DRAG else _linked_swap(blank_context)


def write_arrangement(words: tuple[int, ...]) -> None:
    """Write an order made by hand to the link."""
    st.query_params[KIND] = DRAG
    st.query_params[ORDER_OF_WORDS] = "-".join(map(str, words))


def _shuffle(seed: int) -> None:
    st.query_params[KIND] = SHUFFLE
    write_number(SEED, seed, default=0)


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
    return Arrangement(linked or default)


def _linked_swap(blank_context: BlankContext) -> Swap:
    """Two words by the link; by default the preset's words, or the first and the last.

    Raises:
        UserError: The sentence has fewer than two words.
    """
    blanks = set(blank_context.blanks)
    words = [
        p for p in blank_context.tokens.maskable if p not in blanks and not blank_context.tokens.items[p].continues
    ]
    if len(words) < 2:
        raise UserError("There are no two words to swap. Type a longer sentence.")
    default = _preset_swap(blank_context, words) or (0, len(words) - 1)
    first, second = (
        linked_number(name, low=0, high=len(words) - 1, default=place)
        for name, place in zip((SWAP_FIRST, SWAP_SECOND), default, strict=True)
    )
    return Swap(*(words[place] for place in (default if first == second else (first, second))))


def _preset_swap(blank_context: BlankContext, words: list[int]) -> tuple[int, int] | None:
    """The indices, among all words, of the two words that the current preset swaps; None without a preset."""
    preset = BOX.find_example(blank_context.sentence)
    if preset is None:
        return None
    texts = [blank_context.tokens.items[p].text.lower() for p in words]
    first, second = preset.swap
    return (texts.index(first), texts.index(second)) if first in texts and second in texts else None
