"""The interval of a difference of shares holds the true one about as often as it says."""

import numpy as np
import pytest

from components.model.statistics.proportions import proportion_difference, proportion_interval


@pytest.mark.parametrize(("first", "second", "count"), [(0.9, 0.75, 48), (0.5, 0.5, 20), (0.98, 0.9, 80)])
def test_the_interval_holds_the_true_difference_in_95_of_100_samples(first: float, second: float, count: int) -> None:
    dice = np.random.default_rng(0)
    drawn = zip(dice.binomial(count, first, 2000) / count, dice.binomial(count, second, 2000) / count, strict=True)
    held = np.mean([proportion_difference(left, other, count, count).contains(first - second) for left, other in drawn])
    assert 0.93 < held < 0.99


def test_exchanged_shares_have_the_opposite_difference_and_more_sentences_say_more() -> None:
    first, other = proportion_difference(0.8, 0.6, 50, 80), proportion_difference(0.6, 0.8, 80, 50)
    assert (first.low, first.value, first.high) == pytest.approx((-other.high, -other.value, -other.low))
    assert not first.contains(0)
    assert proportion_difference(0.8, 0.7, 50, 80).contains(0)
    assert not proportion_difference(0.8, 0.7, 500, 800).contains(0)


@pytest.mark.parametrize(("share", "count"), [(0.9, 10), (0.5, 8), (0.97, 40)])
def test_the_interval_holds_the_true_share_in_95_of_100_samples(share: float, count: int) -> None:
    drawn = np.random.default_rng(0).binomial(count, share, 2000)
    held = np.mean([proportion_interval(int(successes), count).contains(share) for successes in drawn])
    assert 0.91 < held < 0.995


def test_ten_of_ten_is_not_certainty() -> None:
    interval = proportion_interval(10, 10)
    assert (interval.low, interval.value, interval.high) == pytest.approx((0.722, 1.0, 1.0), abs=0.001)
    assert proportion_interval(0, 10).high == pytest.approx(1 - interval.low)
