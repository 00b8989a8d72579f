"""Tables and findings about a word in its sentences. Points and clusters are counted from 1, layers from 0.

Layer 0 is the input of the first layer: the word's token and position embeddings, before any context.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd

from components.model.results import Candidate, MaskPrediction
from components.model.statistics.cosines import unit_rows
from components.model.statistics.proportions import proportion_difference
from components.senses.model.results import ClusterWord, LayerMeasures, MeasureByLayer, PointNeighbour, Vote, WordPoint
from components.tables.numbers import fixed
from components.tables.phrases import by_count, count_phrase, quoted, ranges_phrase

MATRIX_LIMIT = 80  # points per side: with more, cells are too small to point at
NO_SENSE = "no sense given"
ACCURACY, SILHOUETTE = "nearest-neighbour accuracy", "silhouette"
Array = npt.NDArray[np.floating]


def point_table(
    points: Sequence[WordPoint],
    senses: Sequence[str | None],
    clusters: Sequence[int | None],
    coordinates: Array,
) -> pd.DataFrame:
    """One row per point.

    Columns: ``point`` from 1; ``word`` as written; ``sentence``; ``start`` and ``end`` of the word in it, in code
    points; ``sense``; ``cluster`` from 1, missing for none; ``x`` and ``y``.

    Args:
        points: The points.
        senses: The sense of each, or None.
        clusters: The cluster of each, from 0, or None.
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
            "cluster": pd.array([None if cluster is None else int(cluster) + 1 for cluster in clusters], dtype="Int64"),
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
    """One row per layer and measure.

    Columns: ``layer`` from 0; ``kind``, :data:`ACCURACY` or :data:`SILHOUETTE`; ``value``; ``shuffled``, the mean for
    shuffled labels, with their middle 95% from ``low`` to ``high``; ``best``, whether no layer has a higher value.
    """
    return pd.DataFrame(
        [
            {
                "layer": layer,
                "kind": kind,
                "value": float(measure.value[layer]),
                "shuffled": float(measure.shuffled[layer]),
                "low": float(measure.low[layer]),
                "high": float(measure.high[layer]),
                "best": layer == measure.best,
            }
            for kind, measure in ((ACCURACY, measures.accuracy), (SILHOUETTE, measures.silhouette))
            for layer in range(len(measure.value))
        ]
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


def cosine_table(
    cosines: Array,
    order: Sequence[int],
    points: Sequence[WordPoint],
    senses: Sequence[str | None],
    clusters: Sequence[int],
) -> pd.DataFrame:
    """One row per pair of points, in the order given.

    Columns: ``row`` and ``column``, ranks in that order from 1; ``cosine``; ``row_point``, ``row_sense``,
    ``row_cluster``, ``row_sentence``, and the same for ``column_``.

    Args:
        cosines: *Shape:* (point, point).
        order: Indices of the points, as from :func:`components.senses.model.clusters.dendrogram_order`.
        points: The points.
        senses: The sense of each, or None.
        clusters: The cluster of each, from 0.

    Raises:
        ValueError: There are more than :data:`MATRIX_LIMIT` points.
    """
    if len(order) > MATRIX_LIMIT:
        raise ValueError(f"expected at most {MATRIX_LIMIT} points a side, got {len(order)}")
    about = [
        (int(point) + 1, senses[point] or NO_SENSE, int(clusters[point]) + 1, points[point].sentence) for point in order
    ]
    places = range(1, len(order) + 1)
    sides = {
        side: pd.DataFrame(about, columns=[f"{side}_{name}" for name in ("point", "sense", "cluster", "sentence")])
        for side in ("row", "column")
    }
    rows, columns = sides["row"].assign(row=places), sides["column"].assign(column=places)
    table = rows.merge(columns, how="cross")
    return table.assign(cosine=np.asarray(cosines, dtype=np.float64)[np.ix_(list(order), list(order))].ravel())


def cluster_table(
    clusters: Sequence[int], senses: Sequence[str | None], words: Sequence[Sequence[ClusterWord]]
) -> pd.DataFrame:
    """One row per cluster: ``cluster`` from 1; ``points``; the typical ``words``; ``senses`` in it, with counts."""
    rows = []
    for number, of in enumerate(words):
        inside = [sense or NO_SENSE for sense, cluster in zip(senses, clusters, strict=True) if cluster == number]
        counts = sorted({sense: inside.count(sense) for sense in inside}.items(), key=lambda item: (-item[1], item[0]))
        rows.append(
            {
                "cluster": number + 1,
                "points": len(inside),
                "words": ", ".join(word.word for word in of),
                "senses": ", ".join(f"{sense} {count}" for sense, count in counts),
            }
        )
    return pd.DataFrame(rows, columns=["cluster", "points", "words", "senses"])


def measure_finding(measures: LayerMeasures, word: str) -> str:
    """Which layers separate the senses of ``word`` best, with the numbers of layer 0 and of shuffled labels."""
    if nothing := _missing_labels_note(measures):
        return nothing
    accuracy, best = measures.accuracy, measures.accuracy.best
    assert best is not None  # there are at least two labelled points
    neighbours = min(measures.neighbours, measures.points - 1)
    count = measures.points * neighbours
    comparisons = [] if best == 0 else [f"{_rounded_count(accuracy.value[0] * count)} in layer 0"]
    if measures.shuffles:
        comparisons.append(f"{_rounded_count(accuracy.shuffled[best] * count)} by chance")
    correct_text = f"{_rounded_count(accuracy.value[best] * count)} of {count}"
    compared = _in_brackets(comparisons)
    agreement = (
        f"in {correct_text} sentences the nearest neighbour has the same meaning{compared}"
        if neighbours == 1
        else f"{correct_text} nearest neighbours have the same meaning{compared}"
    )
    if measures.shuffles and accuracy.value[best] <= accuracy.high[best]:
        return (
            f"Even layer {best}, the best, separates {quoted(word)} no better than chance: {agreement}. "
            "Shuffled labels reach it, too."
        )
    if close := _close_layers(measures, best):
        layers = ranges_phrase(sorted([best, *close]))
        return (
            f"Layers {layers} may separate {quoted(word)} equally well: {correct_text} nearest neighbours in layer "
            f"{best} have the same meaning{compared}."
        )
    return f"Layer {best} separates {quoted(word)} best: {agreement}."


def _close_layers(measures: LayerMeasures, best: int) -> list[int]:
    """The layers whose difference from the best one may be chance."""
    shares, count = measures.accuracy.value, measures.points
    return [
        layer
        for layer in range(len(shares))
        if layer != best and proportion_difference(float(shares[best]), float(shares[layer]), count, count).contains(0)
    ]


def silhouette_finding(measures: LayerMeasures) -> str:
    """The layer in which the senses form the clearest clusters."""
    silhouette: MeasureByLayer = measures.silhouette
    best = silhouette.best
    if (nothing := _missing_labels_note(measures)) or best is None:
        return nothing or "The senses form no separate clusters."
    comparisons = [] if best == 0 else [f"layer 0: {_hundredths(silhouette.value[0])}"]
    if measures.shuffles:
        comparisons.append(f"chance: {_hundredths(silhouette.shuffled[best])}")
    value = _hundredths(silhouette.value[best])
    return f"By silhouette the clusters are clearest in layer {best}: {value}{_in_brackets(comparisons)}."


def groups_finding(layer: int, words: Sequence[str], agreement: float | None, *, is_count_chosen: bool = False) -> str:
    """The number of clusters found without labels, their typical words, and how well they match the labels.

    Args:
        layer: The layer.
        words: The typical words of each cluster.
        agreement: The adjusted Rand index; None if there are no labels.
        is_count_chosen: Whether the visitor chose the number of clusters; otherwise the vectors decided it.
    """
    groups = count_phrase(len(words), "group")
    named = "; ".join(filter(None, words))
    verb = "is cut into" if is_count_chosen else "falls into"
    finding = f"Without labels, layer {layer} {verb} {groups}" + (f": {named}." if named else ".")
    if agreement is None:
        return finding
    return (
        f"{finding} They match the labels with an adjusted Rand index of {_hundredths(agreement)} "
        "(1 = identical, 0 = chance)."
    )


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
        return f"no meaning is nearest, as {size} sentences have the same cosine, {cosine} ({counts})."
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
    return f"{majority} of the {count} nearest sentences mean {quoted(str(vote.sense))}; {others}."


def _vote_text(count: int, sense: str) -> str:
    return f"{count} {by_count(count, 'means', 'mean')} {quoted(sense)}"


def _in_brackets(parts: list[str]) -> str:
    return f" ({'; '.join(parts)})" if parts else ""


def _hundredths(value: float) -> str:
    """A number with two decimals; what rounds to 0 has no sign."""
    return fixed(value, 2)


def _missing_labels_note(measures: LayerMeasures) -> str:
    if measures.points < 2:
        return "Too few sentences have a sense. Give at least two sentences two different senses."
    if len(measures.senses) == 1:
        sense, count = measures.senses[0]
        return f"All {count} labelled sentences mean {quoted(sense)}, so there is nothing to separate."
    return ""


def _rounded_count(count: float) -> str:
    """A count as text. Equally near points share one vote, so counts may not be whole numbers."""
    return fixed(count, 0)


def layer_prediction(measures: LayerMeasures) -> MaskPrediction:
    """The layers as an answer that visitors can guess: the layer that separates the senses best comes first."""
    values = np.nan_to_num(measures.accuracy.value)
    order = np.argsort(-values, kind="stable").tolist()
    return MaskPrediction(
        position=0,
        hidden=None,
        candidates=tuple(Candidate(str(layer), float(values[layer]), continues=False) for layer in order),
        entropy=0.0,
    )
