"""Tables of the vote on the sense of a new sentence: the sentences to list, and the leading sense by layer."""

from collections.abc import Sequence
from textwrap import shorten

import pandas as pd

from components.senses.model.results import Vote, WordPoint
from components.tables.phrases import list_phrase, quoted, ranges_phrase

WORDS_BEFORE, LABEL_LENGTH = 2, 34  # words before an occurrence in its label; characters of these words


def occurrence_label(point: WordPoint, number: int) -> str:
    """An occurrence of a word among others in the same sentence: its number, and the words around it."""
    before = point.sentence[: point.start].split()[-WORDS_BEFORE:]
    words = " ".join([*before, point.sentence[point.start :]])
    return f"{number}. {shorten(words, LABEL_LENGTH, placeholder=' …')}"


def voter_table(vote: Vote, points: Sequence[WordPoint], senses: Sequence[str | None]) -> pd.DataFrame:
    """One row per sentence to list, the nearest first: the voters or, if more tie, some of the tied ones.

    Columns: ``sense``; ``cosine``; ``sentence``.

    Args:
        vote: The result of the vote.
        points: The points that could vote.
        senses: The sense of each.
    """
    rows = [(senses[voter.point], voter.cosine, points[voter.point].sentence) for voter in vote.examples]
    return pd.DataFrame(rows, columns=["sense", "cosine", "sentence"])


def voting_points(vote: Vote) -> list[int]:
    """The points that the map joins to the new one: those to list, or none if no sentence is similar to it."""
    return [] if vote.is_far else [voter.point for voter in vote.examples]


def voters_title(vote: Vote, *, layer: int, last: int) -> str:
    """The title of the list of sentences.

    Args:
        vote: The result of the vote.
        layer: The layer in which they are nearest.
        last: Number of the model's last layer.
    """
    listed, counted = len(vote.examples), sum(count for _, count in vote.ties)
    place = f"in layer {layer}{' (the last)' if layer == last else ''}"
    if vote.is_far:
        return f"None is similar; the {'nearest' if listed == 1 else f'{listed} nearest'} {place}"
    if counted > listed:
        return f"{listed} of the {counted} equally near sentences {place}"
    return f"The nearest sentence {place}" if listed == 1 else f"The {listed} nearest sentences {place}"


def layer_vote_table(votes: Sequence[Vote]) -> pd.DataFrame:
    """One row per layer.

    Columns: ``layer`` from 0; ``sense``, the one that most of the nearest sentences have, missing if none leads;
    ``share``, its share of the votes; ``cosine`` with the nearest sentence.

    Args:
        votes: The vote in every layer.
    """
    leading = [_leading_sense(vote) for vote in votes]
    return pd.DataFrame(
        {
            "layer": range(len(votes)),
            "sense": leading,
            "share": [vote.share if sense else None for vote, sense in zip(votes, leading, strict=True)],
            "cosine": [vote.neighbours[0].cosine if vote.neighbours else None for vote in votes],
        }
    )


def layer_vote_finding(table: pd.DataFrame) -> str:
    """In which layers which sense leads among the nearest sentences; empty if none does in any.

    Args:
        table: The table of :func:`layer_vote_table`.
    """
    layers = table.dropna(subset=["sense"]).groupby("sense", sort=False)["layer"].agg(list)
    if layers.empty:
        return ""
    leading = list_phrase([f"{quoted(str(sense))} in {_layers_phrase(numbers)}" for sense, numbers in layers.items()])
    undecided = table.loc[table["sense"].isna(), "layer"].tolist()
    rest = f"; no meaning leads in {_layers_phrase(undecided)}" if undecided else ""
    finding = f"Among the nearest sentences {leading.replace('” in ', '” leads in ', 1)}{rest}."
    if 0 in undecided:
        return finding
    return f"{finding} Before layer 1 there is no context yet: a lead there is not about the meaning."


def _leading_sense(vote: Vote) -> str | None:
    """The sense with more votes than any other; None if there is none, or if no sentence is similar."""
    if vote.sense is None or vote.ties or vote.is_far:
        return None
    return None if len(vote.shares) > 1 and vote.shares[0][1] == vote.shares[1][1] else vote.sense


def _layers_phrase(layers: Sequence[int]) -> str:
    return f"layer{'s' if len(layers) > 1 else ''} {ranges_phrase(layers)}"
