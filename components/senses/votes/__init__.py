"""A vote on the sense of a new sentence: a bar per sense, and the voting sentences below, nearest first.

Colours and shapes are those of the map of senses. The component only draws: see `components.senses.tables.votes`.
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
        layer: The layer in which they are nearest; the list does not change when the map shows another layer.
        last: Number of the model's last layer.
        key: The widget's key.
    """
    place = f"in layer {layer}{' (the last)' if layer == last else ''}"
    _mount(key=key, data={"voters": [dict(voter) for voter in voters], "where": place})
