"""RoPE by hand: the vectors of one pair, the dot product at every distance, and both in words and formulas."""

import math

import numpy as np
import pandas as pd

from components.positions.model.rotary import RotaryPair
from components.tables.numbers import fixed

BEFORE, AFTER = "before rotation", "rotated"
REACH = 64  # how far the curve goes to either side
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
STEPS = 8  # points of the curve between two whole distances


def vector_table(found: RotaryPair) -> pd.DataFrame:
    """Query and key, before and after they are turned.

    Columns: ``vector``, query or key; ``state``, as it came or turned; ``turned``; ``position``; ``x``, ``y``; ``name``
    as the chart writes it.
    """
    rows = [
        ("query", BEFORE, False, found.m, *found.query, "q"),
        ("key", BEFORE, False, found.n, *found.key, "k"),
        ("query", AFTER, True, found.m, *found.rotated_query, f"q{_below(found.m)}"),
        ("key", AFTER, True, found.n, *found.rotated_key, f"k{_below(found.n)}"),
    ]
    return pd.DataFrame(rows, columns=["vector", "state", "turned", "position", "x", "y", "name"])


def dot_by_distance_table(found: RotaryPair, *, reach: int = REACH) -> pd.DataFrame:
    """The dot product of the same query and key at other distances, with the steps between whole ones for the curve.

    Columns: ``distance``, m - n; ``dot``; ``whole``, whether two positions can be so far apart; ``current``, whether
    query and key are.

    Args:
        found: The pair.
        reach: How far to either side of 0 or, where query and key are farther apart, of their distance.
    """
    middle = found.distance if abs(found.distance) > reach else 0
    distances = middle + np.arange(-reach * STEPS, reach * STEPS + 1) / STEPS
    return pd.DataFrame(
        {
            "distance": distances,
            "dot": found.dots_at(distances),
            "whole": distances % 1 == 0,
            "current": distances == found.distance,
        }
    )


def rotation_finding(found: RotaryPair) -> str:
    """What the pair does where it stands, every number on its way."""
    step, between = math.degrees(found.theta), abs(math.degrees(found.angle))
    return (
        f"The query at position {found.m:,} is rotated by {_degrees(found.m * step)}, the key at position {found.n:,} "
        f"by {_degrees(found.n * step)}. The angle between them is {_degrees(between)}, their dot product "
        f"{_number(found.dot)}. Pair {found.pair} of a {found.width}-dimensional head rotates by {_degrees(step)} per "
        f"position, a full turn every {_count(2 * math.pi / found.theta)} positions."
    )


def distance_law_finding(found: RotaryPair) -> str:
    """What to notice: only the distance counts."""
    return (
        f"Only the distance counts: at m − n = {_whole(found.distance)} the dot product is {_number(found.dot)}. Move "
        "both arrows by the same number of positions, and it stays the same."
    )


def curve_description(found: RotaryPair, *, reach: int = REACH) -> str:
    """The curve for those who do not see it."""
    table = dot_by_distance_table(found, reach=reach)
    whole = table[table["whole"]]
    best = int(whole["distance"].to_numpy()[whole["dot"].to_numpy().argmax()])
    return (
        f"Dot product by distance, from m − n = {_whole(int(whole['distance'].min()))} to "
        f"{_whole(int(whole['distance'].max()))}: between {_number(whole['dot'].min())} and "
        f"{_number(whole['dot'].max())}, largest at {_whole(best)}. Now: {_whole(found.distance)}, "
        f"dot product {_number(found.dot)}."
    )


def frequency_formula(found: RotaryPair) -> str:
    """How fast the pair turns, in LaTeX with the numbers of the moment."""
    i = found.pair
    return (
        rf"\begin{{aligned}}\theta_{{{i}}} &= {found.base:g}^{{-2\cdot {i}/{found.width}}} = {_latex(found.theta)}\\"
        rf"m\,\theta_{{{i}}} &= {found.m}\cdot {_latex(found.theta)} = {_latex(found.m * found.theta)}\\"
        rf"n\,\theta_{{{i}}} &= {found.n}\cdot {_latex(found.theta)} = {_latex(found.n * found.theta)}\end{{aligned}}"
    )


def dot_formula(found: RotaryPair) -> str:
    """The dot product of both turned vectors, in LaTeX with the numbers of the moment."""
    (x, y), (u, v) = found.rotated_query, found.rotated_key
    return (
        r"\begin{aligned}&\langle R(m\theta)\,q,\ R(n\theta)\,k\rangle\\&= \langle R((m-n)\theta)\,q,\ k\rangle\\"
        rf"&= {_factor(x)}\cdot {_factor(u)}\\&\quad + {_factor(y)}\cdot {_factor(v)}\\"
        rf"&= {found.dot:.3f}\end{{aligned}}"
    )


def _below(position: int) -> str:
    return str(position).translate(_SUBSCRIPTS)


def _factor(value: float) -> str:
    return f"({value:.3f})" if value < 0 else f"{value:.3f}"


def _latex(value: float) -> str:
    """Four digits, and powers of ten as they are typeset."""
    mantissa, _, power = f"{value:.4g}".partition("e")
    return rf"{mantissa}\cdot 10^{{{int(power)}}}" if power else mantissa


def _number(value: float) -> str:
    return fixed(value, 3)


def _whole(value: int) -> str:
    return f"{value:,}".replace("-", "−")


def _degrees(value: float) -> str:
    return f"{value:,.1f}°" if value >= 1 or value == 0 else f"{value:.2g}°"


def _count(value: float) -> str:
    return f"{value:,.1f}" if value < 100 else f"{value:,.0f}"
