"""Ties are told from close calls."""

import numpy as np
import pytest

from components.tables.ties import largest_indices


@pytest.mark.parametrize(
    ("numbers", "indices"),
    [
        ([], []),
        ([0.2], [0]),
        ([0.2, 0.3, 0.1], [1]),
        ([0.2, 0.2 + 1.5e-8, 0.1], [0, 1]),
        ([0.2, 0.2001, 0.1], [1]),
        ([-3.0, -3.0, -4.0], [0, 1]),
        ([float("-inf"), 1.0], [1]),
        ([100.0, 100.0005, 100.01], [2]),
    ],
)
def test_what_differs_by_rounding_is_a_tie(numbers: list[float], indices: list[int]) -> None:
    assert largest_indices(numbers) == indices
    assert largest_indices(np.array(numbers)) == indices
