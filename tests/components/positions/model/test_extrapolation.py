"""Past the training length: where a loss rises beyond chance, and what is said of the claim."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.positions.model.extrapolation import STANDARD_ERRORS, Verdict, extrapolations
from components.positions.model.results import FamilyLoss

LENGTHS = (32, 64, 128, 144, 160, 192, 256, 512)
BUCKET, PIECES = 16, 400


def family(
    rise: Callable[[int], float], *, wobble: float = 0.02, lengths: tuple[int, ...] = LENGTHS
) -> list[FamilyLoss]:
    """Losses around 3 nats that rise with the length of the text."""
    rng = np.random.default_rng(0)
    return [
        FamilyLoss("rope", length, position, 3 + rise(length) + wobble * float(rng.normal()), PIECES)
        for length in lengths
        for position in range(0, length, BUCKET)
    ]


@pytest.mark.parametrize(
    ("fine_to", "verdict", "first_worse"),
    [
        (128, Verdict.SOONER, 144),
        (144, Verdict.SOONER, 160),
        (160, Verdict.AGREES, 192),
        (192, Verdict.LATER, 256),
        (600, Verdict.NEVER, None),
    ],
)
def test_the_claim_is_checked(fine_to: int, verdict: Verdict, first_worse: int | None) -> None:
    (actual,) = extrapolations(family(lambda length: 0.5 * (length > fine_to)), 128)
    assert actual.verdict is verdict
    assert (actual.first_worse and actual.first_worse.length) == first_worse
    assert actual.last_not_worse.length == min(fine_to, 512)
    if actual.first_worse is not None:
        assert actual.first_worse.excess == pytest.approx(0.5, abs=0.05)


def test_a_rise_within_the_noise_is_no_rise() -> None:
    assert extrapolations(family(lambda length: 0.05 * (length > 128), wobble=0.5), 128)[0].verdict is Verdict.NEVER


def test_one_length_that_seems_worse_is_not_where_it_falls() -> None:
    (extrapolation,) = extrapolations(family(lambda length: 0.5 * (length in (144, 256, 512))), 128)
    assert [excess.length for excess in extrapolation.lengths if excess.length > 128 and excess.is_worse] == [
        144,
        256,
        512,
    ]
    assert (extrapolation.last_not_worse.length, extrapolation.verdict) == (192, Verdict.LATER)


def test_of_longer_texts_only_the_places_past_the_training_count() -> None:
    losses = [FamilyLoss("rope", 128, 0, 3.0, 10), FamilyLoss("rope", 128, 64, 5.0, 30)]
    losses += [FamilyLoss("rope", 256, 0, 1.0, 10), FamilyLoss("rope", 256, 128, 6.0, 20)]
    (actual,) = extrapolations(losses, 128)
    default, longer = actual.lengths
    assert (default.loss, default.token_count, default.noise) == (4.5, 40, 0)
    assert (longer.loss, longer.excess, longer.token_count) == (6.0, 1.5, 20)
    variance = 10 * 1.5**2 + 30 * 0.5**2
    assert longer.noise == pytest.approx(STANDARD_ERRORS * math.sqrt(variance * (1 / 40 + 1 / 20)))


def test_too_few_figures_say_nothing() -> None:
    whole = [FamilyLoss("rope", length, 0, 3.0 + (length > 128), 10) for length in (128, 256)]  # one bucket a length
    assert extrapolations(whole, 128)[0].verdict is Verdict.UNKNOWN  # no places past the training...
    split = [*whole, FamilyLoss("rope", 256, 128, 9.0, 10)]
    assert math.isnan(extrapolations(split, 128)[0].lengths[-1].noise)  # ...and nothing known of chance
    assert extrapolations(split, 128)[0].verdict is Verdict.UNKNOWN
    assert extrapolations(family(lambda _: 0.0, lengths=(32, 128)), 128)[0].verdict is Verdict.UNKNOWN
    assert extrapolations(family(lambda _: 0.0, lengths=(128, 144)), 128)[0].verdict is Verdict.UNKNOWN
    assert extrapolations(family(lambda _: 0.0, lengths=(32, 512)), 128) == ()
    assert extrapolations([], 128) == ()
    assert extrapolations([FamilyLoss("rope", 128, 0, 3.0, 0)], 128) == ()


@given(st.permutations(family(lambda length: 0.5 * (length > 160))))
def test_the_order_of_the_figures_does_not_matter(losses: list[FamilyLoss]) -> None:
    assert extrapolations(losses, 128)[0].verdict is Verdict.AGREES
