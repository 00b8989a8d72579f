"""An interval leaves 2.5% of the resamples out at either end, and holds the true mean about as often as it says."""

import math

import numpy as np
import pytest

from components.model.statistics.bootstrap import interval, mean_interval, resample_indices
from components.tables.numbers import interval_text


def test_an_interval_of_95_percent_leaves_out_the_25_lowest_and_the_25_highest_of_1000() -> None:
    ends = interval(7.0, np.arange(1001.0))
    assert (ends.low, ends.value, ends.high) == pytest.approx((25.0, 7.0, 975.0))
    narrower = interval(7.0, np.arange(1001.0), confidence=0.9)
    assert (narrower.low, narrower.high) == pytest.approx((50.0, 950.0))


def test_the_interval_holds_the_true_mean_in_95_of_100_samples() -> None:
    samples, indices = np.random.default_rng(1).normal(3.0, 2.0, (1000, 50)), resample_indices(50)
    held = np.mean([mean_interval(sample, indices).contains(3.0) for sample in samples])
    assert 0.92 < held < 0.97  # 0.87 to 0.90 at 90%


def test_the_mean_is_that_of_the_observations() -> None:
    assert mean_interval(np.array([1.0, 2.0, 9.0]), resample_indices(3)).value == pytest.approx(4.0)


def test_neighbours_are_drawn_in_blocks_that_wrap_at_the_end() -> None:
    indices = resample_indices(7, resamples=50, block=3)
    assert indices.shape == (50, 7)
    steps = np.diff(indices.reshape(50, 7), axis=1) % 7
    assert (np.delete(steps, [2, 5], axis=1) == 1).all()  # steps 2 and 5 lead to the next block
    assert len(set(resample_indices(7, resamples=50).ravel())) == 7


def test_one_observation_has_no_interval() -> None:
    single = mean_interval(np.array([0.72]), resample_indices(1))
    assert (single.value, single.is_known) == (0.72, False)
    assert math.isnan(single.high)
    assert single.contains(0.1), "nothing can be ruled out"
    assert interval_text(single) == "72%"


def test_several_observations_have_one() -> None:
    values = np.array([0.2, 0.4, 0.9, 0.7])
    several = mean_interval(values, resample_indices(4))
    assert several.is_known
    assert values.min() <= several.low < several.value < several.high <= values.max()
    assert not several.contains(0.1)
    assert "–" in interval_text(several)
