"""An order that the browser sends back is believed only if it is one of these words."""

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.positions.word_order import _order

WORDS = [1, 2, 4]


@given(st.permutations(WORDS))
def test_every_order_of_the_words_is_taken(order: list[int]) -> None:
    assert _order(SimpleNamespace(order=order), WORDS) == tuple(order)


@pytest.mark.parametrize(
    "order", [None, [], [1, 2], [1, 2, 4, 4], [1, 2, 3], [True, 2, 4], ["1", 2, 4], [1.0, 2, 4], "124", {"1": 2}]
)
def test_any_other_is_ignored(order: object) -> None:
    assert _order(SimpleNamespace(order=order), WORDS) is None
    assert _order(None, WORDS) is None
