"""Positions, one a row: similarity by distance, the shape of a table, turns; and each in a sentence."""

import math
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd

from components.positions.model.results import PositionEncoding, PositionKind
from components.positions.model.shape import Outliers, PrincipalComponents, Spectrum
from components.positions.model.similarity import SimilarityByDistance, SimilarityMeasure
from components.tables.numbers import fixed, percentage

EXACT_TOLERANCE = 1e-6  # of the largest similarity: what is left of an exact law in single precision
HALF_PRECISION_TOLERANCE = 1e-3  # what half precision leaves of one
MEAN_OF_PAIRS = "average of all pairs"
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def distance_table(methods: Mapping[str, SimilarityByDistance]) -> pd.DataFrame:
    """One row for every method and distance.

    Columns: ``method``; ``distance``; ``mean``; ``spread``, the standard deviation; ``low`` and ``high``; ``pairs``,
    of how many pairs of positions.
    """
    return pd.concat(
        [
            pd.DataFrame(
                {
                    "method": name,
                    "distance": found.distance,
                    "mean": found.mean,
                    "spread": found.spread,
                    "low": found.low,
                    "high": found.high,
                    "pairs": found.pairs,
                }
            )
            for name, found in methods.items()
        ],
        ignore_index=True,
    )


def distance_finding(name: str, found: SimilarityByDistance) -> str:
    """Whether similarity is a function of distance alone, with the number."""
    largest, share = found.largest_spread, found.largest_spread / found.scale if found.scale else 0.0
    if found.scale == 0:
        return f"{name}: every similarity is 0."
    if share <= EXACT_TOLERANCE:
        return f"{name}: similarity depends on distance alone (spread {scientific_text(largest)})."
    if share <= HALF_PRECISION_TOLERANCE:
        return f"{name}: similarity depends almost on distance alone (largest spread {scientific_text(largest)})."
    low, high = _signed(found.low[found.widest_distance]), _signed(found.high[found.widest_distance])
    return (
        f"{name}: similarity does not depend on distance alone. "
        f"At distance {found.widest_distance} it ranges from {low} to {high}."
    )


def neighbour_finding(name: str, found: SimilarityByDistance, kind: SimilarityMeasure) -> str:
    """How similar neighbours are, and positions farther apart."""
    last = len(found.distance) - 1
    first, *others = sorted({1, min(8, last), max(1, last // 2)})
    rest = "".join(f", {_signed(found.mean[distance])} at distance {distance}" for distance in others)
    return f"{name}: neighbours have {kind.label} {_signed(found.mean[first])} on average{rest}."


def outlier_finding(found: Outliers, *, has_start: bool) -> str:
    """Which value of a learned table stands out, and that training put it there; nothing where none does.

    Args:
        found: The outliers among the position vectors that are shown.
        has_start: Whether every text of the model begins with the same special token.
    """
    if not found.cells:
        return ""
    position, dimension, value = found.cells[0]
    ratio = round(abs(value) / found.size)
    size = f"That is {ratio}" if value > 0 else f"Without its sign, that is {ratio}"
    said = (
        f"Position {position} stands out: its dimension {dimension} has the value {_signed(value)}. {size} times the "
        "limit below which 99% of all values lie."
    )
    if position == 0 and has_start:
        return f"{said} The model learned this: position 0 always holds the same start token ([CLS] in BERT)."
    return f"{said} No formula puts it there: the model learned it from its texts."


def component_table(found: PrincipalComponents) -> pd.DataFrame:
    """One row a position: ``position`` from 0, then ``first``, ``second`` and ``third``, as many as there are."""
    names = ("first", "second", "third")[: found.points.shape[1]]
    return pd.DataFrame({"position": found.positions} | dict(zip(names, found.points.T, strict=True)))


def component_finding(found: PrincipalComponents, positions: int) -> str:
    """How much of the variance the components explain, and which of so many positions were left out."""
    shares = ", ".join(percentage(share) for share in found.explained)
    said = (
        f"{len(found.explained)} components explain {percentage(found.explained.sum())} of the variance of "
        f"{len(found.points)} position vectors ({shares})."
    )
    left_out = sorted(set(range(positions)) - set(found.positions.tolist()))
    if not left_out:
        return said
    names = ", ".join(map(str, left_out))
    return f"{said} Left out, because it holds an outlier: position {names}."


def period_table(found: Spectrum) -> pd.DataFrame:
    """One row a dimension, from the slowest to the fastest.

    Columns: ``rank`` from 1; ``dimension`` from 0; ``swings`` over all positions at the strongest frequency; ``period``
    in positions; ``share`` of the dimension's power that this frequency has. Dimensions that never change are left out.
    """
    order = [dimension for dimension in found.order.tolist() if found.dominant[dimension] > 0]
    return pd.DataFrame(
        {
            "rank": range(1, len(order) + 1),
            "dimension": order,
            "swings": found.dominant[order],
            "period": found.periods[order],
            "share": found.power[order, found.dominant[order]],
        }
    )


def period_finding(table: pd.DataFrame, positions: int) -> str:
    """How fast the dimensions swing."""
    if table.empty:
        return f"No dimension changes over these {positions} positions."
    slow = int((table["swings"] <= 4).sum())
    return (
        f"{slow} of {len(table)} dimensions oscillate at most four times over {positions} positions. The median "
        f"dimension oscillates {_times(int(table['swings'].median()))}, the fastest "
        f"{_times(int(table['swings'].max()))}."
    )


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def rotary_table(turned: npt.NDArray[np.float64], pairs: Sequence[int]) -> pd.DataFrame:
    """Some pairs of dimensions and the average of all, by distance.

    Columns: ``series``, "pair 0" and so on or :data:`MEAN_OF_PAIRS`; ``distance``; ``similarity``.

    Args:
        turned: *Shape:* (distance, pair)
        pairs: Which to show, from 0.
    """
    series = {f"pair {pair}": turned[:, pair] for pair in pairs} | {MEAN_OF_PAIRS: turned.mean(axis=-1)}
    wide = pd.DataFrame({"distance": range(len(turned))} | series)
    return wide.melt("distance", var_name="series", value_name="similarity")[["series", "distance", "similarity"]]


def rotary_finding(turned: npt.NDArray[np.float64]) -> str:
    """How similarity to itself falls when all pairs are taken together.

    Args:
        turned: *Shape:* (distance, pair)
    """
    mean, last = turned.mean(axis=-1), len(turned) - 1
    low = int(mean.argmin())
    return (
        f"Averaged over {turned.shape[1]} pairs, the similarity falls from 1.00 to {_signed(mean[1])} at distance 1 "
        f"and {_signed(mean[last])} at distance {last}. It is lowest at distance {low}: {_signed(mean[low])}."
    )


def frequency_finding(rates: npt.NDArray[np.float64], *, base: float) -> str:
    """What a model that turns has instead of a table's waves.

    Args:
        rates: How far each pair turns a position, in radians. *Shape:* (pair,)
        base: Of the rates.
    """
    rounds = 2 * math.pi / rates
    return (
        f"{len(rates)} pairs of dimensions (base {base:,.0f}). The fastest completes a turn in {rounds[0]:.1f} "
        f"positions, the slowest in {rounds[-1]:,.0f}."
    )


def position_kind_finding(found: PositionEncoding, name: str) -> str:
    """How a model is told where a token stands."""
    match found.kind:
        case PositionKind.LEARNED:
            return (
                f"{name} adds a learned vector of {found.width} numbers at each of {found.max_positions:,} positions."
            )
        case PositionKind.SINUSOIDAL:
            return f"{name} adds a fixed vector of {found.width} sines and cosines to each token."
        case PositionKind.ROTARY:
            return f"{name} adds nothing: it rotates queries and keys by an angle that grows with position."
        case PositionKind.NONE:
            return f"{name} has no position information: all of its {found.max_positions:,} position vectors are zero."


def far_positions_finding(tokens: int, near: int) -> str:
    """How the vectors past ``near`` were learned that short texts never reach; nothing where in no special way."""
    if not tokens:
        return ""
    return (
        f"Vectors past position {near} were trained separately at the end, from copies of the first {near}, on "
        f"{tokens / 1e6:.1f} million tokens, because few training texts were longer."
    )


def end_finding(found: PositionEncoding, name: str) -> str:
    """What happens to a text one piece longer than the model reads."""
    last, past = found.max_positions, found.max_positions + 1
    if not found.has_hard_limit:
        return (
            f"{name} was made for {last:,} tokens. Its angles are computed as needed, so token {past:,} is fine. Its "
            "predictions may be worse there, and Riverbank stops at that number anyway."
        )
    match found.kind:
        case PositionKind.LEARNED:
            why = "there is no learned vector for it, and the model raises an error"
        case PositionKind.SINUSOIDAL:
            why = "the formula goes on, but this model stores a table of its values and raises an error past its end"
        case PositionKind.ROTARY:
            why = "the angles go on, but this model stores a table of them and raises an error past its end"
        case PositionKind.NONE:
            why = "another zero would do, but this model stores a table of zeros and raises an error past its end"
    return f"{name} stops at token {past:,}: {why}."


def _signed(number: float) -> str:
    return fixed(number, 2)


def scientific_text(number: float) -> str:
    """A number that may be very small: as 0.012, or as 3.1 × 10⁻¹⁶."""
    if number == 0:
        return "0"
    if number >= 0.001:
        return fixed(number, 3)
    power = math.floor(math.log10(number))
    return f"{number / 10**power:.1f} × 10{str(power).translate(_SUPERSCRIPTS)}"
