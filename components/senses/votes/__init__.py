"""The sentences that voted for the sense of a new one: a bar for each sense, and the sentences below, nearest first.

Colours and shapes are those of the map of senses. It computes nothing: see `components.senses.tables.votes`.
"""

from collections.abc import Hashable, Mapping, Sequence
from pathlib import Path

import streamlit as st

from components.senses.map import SHAPES
from components.widgets.canvas import joined_scripts

__all__ = ["vote_list"]

_FOLDER = Path(__file__).parent
_mount = st.components.v2.component(
    "riverbank_vote_list",
    html=(_FOLDER / "votes.html").read_text(encoding="utf-8"),
    css=(_FOLDER / "votes.css").read_text(encoding="utf-8"),
    js=joined_scripts([SHAPES, _FOLDER / "votes.js"]),
)


def vote_list(voters: Sequence[Mapping[Hashable, object]], *, layer: int, last: int, key: str) -> None:
    """Draw the bars and the sentences.

    Args:
        voters: The rows of `components.senses.tables.votes.voter_table`.
        layer: The layer in which they are the nearest: the list stays as it is when the map shows another one.
        last: The model's last layer.
        key: The widget's key.
    """
    where = f"in layer {layer}{' (the last)' if layer == last else ''}"
    _mount(key=key, data={"voters": [dict(voter) for voter in voters], "where": where})
