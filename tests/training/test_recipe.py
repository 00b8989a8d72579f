"""The learning rate warms up, stays and falls to nothing; a larger budget only makes it stay longer."""

import dataclasses
import json

import numpy as np
import pytest

from training.recipe import Architecture, Recipe

RECIPE = Recipe(tokens=1_000_000, warmup_tokens=100_000, decay=0.4)


def test_the_rate_warms_up_in_a_straight_line_from_almost_nothing() -> None:
    rates = [RECIPE.relative_rate(tokens) for tokens in range(0, 99_000, 1000)]
    assert 0 < rates[0] <= 0.01
    np.testing.assert_allclose(np.diff(rates), 0.01)


def test_the_rate_stays_at_its_peak_until_it_falls() -> None:
    assert {RECIPE.relative_rate(tokens) for tokens in range(100_000, 600_001, 10_000)} == {1.0}
    assert RECIPE.relative_rate(610_000) < 1


def test_the_rate_falls_in_a_straight_line_to_zero_and_stays_there() -> None:
    assert RECIPE.relative_rate(800_000) == pytest.approx(0.5)
    assert RECIPE.relative_rate(999_999) > 0
    assert RECIPE.relative_rate(1_000_000) == 0
    assert RECIPE.relative_rate(2_000_000) == 0


@pytest.mark.parametrize("factor", [1.1, 2, 10])
def test_a_larger_budget_changes_nothing_before_the_fall(factor: float) -> None:
    larger = dataclasses.replace(RECIPE, tokens=int(RECIPE.tokens * factor))
    for tokens in range(0, 600_001, 7_500):
        assert larger.relative_rate(tokens) == RECIPE.relative_rate(tokens)
        assert larger.lengths(tokens) == RECIPE.lengths(tokens)
    assert larger.relative_rate(700_000) > RECIPE.relative_rate(700_000)


def test_shares_of_lengths_sum_to_one_and_long_pairs_come_last() -> None:
    for tokens in (0, 899_999, 900_000, 1_000_000):
        lengths = RECIPE.lengths(tokens)
        assert sum(lengths.values()) == pytest.approx(1)
        assert (RECIPE.architecture.positions in lengths) == (tokens >= 900_000)
    assert Recipe().long_from >= 1 - Recipe().decay, "or a run given a larger budget would have seen other lengths"


@pytest.mark.parametrize("positions", [64, 128, 256, 512])
def test_shares_sum_to_one_whatever_the_longest_is(positions: int) -> None:
    recipe = Recipe(architecture=Architecture(positions=positions))
    assert sum(recipe.lengths(recipe.tokens).values()) == pytest.approx(1)


def test_the_recipe_is_written_as_json_with_every_number() -> None:
    written = json.loads(json.dumps(Recipe().as_dict()))
    assert written["architecture"]["layers"] == Recipe().architecture.layers
    assert set(written) == {field.name for field in dataclasses.fields(Recipe)}


def test_the_configuration_is_the_architecture() -> None:
    config = Architecture(layers=3, width=48, heads=6, positions=128, vocabulary=300).config()
    assert (config.num_hidden_layers, config.hidden_size, config.num_attention_heads) == (3, 48, 6)
    assert (config.max_position_embeddings, config.vocab_size, config.intermediate_size) == (128, 300, 192)
    assert config.hidden_dropout_prob == config.attention_probs_dropout_prob == 0
