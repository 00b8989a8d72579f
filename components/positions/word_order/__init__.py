"""Words as tiles that can be swapped: drag one onto another, or select two, by mouse, touch or keyboard.

Python owns the order and sends it in every run. The browser answers with the whole new order and not with the two
swapped words, so that an answer that arrives late or twice means the same.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import streamlit as st

from components.widgets.custom_element import custom_element

__all__ = ["Tile", "word_order"]

_mount = custom_element("riverbank_word_order", Path(__file__).with_name("word_order"))


@dataclass(frozen=True, slots=True)
class Tile:
    """One word at its current place.

    Attributes:
        text: The whole word.
        word: Its id; None for a tile that cannot be moved, a blank or a special token.
        moved: Whether another word was here originally.
    """

    text: str
    word: int | None
    moved: bool = False


def word_order(tiles: Sequence[Tile], *, key: str, on_order: Callable[[tuple[int, ...]], None]) -> None:
    """Draw the tiles.

    Args:
        tiles: In their current order.
        key: Key of the widget in ``st.session_state``.
        on_order: Called before the rerun with the words' ids in their new order.
    """
    words = sorted(tile.word for tile in tiles if tile.word is not None)

    def changed() -> None:
        order = _order(st.session_state.get(key), words)
        if order is not None:
            on_order(order)

    _mount(key=key, data={"tiles": [asdict(tile) for tile in tiles]}, on_order_change=changed)


def _order(state: object, words: Sequence[int]) -> tuple[int, ...] | None:
    """The order in an unvalidated answer; None if it is not a permutation of ``words``."""
    order = getattr(state, "order", None)
    if not isinstance(order, list) or len(order) != len(words):
        return None
    # `type` and not isinstance: True is an int to isinstance.
    if not all(type(word) is int for word in order) or sorted(order) != list(words):
        return None
    return tuple(order)
