"""Properties of the statistics: units do not matter, a model has a speed-up of 1 over itself, pairs stay together."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.speed.model.summary import latency, speed_up

seconds = st.floats(1e-5, 10.0)
times = st.lists(seconds, min_size=1, max_size=60)
pairs = st.lists(st.tuples(seconds, seconds), min_size=1, max_size=60)


@given(times)
def test_a_model_has_a_speed_up_of_exactly_1_over_itself(runs: list[float]) -> None:
    ratio = speed_up(runs, runs)
    assert (ratio.low, ratio.value, ratio.high) == (1.0, 1.0, 1.0)
    assert ratio.contains(1.0)


@given(pairs, st.sampled_from([2.0, 0.25, 1024.0]))
def test_the_unit_of_time_does_not_matter(runs: list[tuple[float, float]], factor: float) -> None:
    first, second = map(list, zip(*runs, strict=True))
    scaled = speed_up([factor * time for time in first], [factor * time for time in second])
    assert scaled == speed_up(first, second)


@given(pairs, st.sampled_from([2.0, 4.0]))
def test_a_model_that_takes_half_the_time_is_twice_as_fast(runs: list[tuple[float, float]], factor: float) -> None:
    first, second = map(list, zip(*runs, strict=True))
    plain, faster = speed_up(first, second), speed_up(first, [time / factor for time in second])
    assert faster.value == pytest.approx(factor * plain.value)
    assert (faster.low, faster.high) == pytest.approx((factor * plain.low, factor * plain.high))


@given(pairs)
def test_an_interval_is_in_order_and_the_same_every_time(runs: list[tuple[float, float]]) -> None:
    first, second = map(list, zip(*runs, strict=True))
    ratio = speed_up(first, second)
    assert ratio.low <= ratio.high
    assert ratio == speed_up(first, second)
    wider = speed_up(first, second, confidence=0.99)
    assert wider.low <= ratio.low
    assert wider.high >= ratio.high


def test_disturbances_of_both_models_cancel_out() -> None:
    generator = np.random.default_rng(1)
    disturbed = list(generator.lognormal(size=100))
    other = [time / 2 for time in disturbed]
    assert speed_up(disturbed, other).high == speed_up(disturbed, other).low == 2.0


def test_the_interval_covers_the_truth_at_about_its_confidence_level() -> None:
    generator = np.random.default_rng(2)
    held = sum(
        speed_up(*(list(generator.lognormal(sigma=0.1, size=40)) for _ in range(2)), draws=300).contains(1.0)
        for _ in range(200)
    )
    assert 0.85 * 200 <= held <= 200


@pytest.mark.parametrize(("first", "second"), [([], []), ([1.0], []), ([1.0, 1.0], [1.0])])
def test_unpaired_runs_are_an_error(first: list[float], second: list[float]) -> None:
    with pytest.raises(ValueError, match="pairs"):
        speed_up(first, second)


@given(times)
def test_a_distribution_is_in_order(runs: list[float]) -> None:
    distribution = latency(runs, batch=2, length=8)
    assert distribution.minimum <= distribution.p50 <= distribution.p90 <= distribution.p99 <= distribution.maximum
    assert distribution.count == len(runs)
    assert distribution.mean == pytest.approx(np.mean(runs))
    assert (
        distribution.tokens_per_second
        == pytest.approx(8 * distribution.sentences_per_second)
        == pytest.approx(16 / distribution.p50)
    )
    assert distribution.sd >= 0


def test_no_runs_are_an_error() -> None:
    with pytest.raises(ValueError, match="at least one"):
        latency([], batch=1, length=1)
