"""Positions, one a row: similarity by distance, the shape of a table, turns; and each in a sentence."""

import math
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd

from components.positions.model.results import PositionKind, Positions
from components.positions.model.shape import Components, Spectrum
from components.positions.model.similarity import ByDistance
from components.tables.numbers import fixed, percentage

EXACT = 1e-6  # of the largest similarity: what is left of an exact law in single precision
NEARLY = 1e-3  # what half precision leaves of one
MEAN_OF_PAIRS = "mean of all pairs"
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def distance_table(methods: Mapping[str, ByDistance]) -> pd.DataFrame:
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


def distance_finding(name: str, found: ByDistance) -> str:
    """Whether similarity is a function of distance alone, with the number."""
    largest, share = found.largest_spread, found.largest_spread / found.scale if found.scale else 0.0
    if found.scale == 0:
        return f"{name}: every similarity is 0, whatever the distance."
    number = f"the largest spread at one distance is {small(largest)}"
    if share <= EXACT:
        return f"{name}: a function of distance alone, to rounding; {number}."
    at = f"{number}, at distance {found.widest}, where values run from {_signed(found.low[found.widest])} "
    at += f"to {_signed(found.high[found.widest])}"
    if share <= NEARLY:
        return f"{name}: very nearly a function of distance alone; {number}, at distance {found.widest}."
    return f"{name}: not a function of distance alone; {at}."


def neighbour_finding(name: str, found: ByDistance) -> str:
    """How alike neighbours are, and positions farther apart."""
    last = len(found.distance) - 1
    chosen = sorted({1, min(8, last), max(1, last // 2)})
    figures = ", ".join(f"{_signed(found.mean[distance])} at distance {distance}" for distance in chosen)
    return f"{name}, on average: {figures}."


def component_table(found: Components) -> pd.DataFrame:
    """One row a position: ``position`` from 0, then ``first``, ``second`` and ``third``, as many as there are."""
    names = ("first", "second", "third")[: found.points.shape[1]]
    return pd.DataFrame({"position": range(len(found.points))} | dict(zip(names, found.points.T, strict=True)))


def component_finding(found: Components) -> str:
    """How much of the table the components hold."""
    shares = ", ".join(percentage(share) for share in found.explained)
    count = len(found.explained)
    return (
        f"{count} directions hold {percentage(found.explained.sum())} of how {len(found.points)} position vectors "
        f"differ ({shares})."
    )


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
        f"Over {positions} positions {slow} of {len(table)} dimensions swing at most four times. The one in the middle "
        f"swings {_times(int(table['swings'].median()))}, the fastest {_times(int(table['swings'].max()))}."
    )


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def rotary_table(turned: npt.NDArray[np.float64], pairs: Sequence[int]) -> pd.DataFrame:
    """Some pairs of dimensions and the mean of all, by distance.

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
        f"The mean of all {turned.shape[1]} pairs is 1.00 where nothing is moved, {_signed(mean[1])} one position on "
        f"and {_signed(mean[last])} at {last} positions; it is lowest, {_signed(mean[low])}, at {low}."
    )


def turns_finding(rates: npt.NDArray[np.float64], *, base: float) -> str:
    """What a model that turns has instead of a table's waves.

    Args:
        rates: How far each pair turns a position, in radians. *Shape:* (pair,)
        base: Of the rates.
    """
    rounds = 2 * math.pi / rates
    return (
        f"its {len(rates)} pairs of dimensions (base {base:,.0f}) turn at rates of their own: the fastest comes round "
        f"in {rounds[0]:.1f} positions, the slowest in {rounds[-1]:,.0f}."
    )


def kind_of_positions(found: Positions, name: str) -> str:
    """How a model is told where a token stands."""
    match found.kind:
        case PositionKind.LEARNED:
            return f"{name} adds one of {found.positions:,} learned vectors of {found.width} numbers to each token."
        case PositionKind.SINUSOIDAL:
            return f"{name} adds a fixed vector of {found.width} sines and cosines to each token, by a formula."
        case PositionKind.ROTARY:
            return f"{name} adds nothing to its tokens: it turns queries and keys by an angle that grows with position."
        case PositionKind.NONE:
            return f"{name} is not told: what it adds to each token is zero at all {found.positions:,} positions."


def far_positions(tokens: int, near: int) -> str:
    """How the vectors past ``near`` were learned that short texts never reach; nothing where in no special way."""
    if not tokens:
        return ""
    return (
        f"Its vectors past position {near} were learned last and alone, from copies of the first {near}, on "
        f"{tokens / 1e6:.1f} million pieces: few texts of its training were longer."
    )


def end_of_positions(found: Positions, name: str) -> str:
    """What happens to a text one piece longer than the model reads."""
    last, past = found.positions, found.positions + 1
    if not found.breaks:
        return (
            f"{name} was made for {last:,} pieces. It works its angles out as it goes, so piece {past:,} is no error; "
            "whether it still guesses well there is another question. Riverbank stops at that number all the same."
        )
    match found.kind:
        case PositionKind.LEARNED:
            why = "nobody has learned a vector for it, and the model raises an error"
        case PositionKind.SINUSOIDAL:
            why = "the formula goes on, but this model keeps a list of its values, and raises an error where that ends"
        case PositionKind.ROTARY:
            why = "the angles go on, but this model keeps a list of them, and raises an error where that ends"
        case PositionKind.NONE:
            why = "another zero would do, but this model keeps a list of zeros, and raises an error where that ends"
    return f"{name} has positions for {last:,} pieces. At piece {past:,} it stops: {why}."


def _signed(number: float) -> str:
    return fixed(number, 2)


def small(number: float) -> str:
    """A number that may be very small: as 0.012, or as 3.1 × 10⁻¹⁶."""
    if number == 0:
        return "0"
    if number >= 0.001:
        return fixed(number, 3)
    power = math.floor(math.log10(number))
    return f"{number / 10**power:.1f} × 10{str(power).translate(_SUPERSCRIPTS)}"
