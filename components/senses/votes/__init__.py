"""A vote on the sense of a new sentence: a bar per sense, and the sentences below, nearest first.

Colours and shapes are those of the map of senses. The component only draws: see `components.senses.tables.votes`.
"""

from collections.abc import Hashable, Mapping, Sequence
from pathlib import Path

from components.widgets.custom_element import custom_element

__all__ = ["vote_list"]

_mount = custom_element("riverbank_vote_list", Path(__file__).with_name("votes"))


def vote_list(
    voters: Sequence[Mapping[Hashable, object]], counts: Sequence[Mapping[Hashable, object]], *, title: str, key: str
) -> None:
    """Draw the bars and the sentences.

    Args:
        voters: The rows of `components.senses.tables.votes.voter_table`.
        counts: The rows of `components.senses.tables.votes.sense_count_table`: a bar each.
        title: Of the list of sentences; it does not change when the map shows another layer.
        key: The widget's key.
    """
    data = {"voters": [dict(voter) for voter in voters], "counts": [dict(count) for count in counts], "title": title}
    _mount(key=key, data=data)
