"""What the browser sends back about the grid is believed only if it is one of its cells."""

from types import SimpleNamespace

import pytest

from components.patching.grid import _cell


def test_a_cell_is_taken() -> None:
    assert _cell(SimpleNamespace(cell=[6, 9]), 7, 10) == (6, 9)


@pytest.mark.parametrize(
    "cell", [None, "0", {}, [0], [7, 0], [0, 10], [-1, 0], [True, 0], [0.0, 1], [0, 0, 0]], ids=str
)
def test_other_answers_are_not_taken(cell: object) -> None:
    assert _cell(SimpleNamespace(cell=cell), 7, 10) is None
    assert _cell(None, 7, 10) is None
