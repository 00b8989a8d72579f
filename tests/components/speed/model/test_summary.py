"""Laws of the figures: units do not matter, a model is once as fast as itself, and pairs of runs stay together."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.speed.model.summary import latency, speed_up

seconds = st.floats(1e-5, 10.0)
times = st.lists(seconds, min_size=1, max_size=60)
pairs = st.lists(st.tuples(seconds, seconds), min_size=1, max_size=60)


@given(times)
def test_a_model_is_exactly_once_as_fast_as_itself(found: list[float]) -> None:
    ratio = speed_up(found, found)
    assert (ratio.low, ratio.value, ratio.high) == (1.0, 1.0, 1.0)
    assert ratio.contains(1.0)


@given(pairs, st.sampled_from([2.0, 0.25, 1024.0]))
def test_the_unit_of_time_does_not_matter(found: list[tuple[float, float]], factor: float) -> None:
    first, second = map(list, zip(*found, strict=True))
    scaled = speed_up([factor * time for time in first], [factor * time for time in second])
    assert scaled == speed_up(first, second)


@given(pairs, st.sampled_from([2.0, 4.0]))
def test_a_model_that_takes_half_the_time_is_twice_as_fast(found: list[tuple[float, float]], factor: float) -> None:
    first, second = map(list, zip(*found, strict=True))
    plain, faster = speed_up(first, second), speed_up(first, [time / factor for time in second])
    assert faster.value == pytest.approx(factor * plain.value)
    assert (faster.low, faster.high) == pytest.approx((factor * plain.low, factor * plain.high))


@given(pairs)
def test_an_interval_is_in_order_and_the_same_every_time(found: list[tuple[float, float]]) -> None:
    first, second = map(list, zip(*found, strict=True))
    ratio = speed_up(first, second)
    assert ratio.low <= ratio.high
    assert ratio == speed_up(first, second)
    wider = speed_up(first, second, confidence=0.99)
    assert wider.low <= ratio.low
    assert wider.high >= ratio.high


def test_what_slows_both_at_once_is_not_held_against_either() -> None:
    generator = np.random.default_rng(1)
    disturbed = list(generator.lognormal(size=100))
    other = [time / 2 for time in disturbed]
    assert speed_up(disturbed, other).high == speed_up(disturbed, other).low == 2.0


def test_the_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    generator = np.random.default_rng(2)
    held = sum(
        speed_up(*(list(generator.lognormal(sigma=0.1, size=40)) for _ in range(2)), draws=300).contains(1.0)
        for _ in range(200)
    )
    assert 0.85 * 200 <= held <= 200


@pytest.mark.parametrize(("first", "second"), [([], []), ([1.0], []), ([1.0, 1.0], [1.0])])
def test_runs_that_are_no_pairs_are_refused(first: list[float], second: list[float]) -> None:
    with pytest.raises(ValueError, match="pairs"):
        speed_up(first, second)


@given(times)
def test_a_distribution_is_in_order(found: list[float]) -> None:
    said = latency(found, batch=2, length=8)
    assert said.minimum <= said.p50 <= said.p90 <= said.p99 <= said.maximum
    assert said.count == len(found)
    assert said.mean == pytest.approx(np.mean(found))
    assert said.tokens_per_second == pytest.approx(8 * said.sentences_per_second) == pytest.approx(16 / said.p50)
    assert said.sd >= 0


def test_no_run_has_no_distribution() -> None:
    with pytest.raises(ValueError, match="at least one"):
        latency([], batch=1, length=1)
