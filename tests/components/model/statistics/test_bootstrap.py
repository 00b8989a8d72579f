"""An interval leaves 2.5% of the resamples out at either end, and holds the true mean about as often as it says."""

import numpy as np
import pytest

from components.model.statistics.bootstrap import interval, mean_interval, median_interval, resample_indices


def test_an_interval_of_95_percent_leaves_out_the_25_lowest_and_the_25_highest_of_1000() -> None:
    ends = interval(7.0, np.arange(1001.0))
    assert (ends.low, ends.value, ends.high) == pytest.approx((25.0, 7.0, 975.0))
    narrower = interval(7.0, np.arange(1001.0), confidence=0.9)
    assert (narrower.low, narrower.high) == pytest.approx((50.0, 950.0))


def test_the_interval_holds_the_true_mean_in_95_of_100_samples() -> None:
    samples, indices = np.random.default_rng(1).normal(3.0, 2.0, (1000, 50)), resample_indices(50)
    held = np.mean([mean_interval(sample, indices).contains(3.0) for sample in samples])
    assert 0.92 < held < 0.97  # 0.87 to 0.90 at 90%


def test_mean_and_median_are_those_of_the_observations() -> None:
    values, indices = np.array([1.0, 2.0, 9.0]), resample_indices(3)
    assert mean_interval(values, indices).value == pytest.approx(4.0)
    assert median_interval(values, indices).value == pytest.approx(2.0)
    assert median_interval(values, indices).high == pytest.approx(9.0)


def test_neighbours_are_drawn_in_blocks_that_wrap_at_the_end() -> None:
    indices = resample_indices(7, resamples=50, block=3)
    assert indices.shape == (50, 7)
    steps = np.diff(indices.reshape(50, 7), axis=1) % 7
    assert (np.delete(steps, [2, 5], axis=1) == 1).all()  # steps 2 and 5 lead to the next block
    assert len(set(resample_indices(7, resamples=50).ravel())) == 7
