"""A sentence after a throw of the dice: the pieces that were chosen, what stands in their place, and what they cost.

Python owns everything; the browser lets the chosen pieces fall, one after the other, where motion is not unwanted.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import streamlit as st

__all__ = ["throw"]

_FOLDER = Path(__file__).parent
_mount = st.components.v2.component(
    "riverbank_throw",
    html='<div class="room"><div class="pieces"></div></div>',
    css=(_FOLDER / "throw.css").read_text(encoding="utf-8"),
    js=(_FOLDER / "throw.js").read_text(encoding="utf-8"),
)


def throw(pieces: Sequence[Mapping[str, object]], *, key: str) -> None:
    """Draw the sentence.

    Args:
        pieces: As `components.pretraining.tables.tables.displayed_tokens` makes them.
        key: Key of the widget.
    """
    _mount(key=key, data={"pieces": list(pieces)})
