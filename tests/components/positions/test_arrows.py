"""What the browser sends back about the arrows is believed only if it is two positions."""

from types import SimpleNamespace

import pytest

from components.positions.arrows import _positions

LIMIT = 20


def test_two_positions_are_taken() -> None:
    assert _positions(SimpleNamespace(positions=[0, LIMIT]), LIMIT) == (0, LIMIT)


@pytest.mark.parametrize(
    "positions", [None, "12", [1], [1, 2, 3], [-1, 0], [0, LIMIT + 1], [True, 1], [1.0, 2], [None, 1]], ids=str
)
def test_other_answers_are_not_taken(positions: object) -> None:
    assert _positions(SimpleNamespace(positions=positions), LIMIT) is None
    assert _positions(None, LIMIT) is None
