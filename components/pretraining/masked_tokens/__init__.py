"""A masked sentence: the chosen tokens, what replaces them, and the loss on each.

The browser only animates the chosen tokens, unless the visitor prefers reduced motion.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from components.widgets.custom_element import custom_element

__all__ = ["masked_tokens"]

_mount = custom_element(
    "riverbank_masked_tokens",
    Path(__file__).with_name("masked_tokens"),
    html='<div class="room"><div class="pieces"></div></div>',
)


def masked_tokens(pieces: Sequence[Mapping[str, object]], *, key: str) -> None:
    """Draw the sentence.

    Args:
        pieces: As `components.pretraining.tables.masking.displayed_tokens` makes them.
        key: Key of the widget.
    """
    _mount(key=key, data={"pieces": list(pieces)})
