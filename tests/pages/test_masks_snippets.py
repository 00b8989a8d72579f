"""What the mask takes away: the snippet of every mode computes what the page shows."""

import math

import numpy as np
import pytest

import cache.blanks
import cache.masks
import cache.shipped.first_answers
from cache.shipped.side_ablation import shipped_side_ablation
from components.masks.model.link_text import encode_mask
from components.masks.model.weights import mean_weight_to_right
from components.masks.tables.side_ablation import twins_table
from components.model.blanks.sides_results import ContextSide
from components.model.checkpoints.catalogue import DEFAULT_MODEL, MODELS
from components.model.checkpoints.records import Role
from components.model.inference.attention_mask import AttentionMask, Causal, Prefix, SlidingWindow, custom_mask
from pages.masks.modes.over_many import TWINS
from tests.pages.conftest import MASKS, open_page
from tests.pages.mask_room import BANK, SHEEP
from tests.pages.notebook import line_numbers, printed_lines

pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("ready")]

BERT = DEFAULT_MODEL
SIDES = "What it does to prediction"
DRAWN = np.random.default_rng(0).random((14, 14)) < 0.4
np.fill_diagonal(DRAWN, True)
MASKED = [model.id for model in MODELS if model.pocket and model.role is Role.MASKED]


@pytest.mark.parametrize(
    ("link", "mask"),
    [
        ({}, Causal()),
        ({"masking": "prefix", "size": "6"}, Prefix(6)),
        ({"masking": "sliding window", "size": "1"}, SlidingWindow(1)),
        ({"masking": "causal sliding window", "size": "3"}, SlidingWindow(3, causal=True)),
        ({"masking": "drawn by hand", "cells": encode_mask(DRAWN)}, custom_mask(DRAWN)),
    ],
    ids=["causal", "prefix", "window", "causal window", "drawn"],
)
def test_a_row_under_a_mask_comes_out_again(link: dict[str, str], mask: AttentionMask) -> None:
    lines = printed_lines(open_page(MASKS, layer="3", head="2", **{"from": "3"}, **link))
    comparison = cache.masks.mask_comparison(BERT, BANK.sentence, mask)
    without, masked = (trace.attention[2, 1] for trace in (comparison.bidirectional, comparison.masked))
    wanted = [mean_weight_to_right(without), mean_weight_to_right(masked)]
    assert line_numbers(lines[:2]) == pytest.approx(wanted, abs=1e-5)
    assert line_numbers(lines[2:]) == pytest.approx(masked[2].tolist(), abs=1e-5)
    assert [float(line.split()[1]) for line in lines[2:]] == pytest.approx(without[2].tolist(), abs=1e-5)


@pytest.mark.parametrize("layer", ["0", "2"], ids=["of all", "of a layer"])
def test_an_average_comes_out_again(layer: str) -> None:
    lines = printed_lines(open_page(MASKS, layer=layer, **{"from": "0"}))
    actual = cache.masks.mask_comparison(BERT, BANK.sentence, Causal()).bidirectional.attention
    mean = actual.mean(axis=(0, 1)) if layer == "0" else actual[1].mean(axis=0)
    assert line_numbers(lines) == pytest.approx([mean_weight_to_right(mean), 0.0], abs=1e-5)


@pytest.mark.parametrize("model", ["pocket-bert", "pocket-gpt"])
def test_a_row_of_a_padded_sentence_comes_out_again(model: str) -> None:
    link = {"masking": "padding", "model": model, "layer": "2", "head": "1", "from": "3"}
    first, *row = printed_lines(open_page(MASKS, **link))
    pair = cache.masks.padded_pair(model, BANK.sentence, "It was late.")
    assert line_numbers([first]) == [0.0]
    assert line_numbers(row) == pytest.approx(pair.padded.attention[1, 0, 2].tolist(), abs=1e-5)


def test_two_models_come_out_again() -> None:
    lines = printed_lines(open_page(MASKS, mode="Side by side", right="Another model", layer="2", head="1", layer2="3"))
    panels = (
        cache.masks.model_panel(DEFAULT_MODEL, BANK.sentence, 1, 0),
        cache.masks.model_panel("pocket-gpt", BANK.sentence, 2),
    )
    assert line_numbers(lines) == pytest.approx([mean_weight_to_right(panel.weights) for panel in panels], abs=1e-5)


@pytest.mark.parametrize("model", ["pocket-bert", "pocket-gpt", "pocket-rope"])
def test_the_proof_comes_out_again(model: str) -> None:
    lines = printed_lines(open_page(MASKS, mode="The proof", model=model))
    proof = cache.masks.shared_word_proof(model, BANK.sentence, BANK.second, BANK.word)
    count = len(proof.causal.cosine)
    assert line_numbers(lines[:count]) == [0.0] * count
    assert line_numbers(lines[count:]) == pytest.approx(proof.bidirectional.cosine.tolist(), abs=1e-5)


@pytest.mark.parametrize(
    "link", [{"sentence": SHEEP.sentence}, {"sentence": "She sat on the [MASK] of the river.", "mask": "2"}]
)
def test_the_sides_of_a_blank_come_out_again(link: dict[str, str]) -> None:
    """A sentence with another blank to the left has no next word."""
    lines = printed_lines(open_page(MASKS, mode=SIDES, **link), having="name, visible in")
    sentence, masked, blank = link["sentence"], (2,), 2
    answer = next(
        possible_answer
        for possible_answer in cache.blanks.possible_answers(BERT, sentence, masked, blank)
        if possible_answer.hidden
    )
    sides = cache.blanks.sides(BERT, sentence, masked, blank, answer.id)
    word = cache.blanks.next_word("pocket-gpt", BERT, sentence, masked, blank, answer.id)
    wanted = [math.exp(view.log_probability) for view in (*sides.predictions, word.blank)]
    assert line_numbers(lines) == pytest.approx(wanted, rel=1e-3, abs=1e-7)


@pytest.mark.parametrize("model", MASKED)
def test_every_bundled_model_comes_out_again(model: str) -> None:
    lines = printed_lines(open_page(MASKS, mode=SIDES, model=model, sentence=BANK.sentence), having="name, visible in")
    answer = next(
        possible_answer
        for possible_answer in cache.blanks.possible_answers(model, BANK.sentence, (2,), 2)
        if possible_answer.hidden
    )
    sides = cache.blanks.sides(model, BANK.sentence, (2,), 2, answer.id)
    assert line_numbers(lines[:3]) == pytest.approx(
        [math.exp(view.log_probability) for view in sides.predictions], rel=1e-3
    )


@pytest.mark.parametrize(
    ("hidden", "side"), [("the right side hidden", ContextSide.LEFT), ("the left side hidden", ContextSide.RIGHT)]
)
def test_what_a_side_costs_over_the_probe_set_comes_out_again(hidden: str, side: ContextSide) -> None:
    count, median = line_numbers(
        printed_lines(open_page(MASKS, mode="What it does to prediction", hidden=hidden), having="probes")
    )
    lost = shipped_side_ablation(BERT).bits_lost(side)
    assert count == len(lost)
    assert median == pytest.approx(np.median(lost), abs=1e-3)


def test_what_the_causal_twin_gains_over_the_probe_set_comes_out_again() -> None:
    app = open_page(MASKS, mode="What it does to prediction", hidden=TWINS)
    count, median = line_numbers(printed_lines(app, having="probes"))
    gained = twins_table(shipped_side_ablation(BERT), shipped_side_ablation("pocket-gpt"))["bits"]
    assert count == len(gained)
    assert median == pytest.approx(gained.median(), abs=1e-3)


def test_the_next_tokens_come_out_again() -> None:
    sentence = "The cat sat on the mat."
    *losses, mean = line_numbers(printed_lines(open_page(MASKS, mode=SIDES, part="Left to right", sentence=sentence)))
    result = cache.masks.next_token_losses("pocket-gpt", sentence)
    assert losses == pytest.approx([target.nats for target in result.targets], abs=1e-4)
    assert mean == pytest.approx(result.loss, abs=1e-4)


def test_what_the_right_side_is_worth_comes_out_again() -> None:
    app = open_page(MASKS, mode=SIDES, part="Left side only", sentence="The [MASK] barked at the cat.")
    both, left = line_numbers(printed_lines(app))
    assert both > left  # "barked" tells of the dog
    (worth,) = (metric.value for metric in app.metric)
    assert both - left == pytest.approx(float(worth.removesuffix(" bits").replace("−", "-")), abs=0.06)
