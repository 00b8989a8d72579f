"""Tables of the vote on the sense of a new sentence: the sentences to list, and the count of each sense."""

from collections.abc import Sequence

import pandas as pd

from components.senses.model.results import Vote, WordPoint


def voter_table(
    vote: Vote, points: Sequence[WordPoint], senses: Sequence[str | None], labels: Sequence[str]
) -> pd.DataFrame:
    """One row per sentence to list, the nearest first: the voters or, if more tie, some of the tied ones.

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
        for voter in vote.examples
    ]
    return pd.DataFrame(rows, columns=["point", "sentence", "start", "end", "sense", "label", "cosine"])


def sense_count_table(vote: Vote, voters: pd.DataFrame) -> pd.DataFrame:
    """One row per sense, the largest count first: of the voters or, if more sentences tie, of all tied ones.

    Columns: ``sense``; ``label``, as in the first sentence of that sense in ``voters``, -1 if none has it; ``count``.

    Args:
        vote: The result of the vote.
        voters: The table of :func:`voter_table` for this vote.
    """
    counts = vote.ties or tuple((sense, round(share * len(vote.neighbours))) for sense, share in vote.shares)
    labels = voters.drop_duplicates("sense").set_index("sense")["label"].to_dict()
    rows = [(sense, int(labels.get(sense, -1)), count) for sense, count in counts]
    return pd.DataFrame(rows, columns=["sense", "label", "count"])


def voters_title(listed: int, counted: int, *, layer: int, last: int) -> str:
    """The title of the list of sentences.

    Args:
        listed: Number of sentences in the list.
        counted: Number of sentences that the counts are about; more than listed if more are equally near.
        layer: The layer in which they are nearest.
        last: Number of the model's last layer.
    """
    place = f"in layer {layer}{' (the last)' if layer == last else ''}"
    if counted > listed:
        return f"{listed} of the {counted} equally near sentences {place}"
    return f"The nearest sentence {place}" if listed == 1 else f"The {listed} nearest sentences {place}"
