"""What the browser sends back about heads is believed only if it is a list of heads of the model."""

from types import SimpleNamespace

import pytest

from components.attention.switches import _off

SHAPE = (2, 3)


def test_the_heads_that_are_off_are_taken() -> None:
    assert _off(SimpleNamespace(off=[[0, 2], [1, 0]]), SHAPE) == {(0, 2), (1, 0)}
    assert _off(SimpleNamespace(off=[]), SHAPE) == frozenset()


@pytest.mark.parametrize(
    "off",
    [None, "0", {}, [[0]], [[0, 3]], [[2, 0]], [[-1, 0]], [[True, 0]], [[0.0, 1]], [0, 1], [[0, 0]] * 7],
    ids=str,
)
def test_other_answers_are_not_taken(off: object) -> None:
    assert _off(SimpleNamespace(off=off), SHAPE) is None
    assert _off(None, SHAPE) is None
