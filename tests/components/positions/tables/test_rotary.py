"""RoPE by hand in tables, words and formulas: every number is one of the pair's."""

import itertools
import math
import re

import numpy as np
import pytest

from components.positions.model.rotary import RotaryPair, rotary_pair
from components.positions.tables.rotary import (
    AFTER,
    BEFORE,
    REACH,
    STEPS,
    curve_description,
    distance_law_finding,
    dot_by_distance_table,
    dot_formula,
    frequency_formula,
    rotation_finding,
    vector_table,
)
from components.tables.numbers import fixed


@pytest.fixture
def rotary() -> RotaryPair:
    return rotary_pair((1.0, 0.2), (0.5, 0.8), 17, 42, 3, 64)


def test_vectors_before_and_after(rotary: RotaryPair) -> None:
    table = vector_table(rotary)
    assert table["vector"].tolist() == ["query", "key", "query", "key"]
    assert table["state"].tolist() == [BEFORE, BEFORE, AFTER, AFTER]
    assert table["name"].tolist() == ["q", "k", "q₁₇", "k₄₂"]
    assert table["position"].tolist() == [17, 42, 17, 42]
    vectors = table[["x", "y"]].to_numpy()
    np.testing.assert_array_equal(
        vectors, np.stack([rotary.query, rotary.key, rotary.rotated_query, rotary.rotated_key])
    )
    assert vectors[2] @ vectors[3] == rotary.dot


def test_the_curve_goes_through_where_they_are(rotary: RotaryPair) -> None:
    table = dot_by_distance_table(rotary, reach=30)
    assert table["distance"].min() == -30
    assert table["distance"].max() == 30
    assert table["whole"].sum() == 61
    assert len(table) == 60 * STEPS + 1
    now = table[table["current"]]
    assert now["distance"].tolist() == [-25]
    assert now["dot"].item() == pytest.approx(rotary.dot)
    assert table.loc[table["distance"] == 0, "dot"].item() == pytest.approx(float(rotary.query @ rotary.key))


def test_the_curve_goes_along_with_any_distance() -> None:
    far = dot_by_distance_table(rotary_pair((1, 0), (1, 0), 0, 8000, 9, 64), reach=8)
    assert (far["distance"].min(), far["distance"].max()) == (-8008, -7992)
    assert far["current"].sum() == 1


def test_words_are_made_from_the_numbers(rotary: RotaryPair) -> None:
    finding = rotation_finding(rotary)
    step = math.degrees(rotary.theta)
    assert "Pair 3 of a 64-dimensional head rotates by 24.2° per position, a full turn every 14.9 positions" in finding
    assert f"query q at position m = 17 is rotated by {17 * step:.1f}°" in finding
    assert "key k at position n = 42 by 1,014.8°" in finding
    assert f"their dot product {rotary.dot:.3f}" in finding
    parts = ("stays 0.340", "the query is 25 positions before the key")
    assert all(part in distance_law_finding(rotary) for part in parts)
    assert f"Now: −25, dot product {rotary.dot:.3f}" in curve_description(rotary)


def test_the_law_is_said_of_the_same_numbers_when_both_move(rotary: RotaryPair) -> None:
    moved = rotary_pair(rotary.query.tolist(), rotary.key.tolist(), 18, 43, 3, 64)
    assert distance_law_finding(moved) == distance_law_finding(rotary)
    assert curve_description(moved) == curve_description(rotary)
    assert rotation_finding(moved) != rotation_finding(rotary)
    assert dot_formula(moved) != dot_formula(rotary)


def test_the_largest_is_the_largest_of_whole_distances(rotary: RotaryPair) -> None:
    distances = rotary.distance + np.arange(-REACH, REACH + 1)  # the curve goes along with what is beyond its reach
    dots = rotary.dots_at(distances)
    assert f"largest at {distances[dots.argmax()]}.".replace("-", "−") in curve_description(rotary)
    assert f"between {dots.min():.3f} and {dots.max():.3f}".replace("-", "−") in curve_description(rotary)


def test_formulas_hold_the_numbers(rotary: RotaryPair) -> None:
    assert r"\theta_{3} &= 10000^{-2\cdot 3/64} = 0.4217" in frequency_formula(rotary)
    assert r"m\,\theta_{3} &= 17\cdot 0.4217 = 7.169" in frequency_formula(rotary)
    (x, y), (u, v) = rotary.rotated_query, rotary.rotated_key
    assert v < 0
    formula = dot_formula(rotary)
    numbers = [float(number) for number in re.findall(r"-?\d+\.\d+", formula)]
    assert numbers == pytest.approx([x, u, y, v, rotary.dot], abs=6e-4)
    # The numbers follow the line with the rotated vectors, whose they are; the law by distance has none.
    assert formula.index(r"R(n\theta)") < formula.index(r"\cdot") < formula.index(r"R((m-n)\theta)")


@pytest.mark.parametrize("pair", [0, 2, 9, 31])
def test_what_the_formulas_print_multiplies_to_what_they_print(pair: int) -> None:
    for m, n in itertools.product((0, 1, 4, 17, 42, 111, 254), repeat=2):
        rotary = rotary_pair((-0.82, 0.511), (1.3, 0.884), m, n, pair, 64)
        x, u, y, v, dot = (float(number) for number in re.findall(r"-?\d+\.\d+", dot_formula(rotary)))
        assert f"{x * u + y * v + 0.0:.3f}".lstrip("-") == f"{dot:.3f}".lstrip("-")
        assert fixed(dot, 3) in distance_law_finding(rotary)
        theta, first, second = (
            float(number.replace(r" \cdot 10^{", "e").rstrip("}"))
            for number in re.findall(r"= (0|[\d.]+(?: \\cdot 10\^\{-?\d+\})?)(?:\\\\|\\end)", frequency_formula(rotary))
        )
        for position, product in ((m, first), (n, second)):
            assert float(f"{position * theta:.4g}") == pytest.approx(product, rel=1e-12)


def test_small_rates_are_typeset_as_powers_of_ten() -> None:
    slow = rotary_pair((1, 0), (1, 0), 0, 1, 255, 512, base=1e6)
    assert "e-" not in frequency_formula(slow)
    assert r"\cdot 10^{-6}" in frequency_formula(slow)
    assert "0.0°" not in rotation_finding(slow).split("Pair 255")[1]
