"""A sentence after a throw of the dice: the pieces that were chosen, what stands in their place, and what they cost.

Python owns everything; the browser lets the chosen pieces fall, one after the other, where motion is not unwanted.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from components.widgets.custom_element import custom_element

__all__ = ["throw"]

_mount = custom_element(
    "riverbank_throw", Path(__file__).with_name("throw"), html='<div class="room"><div class="pieces"></div></div>'
)


def throw(pieces: Sequence[Mapping[str, object]], *, key: str) -> None:
    """Draw the sentence.

    Args:
        pieces: As `components.pretraining.tables.tables.displayed_tokens` makes them.
        key: Key of the widget.
    """
    _mount(key=key, data={"pieces": list(pieces)})
