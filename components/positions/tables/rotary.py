"""RoPE by hand: tables, findings and formulas for the vectors of one pair and their dot product by distance."""

import math
from collections.abc import Sequence
from decimal import Decimal

import numpy as np
import pandas as pd

from components.positions.model.rotary import RotaryPair
from components.tables.numbers import bracket_negative, fixed, latex_number
from components.tables.phrases import article, count_phrase, quoted

BEFORE, AFTER = "before rotation", "rotated"
REACH = 12  # distances to either side of the curve's middle
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
DIGITS_LIMIT = 12  # of a number in a formula
STEPS = 8  # points of the curve between two whole distances


def vector_table(rotary: RotaryPair) -> pd.DataFrame:
    """Query and key, before and after rotation.

    Columns: ``vector``, query or key; ``state``, before or after rotation; ``turned``, the same as a bool;
    ``position``; ``x``, ``y``; ``name``, its label in the chart.
    """
    rows = [
        ("query", BEFORE, False, rotary.m, *rotary.query, "q"),
        ("key", BEFORE, False, rotary.n, *rotary.key, "k"),
        ("query", AFTER, True, rotary.m, *rotary.rotated_query, f"q{_subscript(rotary.m)}"),
        ("key", AFTER, True, rotary.n, *rotary.rotated_key, f"k{_subscript(rotary.n)}"),
    ]
    return pd.DataFrame(rows, columns=["vector", "state", "turned", "position", "x", "y", "name"])


def dot_by_distance_table(rotary: RotaryPair, *, reach: int = REACH) -> pd.DataFrame:
    """The dot product of the same query and key at other distances.

    Columns: ``distance``, m - n, in fractions of a position for a smooth curve; ``dot``; ``whole``, whether the
    distance is whole; ``current``, whether it is the distance of query and key.

    Args:
        rotary: The pair.
        reach: Distances to either side of 0, or of the current distance if that is larger.
    """
    middle = rotary.distance if abs(rotary.distance) > reach else 0
    distances = middle + np.arange(-reach * STEPS, reach * STEPS + 1) / STEPS
    return pd.DataFrame(
        {
            "distance": distances,
            "dot": rotary.dots_at(distances),
            "whole": distances % 1 == 0,
            "current": distances == rotary.distance,
        }
    )


def rotation_finding(rotary: RotaryPair) -> str:
    """The rotations of query and key, and the angle and dot product between them."""
    step, between = math.degrees(rotary.theta), abs(math.degrees(rotary.angle))
    return (
        f"The query q at position m = {rotary.m:,} is rotated by {_degrees_text(rotary.m * step)}, the key k at "
        f"position n = {rotary.n:,} "
        f"by {_degrees_text(rotary.n * step)}. The angle between them is {_degrees_text(between)}, their dot product "
        f"{_number_text(rotary.dot)}. Pair {rotary.pair} of {article(str(rotary.width))} "
        f"{rotary.width}-dimensional head rotates by "
        f"{_degrees_text(step)} per "
        f"position, a full turn every {_period_text(2 * math.pi / rotary.theta)} positions."
    )


def distance_law_finding(rotary: RotaryPair, words: Sequence[str] = ()) -> str:
    """That the dot product depends on distance alone.

    Args:
        rotary: The pair.
        words: The tokens of the query and of the key; empty if they are made up.
    """
    query, key = map(quoted, words) if words else ("the query", "the key")
    apart = count_phrase(abs(rotary.distance), "position")
    place = f"{query} is {apart} {'after' if rotary.distance > 0 else 'before'} {key}"
    dot = _number_text(rotary.dot)
    return (
        f"Move both {'words' if words else 'arrows'} together: their dot product stays {dot}. "
        f"Only the distance counts: wherever {place if rotary.distance else f'{query} and {key} are at one position'}, "
        f"m − n = {_integer_text(rotary.distance)} and the dot product is {dot}."
    )


def turn_text(rotary: RotaryPair) -> str:
    """How far one position turns the pair."""
    return _degrees_text(math.degrees(rotary.theta))


def curve_description(rotary: RotaryPair) -> str:
    """Alternative text of the curve."""
    table = dot_by_distance_table(rotary)
    whole = table[table["whole"]]
    best = int(whole["distance"].to_numpy()[whole["dot"].to_numpy().argmax()])
    return (
        f"Dot product by distance, from m − n = {_integer_text(int(whole['distance'].min()))} to "
        f"{_integer_text(int(whole['distance'].max()))}: between {_number_text(whole['dot'].min())} and "
        f"{_number_text(whole['dot'].max())}, largest at {_integer_text(best)}. Now: {_integer_text(rotary.distance)}, "
        f"dot product {_number_text(rotary.dot)}."
    )


def frequency_formula(rotary: RotaryPair) -> str:
    """The pair's frequency and its rotations, as LaTeX with their numbers; the products shown are right as shown."""
    i, theta = rotary.pair, latex_number(rotary.theta, _frequency_digits(rotary))
    return (
        rf"\begin{{aligned}}\theta_{{{i}}} &= {rotary.base:g}^{{-2\cdot {i}/{rotary.width}}} = {theta}\\"
        rf"m\,\theta_{{{i}}} &= {rotary.m}\cdot {theta} = {latex_number(rotary.m * rotary.theta)}\\"
        rf"n\,\theta_{{{i}}} &= {rotary.n}\cdot {theta} = "
        rf"{latex_number(rotary.n * rotary.theta)}\end{{aligned}}"
    )


def dot_formula(rotary: RotaryPair) -> str:
    """The dot product of the rotated vectors, as LaTeX with its numbers; the sum shown is right as shown.

    The numbers are those of the two rotated vectors. The last line has the same product by the distance alone.
    """
    numbers, dot = _product_as_shown(rotary)
    x, u, y, v = map(bracket_negative, numbers)
    return (
        r"\begin{aligned}&\langle R(m\theta)\,q,\ R(n\theta)\,k\rangle\\"
        rf"&= {x}\cdot {u}\\&\quad + {y}\cdot {v}\\"
        rf"&= {dot}\\&= \langle R((m-n)\theta)\,q,\ k\rangle\end{{aligned}}"
    )


def _frequency_digits(rotary: RotaryPair) -> int:
    """The digits of the frequency, at least 4, with which both rotations follow from what is printed."""
    rotations = [position * rotary.theta for position in (rotary.m, rotary.n)]
    for digits in range(4, DIGITS_LIMIT):
        theta = float(f"{rotary.theta:.{digits - 1}e}")
        shown = [position * theta for position in (rotary.m, rotary.n)]
        if list(map(latex_number, shown)) == list(map(latex_number, rotations)):
            return digits
    return DIGITS_LIMIT


def _product_as_shown(rotary: RotaryPair) -> tuple[list[str], str]:
    """The numbers x, u, y, v with the fewest decimals, at least 3, at which xu + yv is the dot product as shown."""
    (x, y), (u, v) = rotary.rotated_query, rotary.rotated_key
    dot, numbers = _plain_number(rotary.dot, 3), list[str]()
    for decimals in range(3, DIGITS_LIMIT):
        numbers = [_plain_number(value, decimals) for value in (x, u, y, v)]
        first, second, third, fourth = map(Decimal, numbers)
        if _plain_number(float(first * second + third * fourth), 3) == dot:
            break
    return numbers, dot


def _plain_number(value: float, decimals: int) -> str:
    return fixed(value, decimals).replace("−", "-").replace(",", "")


def _subscript(position: int) -> str:
    return str(position).translate(_SUBSCRIPTS)


def _number_text(value: float) -> str:
    return fixed(value, 3)


def _integer_text(value: int) -> str:
    return f"{value:,}".replace("-", "−")


def _degrees_text(value: float) -> str:
    return f"{fixed(value, 1)}°" if value >= 1 or value == 0 else f"{value:.2g}°"


def _period_text(value: float) -> str:
    return fixed(value, 1) if value < 100 else fixed(value, 0)
