"""Pairs of sentences side by side, each with a model's yes or no and the share of 1,000 such pairs that get a yes."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from components.widgets.canvas import STAGE_STYLE
from components.widgets.custom_element import custom_element

__all__ = ["pair_cards"]

_mount = custom_element(
    "riverbank_pair_cards",
    Path(__file__).with_name("pair_cards"),
    html='<div class="stage"><div class="cards"></div></div>',
    base=STAGE_STYLE,
)


def pair_cards(pairs: Sequence[Mapping[str, object]], *, key: str) -> None:
    """Draw the pairs.

    Args:
        pairs: As `components.pretraining.tables.next_sentence.displayed_pairs` makes them.
        key: Key of the widget.
    """
    data = {"pairs": list(pairs)}
    _mount(key=key, data=data, taken=lambda: data)
