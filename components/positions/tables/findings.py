"""Tables and findings about positions: similarity by distance, the shape of a table, rotations, and limits."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd

from components.positions.model.results import PositionEncoding, PositionKind
from components.positions.model.shape import Outliers, Spectrum
from components.positions.model.similarity import SimilarityByDistance, SimilarityMeasure
from components.tables.numbers import fixed, scientific_text
from components.tables.phrases import list_phrase, quoted

EXACT_TOLERANCE = 1e-6  # of the largest similarity: rounding in single precision
HALF_PRECISION_TOLERANCE = 1e-3  # of the largest similarity: rounding in half precision
SLOW = 4  # oscillations over all positions
MEAN_OF_PAIRS = "average of all pairs"


def distance_table(methods: Mapping[str, SimilarityByDistance]) -> pd.DataFrame:
    """One row for every method and distance.

    Columns: ``method``; ``distance``; ``mean``; ``spread``, the standard deviation; ``low`` and ``high``; ``pairs``,
    the number of pairs of positions.
    """
    return pd.concat(
        [
            pd.DataFrame(
                {
                    "method": name,
                    "distance": similarities.distance,
                    "mean": similarities.mean,
                    "spread": similarities.spread,
                    "low": similarities.low,
                    "high": similarities.high,
                    "pairs": similarities.pairs,
                }
            )
            for name, similarities in methods.items()
        ],
        ignore_index=True,
    )


def distance_finding(name: str, similarities: SimilarityByDistance) -> str:
    """Whether similarity is a function of distance alone, with its largest deviation."""
    largest, share = (
        similarities.largest_spread,
        similarities.largest_spread / similarities.scale if similarities.scale else 0.0,
    )
    if similarities.scale == 0:
        return f"{name}: every similarity is 0."
    if share <= EXACT_TOLERANCE:
        return f"{name}: similarity depends on distance alone (spread {scientific_text(largest)})."
    if share <= HALF_PRECISION_TOLERANCE:
        return f"{name}: similarity depends almost on distance alone (largest spread {scientific_text(largest)})."
    low, high = (
        fixed(similarities.low[similarities.widest_distance], 2),
        fixed(similarities.high[similarities.widest_distance], 2),
    )
    return (
        f"{name}: similarity does not depend on distance alone. "
        f"At distance {similarities.widest_distance} it ranges from {low} to {high}."
    )


def stripes_finding(methods: Mapping[str, SimilarityByDistance]) -> str:
    """In which methods similarity depends on distance alone: their pictures have straight stripes.

    Args:
        methods: By name.
    """
    others = [quoted(name) for name, similarities in methods.items() if not _follows_distance(similarities)]
    if len(others) == len(methods):
        return "No picture has straight stripes: the positions themselves count, too."
    if others:
        lawful, verb = len(methods) - len(others), "is" if len(others) == 1 else "are"
        return (
            f"In {lawful} of {len(methods)} methods, only the distance counts. {list_phrase(others)} {verb} different."
        )
    return f"In all {len(methods)} methods, only the distance counts."


def _follows_distance(similarities: SimilarityByDistance) -> bool:
    return similarities.largest_spread <= HALF_PRECISION_TOLERANCE * similarities.scale


def neighbour_finding(name: str, similarities: SimilarityByDistance, measure: SimilarityMeasure) -> str:
    """How similar neighbours are, and positions that are farther apart."""
    last = len(similarities.distance) - 1
    first, *others = sorted({1, min(8, last), max(1, last // 2)})
    rest = "".join(f", {fixed(similarities.mean[distance], 2)} at distance {distance}" for distance in others)
    return f"{name}: neighbours have {measure.label} {fixed(similarities.mean[first], 2)} on average{rest}."


def outlier_finding(outliers: Outliers, *, has_start: bool) -> str:
    """The largest outlier of a learned table, and where it comes from; empty if there is none.

    Args:
        outliers: The outliers among the position vectors that are shown.
        has_start: Whether every input of the model begins with the same special token.
    """
    if not outliers.cells:
        return ""
    position, dimension, value = outliers.cells[0]
    ratio = round(abs(value) / outliers.size)
    size = (
        f"its dimension {dimension + 1} has the value {fixed(value, 2)}, {ratio} times the limit for 99% of all values"
    )
    if position == 0 and has_start:
        cause = "a bias learned from data: position 0 always holds the start token ([CLS] in BERT)."
    else:
        cause = "a bias learned from data, which no formula puts there."
    return f"Position {position} stands out: {size}, {cause}"


def period_table(spectrum: Spectrum) -> pd.DataFrame:
    """One row for each dimension that is not constant, from the slowest to the fastest.

    Columns: ``rank`` from 1; ``dimension`` from 1; ``swings``, oscillations over all positions at the dominant
    frequency; ``period`` in positions; ``share`` of the dimension's power at this frequency.
    """
    order = [dimension for dimension in spectrum.order.tolist() if spectrum.dominant[dimension] > 0]
    return pd.DataFrame(
        {
            "rank": range(1, len(order) + 1),
            "dimension": [dimension + 1 for dimension in order],
            "swings": spectrum.dominant[order],
            "period": spectrum.periods[order],
            "share": spectrum.power[order, spectrum.dominant[order]],
        }
    )


def columns_finding(table: pd.DataFrame, positions: int) -> str:
    """How many dimensions of a learned table oscillate slowly, and how many of random numbers would.

    Empty for so few positions that most frequencies are slow. In random numbers each frequency is about equally often
    the strongest.
    """
    frequencies = positions // 2
    if table.empty or frequencies < 2 * SLOW:
        return ""
    return (
        f"Read the learned table down its columns: {_slow_text(table)}; of random numbers, about "
        f"{fixed(len(table) * SLOW / frequencies, 0)} would."
    )


def _slow_text(table: pd.DataFrame) -> str:
    """How many of the dimensions of :func:`period_table` oscillate slowly."""
    return f"{int((table['swings'] <= SLOW).sum())} of {len(table)} dimensions oscillate at most {SLOW} times"


def rotary_table(similarities: npt.NDArray[np.float64], pairs: Sequence[int]) -> pd.DataFrame:
    """Some pairs of dimensions and the average of all, by distance.

    Columns: ``series``, "pair 0" and so on or :data:`MEAN_OF_PAIRS`; ``distance``; ``similarity``.

    Args:
        similarities: *Shape:* (distance, pair)
        pairs: Which to show, from 0.
    """
    series = {f"pair {pair}": similarities[:, pair] for pair in pairs} | {MEAN_OF_PAIRS: similarities.mean(axis=-1)}
    wide = pd.DataFrame({"distance": range(len(similarities))} | series)
    return wide.melt("distance", var_name="series", value_name="similarity")[["series", "distance", "similarity"]]


def rotary_finding(similarities: npt.NDArray[np.float64]) -> str:
    """How the similarity of a query to itself falls with distance, averaged over all pairs.

    Args:
        similarities: *Shape:* (distance, pair)
    """
    mean, last = similarities.mean(axis=-1), len(similarities) - 1
    low = int(mean.argmin())
    return (
        f"Averaged over {similarities.shape[1]} pairs, the similarity falls from 1.00 to {fixed(mean[1], 2)} at "
        f"distance 1 "
        f"and {fixed(mean[last], 2)} at distance {last}. It is lowest at distance {low}: {fixed(mean[low], 2)}."
    )


def position_kind_finding(encoding: PositionEncoding, name: str) -> str:
    """How a model encodes positions."""
    match encoding.kind:
        case PositionKind.LEARNED:
            limit = f"{encoding.max_positions:,}"
            return f"{name} adds a learned vector of {encoding.width} numbers at each of {limit} positions."
        case PositionKind.SINUSOIDAL:
            return f"{name} adds a fixed vector of {encoding.width} sines and cosines to each token."
        case PositionKind.ROTARY:
            return f"{name} adds nothing: it rotates queries and keys by an angle that grows with position."
        case PositionKind.NONE:
            return (
                f"{name} has no position information: all of its {encoding.max_positions:,} position vectors are zero."
            )


def far_positions_finding(tokens: int, near: int) -> str:
    """How a bundled model learned its positions past ``near``; empty if they were not trained separately.

    Args:
        tokens: The number of tokens that they were trained on, 0 if they were not trained separately.
        near: The length of most training texts.
    """
    if not tokens:
        return ""
    return (
        f"Vectors past position {near} were trained separately at the end, from copies of the first {near}, on "
        f"{fixed(tokens / 1e6, 1)} million tokens, because few training texts were longer."
    )


def end_finding(encoding: PositionEncoding, name: str) -> str:
    """What happens to an input one token longer than the model's limit."""
    last, past = encoding.max_positions, encoding.max_positions + 1
    if not encoding.has_hard_limit:
        return (
            f"{name} was made for {last:,} tokens. Its angles are computed as needed, so token {past:,} is fine. Its "
            "predictions may be worse there, and Riverbank stops at that number anyway."
        )
    match encoding.kind:
        case PositionKind.LEARNED:
            why = "there is no learned vector for it, and the model raises an error"
        case PositionKind.SINUSOIDAL:
            why = "the formula goes on, but this model stores a table of its values and raises an error past its end"
        case PositionKind.ROTARY:
            why = "the angles go on, but this model stores a table of them and raises an error past its end"
        case PositionKind.NONE:
            why = "another zero would do, but this model stores a table of zeros and raises an error past its end"
    return f"{name} stops at token {past:,}: {why}."
