"""Figures over a probe set are those of its sentences one by one, and their spread is what statistics says."""

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.masks.model.side_ablation import BATCH_SIZE, side_ablation
from components.model.blanks.blank_probes import BlankProbe
from components.model.blanks.next_word import next_word_at_blank
from components.model.blanks.sides import COMPARED_SIDES, side_predictions
from components.model.blanks.sides_results import ContextSide, SideAblation, summarise_probes, top1_accuracy
from components.model.results import Conditions
from components.model.user_errors import UserError
from tests.components.conftest import Opener
from tests.components.small_models import sharing

CONDITIONS = Conditions("m", "r", "cpu", "float32", "v")
PROBES = tuple(
    BlankProbe(group, sentence, word.lower(), word)
    for group, sentence, word in (
        ("facts", "the capital of france is [MASK] .", "paris"),
        ("facts", "the [MASK] of france is paris .", "capital"),
        ("senses", "she sat on the [MASK] of the river", "bank"),
        ("senses", "she sat on the [MASK] of the road", "zebra"),
        ("function words", "[MASK] sat on the bank and he went to the river .", "She"),
        ("function words", "attention looks [MASK] every word", "at"),
    )
)
NUMBERS = st.lists(st.floats(-50, 50), min_size=1, max_size=30)


def effects(bits: list[list[float]], ranks: list[list[int]]) -> SideAblation:
    probes = PROBES[: len(bits[0])]
    return SideAblation(COMPARED_SIDES, probes, np.array(bits), np.array(ranks), (), 100, CONDITIONS)


def test_a_set_says_what_its_sentences_say_one_by_one(opened: Opener) -> None:
    bert = opened()
    ablation = side_ablation(sharing(bert), PROBES)
    assert ablation.sides == COMPARED_SIDES
    assert [probe.word for probe in ablation.skipped] == ["zebra"]
    assert ablation.vocabulary == bert.model.config.vocab_size
    assert ablation.bits.shape == ablation.ranks.shape == (3, len(PROBES) - 1)
    for number, probe in enumerate(ablation.probes):
        tokens = bert.tokenizer.tokens(probe.sentence)
        (blank,) = tokens.typed_masks
        (target,) = bert.tokenizer.tokens(probe.word).ids[1:-1]
        predictions = side_predictions(bert, tokens, (), blank, target)
        for side in COMPARED_SIDES:
            expected = predictions.from_side(side)
            assert ablation.bits_of(side)[number] * math.log(2) == pytest.approx(expected.log_probability, abs=1e-4)
            assert ablation.ranks_of(side)[number] == expected.rank


def test_a_causal_model_is_asked_for_the_next_word(opened: Opener) -> None:
    gpt = opened("gpt2")
    probes = [probe for probe in PROBES if probe.word in {"bank", "river", "at"}]
    ablation = side_ablation(gpt, probes)
    assert ablation.sides == (ContextSide.NEXT,)
    for number, probe in enumerate(ablation.probes):
        blank = next_word_at_blank(gpt, probe.sentence.partition("[MASK]")[0], probe.written)
        assert ablation.bits_of(ContextSide.NEXT)[number] * math.log(2) == pytest.approx(
            blank.blank.log_probability, abs=1e-4
        )
        assert ablation.ranks_of(ContextSide.NEXT)[number] == blank.blank.rank


def test_it_tells_how_far_it_is(opened: Opener) -> None:
    heard: list[tuple[int, int]] = []
    many = PROBES[:3] * BATCH_SIZE
    side_ablation(opened(), many, on_progress=lambda done, of: heard.append((done, of)))
    assert heard == [(8, 24), (16, 24), (24, 24)]


def test_a_model_that_knows_none_of_the_words_is_refused(opened: Opener) -> None:
    with pytest.raises(UserError, match="single token for small bert"):
        side_ablation(opened(), [dataclasses.replace(PROBES[0], word="zebra", written="zebra")])


def test_what_is_shared_cannot_be_changed(opened: Opener) -> None:
    ablation = side_ablation(opened(), PROBES)
    with pytest.raises(ValueError, match="read-only"):
        ablation.bits[0, 0] = 1.0


def test_what_is_lost_is_the_difference_and_a_gain_is_below_zero() -> None:
    ablation = effects([[-1, -2, -3], [-4, -1, -3], [-1, -8, -2]], [[1, 2, 1], [1, 1, 9], [3, 4, 5]])
    assert ablation.bits_lost(ContextSide.LEFT).tolist() == [3, -1, 0]
    assert ablation.bits_lost(ContextSide.RIGHT).tolist() == [0, 6, -1]
    assert ablation.groups == ("facts", "senses")
    assert ablation.members("senses").tolist() == [False, False, True]
    assert ablation.members(None).all()
    assert top1_accuracy(ablation, ContextSide.BOTH) == pytest.approx(2 / 3)
    assert top1_accuracy(ablation, ContextSide.LEFT, "facts") == 1
    assert top1_accuracy(ablation, ContextSide.RIGHT, "senses") == 0
    with pytest.raises(ValueError, match="no probe"):
        top1_accuracy(ablation, ContextSide.LEFT, "idiom")


@given(NUMBERS)
def test_a_spread_is_in_order_and_comes_out_again(values: list[float]) -> None:
    values = [*values, values[0]]  # one number has no interval
    probes = summarise_probes(values)
    slack = 1e-9
    assert probes == summarise_probes(values)
    assert probes.count == len(values)
    assert min(values) - slack <= probes.low <= probes.median <= probes.high <= max(values) + slack
    for low, high in (probes.mean_interval, probes.median_interval):
        assert min(values) - slack <= low <= high <= max(values) + slack
    assert probes.above == sum(value > 0 for value in values) / len(values)
    assert probes.mean == pytest.approx(math.fsum(values) / len(values), abs=1e-9)


@given(NUMBERS, st.floats(-20, 20))
def test_moving_every_number_moves_the_intervals(values: list[float], by: float) -> None:
    values = [*values, values[0]]
    first, moved = summarise_probes(values), summarise_probes([value + by for value in values])
    assert np.allclose(np.add(first.mean_interval, by), moved.mean_interval, atol=1e-6)
    assert np.allclose(np.add(first.median_interval, by), moved.median_interval, atol=1e-6)


def test_the_interval_of_a_mean_is_about_two_standard_errors_to_either_side() -> None:
    values = np.random.default_rng(1).normal(3.0, 2.0, size=250)
    low, high = summarise_probes(values).mean_interval
    error = values.std() / math.sqrt(250)
    assert low == pytest.approx(values.mean() - 1.96 * error, abs=0.3 * error)
    assert high == pytest.approx(values.mean() + 1.96 * error, abs=0.3 * error)


@pytest.mark.parametrize("values", [[], [1.0, math.inf], [math.nan]])
def test_a_spread_of_nothing_or_of_no_numbers_is_refused(values: list[float]) -> None:
    with pytest.raises(ValueError, match="finite numbers"):
        summarise_probes(values)
