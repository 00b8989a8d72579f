"""Words as tiles that change places: drag one onto another, or choose one and then the other, by mouse, touch or keys.

Python owns the order and sends it with every run. The browser answers with the whole new order and not with the two
words that were exchanged, so that an answer that comes late or twice still means the same thing.
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
    """One word where it stands now.

    Attributes:
        text: The whole word.
        word: What it is known by; None for what stays where it is, a blank or a mark.
        moved: Whether another stood there before.
    """

    text: str
    word: int | None
    moved: bool = False


def word_order(tiles: Sequence[Tile], *, key: str, on_order: Callable[[tuple[int, ...]], None]) -> None:
    """Draw the tiles.

    Args:
        tiles: In the order in which they stand now.
        key: Key of the widget in ``st.session_state``.
        on_order: Called before the rerun with the words in their new order.
    """
    words = sorted(tile.word for tile in tiles if tile.word is not None)

    def changed() -> None:
        order = _order(st.session_state.get(key), words)
        if order is not None:
            on_order(order)

    _mount(key=key, data={"tiles": [asdict(tile) for tile in tiles]}, on_order_change=changed)


def _order(state: object, words: Sequence[int]) -> tuple[int, ...] | None:
    """The order in an answer of any shape; None where it is not one of these words."""
    order = getattr(state, "order", None)
    if not isinstance(order, list) or len(order) != len(words):
        return None
    # `type` and not isinstance: True is an int to isinstance.
    if not all(type(word) is int for word in order) or sorted(order) != list(words):
        return None
    return tuple(order)
