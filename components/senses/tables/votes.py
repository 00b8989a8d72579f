"""The sentences that voted on the sense of a new one, as a table."""

from collections.abc import Sequence

import pandas as pd

from components.senses.model.results import Vote, WordPoint


def voter_table(
    vote: Vote, points: Sequence[WordPoint], senses: Sequence[str | None], labels: Sequence[str]
) -> pd.DataFrame:
    """One row per voter, the nearest first.

    Columns: ``point``, from 0; ``sentence``; ``start`` and ``end`` of the word in it, in code points; ``sense``;
    ``label``, the index of the point's label on the map, which determines its colour; ``cosine``.

    Args:
        vote: The result of the vote.
        points: The points that could vote.
        senses: The sense of each.
        labels: The label of each on the map, such as its sense or its group; "" for none.
    """
    label_indices = {name: index for index, name in enumerate(dict.fromkeys(label for label in labels if label))}
    rows = [
        (
            voter.point,
            points[voter.point].sentence,
            points[voter.point].start,
            points[voter.point].end,
            senses[voter.point],
            label_indices.get(labels[voter.point], -1),
            voter.cosine,
        )
        for voter in vote.neighbours
    ]
    return pd.DataFrame(rows, columns=["point", "sentence", "start", "end", "sense", "label", "cosine"])
