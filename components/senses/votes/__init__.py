"""The sentences that voted for the sense of a new one: a bar for each sense, and the sentences below, nearest first.

Colours and shapes are those of the map of senses. It computes nothing: see `components.senses.tables.votes`.
"""

from collections.abc import Hashable, Mapping, Sequence
from pathlib import Path

from components.widgets.custom_element import custom_element

__all__ = ["vote_list"]

_mount = custom_element("riverbank_vote_list", Path(__file__).with_name("votes"))


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
