"""A map of the whole model: words and positions, the layers, the answer. The part that a page is about is lit.

Every part that has a page of its own leads there.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

import streamlit as st

__all__ = ["PARTS", "Place", "model_map"]

# As they stand in the map's own page.
PARTS = (
    *("words", "positions", "mask", "attention", "vectors", "answer"),
    *("training", "lesson", "heads", "time", "teacher", "family", "code"),
)

_FOLDER = Path(__file__).parent
_mount = st.components.v2.component(
    "riverbank_model_map",
    html=(_FOLDER / "model_map.html").read_text(encoding="utf-8"),
    css=(_FOLDER / "model_map.css").read_text(encoding="utf-8"),
    js=(_FOLDER / "model_map.js").read_text(encoding="utf-8"),
)


@dataclass(frozen=True)
class Place:
    """Where a part leads: the page's title and its address, for a tab of its own."""

    title: str
    href: str


def model_map(places: Mapping[str, Place], lit: str, *, key: str) -> str | None:
    """Draw the map.

    Args:
        places: Where each of :data:`PARTS` leads.
        lit: The part that this page is about.
        key: The widget's key.

    Returns:
        The part that was clicked, if one was.
    """
    found = _mount(
        key=key,
        data={"places": {part: asdict(place) for part, place in places.items()}, "lit": lit},
        on_part_change=lambda: None,
    )
    chosen = getattr(found, "part", None)
    return chosen if chosen in places else None
