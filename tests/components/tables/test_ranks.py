"""Rank correlation: by hand, and where there is none."""

import pytest

from components.tables.ranks import rank_correlation


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ((1, 2, 3), (10, 20, 1000), 1.0),
        ((1, 2, 3), (3, 2, 1), -1.0),
        ((1, 2, 3, 4), (1, 3, 2, 4), 0.8),
        ((1, 1, 2), (1, 1, 5), 1.0),  # ties share their mean rank
    ],
)
def test_ranks_are_compared_and_not_values(
    first: tuple[float, ...], second: tuple[float, ...], expected: float
) -> None:
    assert rank_correlation(first, second) == pytest.approx(expected)


def test_what_is_the_same_everywhere_has_no_order() -> None:
    assert rank_correlation((1, 1, 1), (1, 2, 3)) is None
    assert rank_correlation((1,), (2,)) is None
    assert rank_correlation((), ()) is None
