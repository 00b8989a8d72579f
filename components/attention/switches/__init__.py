"""Attention heads as switches: a grid with an answer's probability without each head, and bars that slide.

Every head is a button that says whether it is on. The browser answers with all heads that are off and not with the one
that was clicked, so that an answer that comes late or twice still means the same thing.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import streamlit as st

from components.widgets.canvas import is_index
from components.widgets.custom_element import custom_element

__all__ = ["Head", "HeadEffects", "WordBar", "head_switches"]

Head = tuple[int, int]  # layer and head, from 0
_mount = custom_element("riverbank_head_switches", Path(__file__).with_name("head_switches"))


@dataclass(frozen=True, slots=True)
class WordBar:
    """The probability of one word, with all heads and without those that are off.

    ``before_text`` and ``after_text`` are the same as people read them; ``followed`` marks the answer.
    """

    word: str
    before: float
    after: float
    before_text: str
    after_text: str
    followed: bool = False


@dataclass(frozen=True, slots=True)
class HeadEffects:
    """The answer with all heads, ``before``, in percent, and without each head, in the order of layers and heads.

    ``bits`` are what it loses without the head, and colour its switch; ``percent`` is what is left, as text.
    """

    before: str
    bits: Iterable[float]
    percent: Iterable[str]


def head_switches(
    shape: tuple[int, int],
    off: Collection[Head],
    words: Sequence[WordBar],
    *,
    effects: HeadEffects | None,
    answer: str,
    key: str,
    on_switch: Callable[[frozenset[Head]], None],
) -> None:
    """Draw the grid and the bars.

    Args:
        shape: Layers, and heads in a layer.
        off: The heads that are off.
        words: The bars, from top to bottom.
        effects: What the answer is without each head; None where that is not known yet.
        answer: The word.
        key: Key of the widget in ``st.session_state``.
        on_switch: Called before the rerun with the heads that are to be off.
    """
    layers, heads = shape

    def changed() -> None:
        chosen = _off(st.session_state.get(key), shape)
        if chosen is not None:
            on_switch(chosen)

    data = {
        "layers": layers,
        "heads": heads,
        "off": [list(place) for place in sorted(off)],
        "effects": effects and {"before": effects.before, "bits": [*effects.bits], "percent": [*effects.percent]},
        "answer": answer,
        "words": [asdict(word) for word in words],
    }
    _mount(key=key, data=data, on_off_change=changed)


def _off(state: object, shape: tuple[int, int]) -> frozenset[Head] | None:
    """The heads in an answer of any shape; None where it is not a list of heads of this model."""
    off = getattr(state, "off", None)
    layers, heads = shape
    if not isinstance(off, list) or len(off) > layers * heads:
        return None
    for place in off:
        if not isinstance(place, list) or len(place) != 2:
            return None
        if not (is_index(place[0], layers) and is_index(place[1], heads)):
            return None
    return frozenset((layer, head) for layer, head in off)
