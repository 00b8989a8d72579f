"""Laws of the divergences."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from components.model.statistics.divergence import jensen_shannon, kullback_leibler

LOGITS = st.lists(st.floats(-30, 30), min_size=2, max_size=2).map(tuple)
PAIRS = st.lists(LOGITS, min_size=2, max_size=20).map(lambda rows: torch.tensor(rows).T.log_softmax(dim=-1))


@given(PAIRS)
def test_jensen_shannon_is_symmetric_and_at_most_one_bit(pair: torch.Tensor) -> None:
    first, other = pair
    assert 0 <= jensen_shannon(first, other) <= math.log(2)
    assert jensen_shannon(first, other) == pytest.approx(jensen_shannon(other, first), abs=1e-9)
    assert jensen_shannon(first, first) == pytest.approx(0, abs=1e-6)
    assert kullback_leibler(first, first) == 0
    assert jensen_shannon(first, other) <= (kullback_leibler(first, other) + kullback_leibler(other, first)) / 4 + 1e-6


def test_distributions_without_a_common_outcome_are_one_bit_apart() -> None:
    first, other = torch.tensor([0.0, -math.inf]), torch.tensor([-math.inf, 0.0])
    assert jensen_shannon(first, other) == pytest.approx(math.log(2))
    assert kullback_leibler(first, other) == math.inf
