"""Tables and findings about a word in its sentences. Points are counted from 1, layers from 0.

Layer 0 is the input of the first layer: the word's token and position embeddings, before any context.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd

from components.model.statistics.cosines import unit_rows
from components.model.statistics.proportions import proportion_difference
from components.senses.model.results import LayerMeasures, PointNeighbour, Vote, WordPoint
from components.tables.numbers import fixed, percentage
from components.tables.phrases import by_count, list_phrase, quoted, ranges_phrase

NO_SENSE = "no sense given"
Array = npt.NDArray[np.floating]


def point_table(
    points: Sequence[WordPoint],
    senses: Sequence[str | None],
    coordinates: Array,
) -> pd.DataFrame:
    """One row per point.

    Columns: ``point`` from 1; ``word`` as written; ``sentence``; ``start`` and ``end`` of the word in it, in code
    points; ``sense``; ``x`` and ``y``.

    Args:
        points: The points.
        senses: The sense of each, or None.
        coordinates: *Shape:* (point, 2).
    """
    return pd.DataFrame(
        {
            "point": range(1, len(points) + 1),
            "word": [point.text for point in points],
            "sentence": [point.sentence for point in points],
            "start": [point.start for point in points],
            "end": [point.end for point in points],
            "sense": [sense or NO_SENSE for sense in senses],
            "x": np.asarray(coordinates, dtype=np.float64)[:, 0],
            "y": np.asarray(coordinates, dtype=np.float64)[:, 1],
        }
    )


def with_custom_sentence(table: pd.DataFrame, vectors: Array, vote: Vote) -> pd.DataFrame:
    """A point table whose last row is the visitor's sentence, with its relation to the others at one layer.

    Adds ``custom``, whether the row is that sentence; ``cosine`` with it; ``neighbour``, the rank among the neighbours
    that vote on its sense, from 1 and missing for the others.

    Args:
        table: As :func:`point_table` makes it.
        vectors: The vectors of all rows at the layer. *Shape:* (point, width)
        vote: The vote on the sentence at that layer.
    """
    unit = unit_rows(vectors)
    ranks = {neighbour.point: rank for rank, neighbour in enumerate(vote.neighbours, start=1)}
    last = len(table) - 1
    return table.assign(
        custom=[row == last for row in range(len(table))],
        cosine=unit @ unit[-1],
        neighbour=pd.array([ranks.get(row) for row in range(len(table))], dtype="Int64"),
    )


def measure_table(measures: LayerMeasures) -> pd.DataFrame:
    """One row per layer.

    Columns: ``layer`` from 0; ``value``, the nearest-neighbour accuracy; ``shuffled``, the mean for shuffled labels,
    with their middle 95% from ``low`` to ``high``; ``best``, whether no layer has a higher value.
    """
    accuracy = measures.accuracy
    return pd.DataFrame(
        {
            "layer": range(len(accuracy.value)),
            "value": accuracy.value,
            "shuffled": accuracy.shuffled,
            "low": accuracy.low,
            "high": accuracy.high,
            "best": [layer == accuracy.best for layer in range(len(accuracy.value))],
        }
    )


def neighbour_table(
    neighbours: Sequence[PointNeighbour], points: Sequence[WordPoint], senses: Sequence[str | None]
) -> pd.DataFrame:
    """One row per neighbour, the nearest first: ``rank`` and ``point`` from 1, ``sense``, ``cosine``, ``sentence``."""
    return pd.DataFrame(
        [
            {
                "rank": rank,
                "point": neighbour.point + 1,
                "sense": senses[neighbour.point] or NO_SENSE,
                "cosine": neighbour.cosine,
                "sentence": points[neighbour.point].sentence,
            }
            for rank, neighbour in enumerate(neighbours, start=1)
        ],
        columns=["rank", "point", "sense", "cosine", "sentence"],
    )


def measure_finding(measures: LayerMeasures, word: str) -> str:
    """In which layer the meanings of ``word`` are best apart, with the numbers before layer 1 and by chance."""
    if nothing := missing_labels_note(measures):
        return nothing
    accuracy, best = measures.accuracy, measures.accuracy.best
    assert best is not None  # there are at least two labelled points
    share = percentage(accuracy.value[best])
    where = f"{'After' if best else 'Before'} layer {best or 1}"
    comparisons = [f"before layer 1 it is {percentage(accuracy.value[0])}"] if best else []
    comparisons += [f"by chance {percentage(accuracy.shuffled[best])}"] if measures.shuffles else []
    compared = list_phrase(comparisons)
    rest = f" {compared[:1].upper()}{compared[1:]}." if compared else ""
    if measures.shuffles and accuracy.value[best] <= accuracy.high[best]:
        return (
            f"No layer separates the meanings of {quoted(word)} better than chance. "
            f"The best is {where.lower()}, where {share} of nearest sentences have the same meaning.{rest}"
        )
    close = _close_layers(measures, best)
    tied = (
        f" Layers {ranges_phrase(sorted([best, *close]))} may be equally good: the sentences are few." if close else ""
    )
    return f"{where}, {share} of nearest sentences have the same meaning.{rest}{tied}"


def _close_layers(measures: LayerMeasures, best: int) -> list[int]:
    """The layers whose difference from the best one may be chance."""
    shares, count = measures.accuracy.value, measures.points
    return [
        layer
        for layer in range(len(shares))
        if layer != best and proportion_difference(float(shares[best]), float(shares[layer]), count, count).contains(0)
    ]


def vote_finding(vote: Vote) -> str:
    """The sense that a new sentence's neighbours vote for, and by what majority; none if no neighbour is similar.

    Made for the end of a sentence: it begins with a small letter or a number.
    """
    if vote.sense is None:
        return "none of the sentences has a sense, so there is nothing to vote for."
    if not vote.is_far:
        return _majority_text(vote)
    assert vote.similar_from is not None  # otherwise it could not be far
    nearest, similar = _hundredths(vote.neighbours[0].cosine), _hundredths(vote.similar_from)
    return (
        f"no included sentence is similar, so it gets no meaning here. The nearest has cosine {nearest}; each included "
        f"sentence has another at {similar} or more."
    )


def _majority_text(vote: Vote) -> str:
    """The sense that most neighbours have, and by what majority; or that others are as near."""
    if vote.ties:
        counts = "; ".join(_vote_text(count, sense) for sense, count in vote.ties)
        size = sum(count for _, count in vote.ties)
        cosine = _hundredths(vote.neighbours[0].cosine)
        return f"no meaning is nearest. {size} sentences have the same cosine, {cosine} ({counts})."
    count = len(vote.neighbours)
    majority = round(vote.share * count)
    tied = [sense for sense, share in vote.shares if round(share * count) == majority]
    others = "; ".join(_vote_text(round(share * count), sense) for sense, share in vote.shares[1:])
    if majority == count:
        return (
            f"all {count} nearest sentences mean {quoted(str(vote.sense))}."
            if count > 1
            else f"the nearest sentence means {quoted(str(vote.sense))}."
        )
    if len(tied) > 1:
        named = " and ".join(quoted(sense) for sense in tied)
        return f"the {count} nearest sentences are divided: {majority} each for {named}."
    return f"{majority} of {count} nearest sentences mean {quoted(str(vote.sense))}. {others}."


def _vote_text(count: int, sense: str) -> str:
    return f"{count} {by_count(count, 'means', 'mean')} {quoted(sense)}"


def _hundredths(value: float) -> str:
    """A number with two decimals; what rounds to 0 has no sign."""
    return fixed(value, 2)


def missing_labels_note(measures: LayerMeasures) -> str:
    """Why there is nothing to separate; empty if there are two meanings."""
    if measures.points < 2:
        return "Too few sentences have a sense. Give at least two sentences two different senses."
    if len(measures.senses) == 1:
        sense, count = measures.senses[0]
        return f"All {count} labelled sentences mean {quoted(sense)}, so there is nothing to separate."
    return ""
