"""Findings of text classification: the sums on the screen add up, for any number of labels."""

import math
import re

import numpy as np
import pytest

from components.model.heads.results import PooledReading, TextReading
from components.model.heads.specs import HeadInput, HeadSpec, TextPooling
from components.model.results import Conditions, Token, Tokens
from components.tables.numbers import probability_text
from components.tasks.tables.text import probability_note, reading_note, text_finding

NUMBER = r"(−?[\d.]+)"


def reading(
    scores: list[float],
    *,
    multi_label: bool = False,
    pooling: TextPooling = TextPooling.CLS,
    others: tuple[PooledReading, ...] = (),
) -> TextReading:
    labels = tuple(f"label {place}" for place in range(len(scores)))
    spec = HeadSpec("by hand", HeadInput.TEXT, labels, multi_label, (pooling,))
    tokens = Tokens("a", (Token("[CLS]", 1, 0, 0, False, True, False, 0), Token("a", 2, 0, 1, False, False, False, 0)))
    pooled = pooled_reading(scores, multi_label=multi_label, pooling=pooling)
    return TextReading(tokens, spec, (pooled, *others), Conditions("model", "revision", "CPU", "float32", "versions"))


def pooled_reading(scores: list[float], *, multi_label: bool, pooling: TextPooling) -> PooledReading:
    exact = np.array(scores)
    shares = 1 / (1 + np.exp(-exact)) if multi_label else np.exp(exact) / np.exp(exact).sum()
    products = np.stack([exact, np.zeros(len(scores))], axis=1)
    return PooledReading(pooling, np.array([1.0, 0.0]), np.ones(2), products, np.zeros(len(scores)), exact, shares)


def number(text: str) -> float:
    return float(text.replace("−", "-"))


@pytest.mark.parametrize("scores", [[-0.25368, -0.18237], [0.9, -0.3], [2.0, 1.0], [0.0, 0.0], [-4.123456, 5.654321]])
def test_the_difference_of_two_scores_makes_the_percentage_that_is_shown(scores: list[float]) -> None:
    note = probability_note(reading(scores), TextPooling.CLS)
    best, other, difference = map(number, re.findall(f"{NUMBER} − \\(?{NUMBER}\\)? = {NUMBER},", note)[0])
    assert best - other == pytest.approx(difference, abs=1e-9)
    assert best >= other
    assert note.endswith(f"= {probability_text(1 / (1 + math.exp(-difference)))}.")
    assert f"“label {int(np.argmin(scores))}” has" in note or scores[0] == scores[1]


def test_with_more_labels_the_sum_is_over_all_of_them_and_one_label_has_none() -> None:
    note = probability_note(reading([1.0, 3.0, 2.0, -1.0]), TextPooling.CLS)
    assert "“label 2”, has 2.000" in note
    assert "all 4 labels" in note
    assert note.endswith(f"{probability_text(math.exp(3) / sum(math.exp(score) for score in (1, 3, 2, -1)))}.")
    assert probability_note(reading([1.0]), TextPooling.CLS) == ""


def test_labels_that_are_decided_separately_are_not_compared() -> None:
    note = probability_note(reading([1.0, -3.0], multi_label=True), TextPooling.CLS)
    assert note.endswith(f"{probability_text(1 / (1 + math.exp(-1)))}.")
    assert "difference" not in note


def test_what_the_classifier_reads_follows_the_pooling() -> None:
    assert "[CLS]" in reading_note(reading([1.0, 0.0]), TextPooling.CLS)
    notes = {reading_note(reading([1.0, 0.0], pooling=pooling), pooling) for pooling in TextPooling}
    assert len(notes) == len(TextPooling)


def test_the_answer_says_how_small_the_head_is() -> None:
    assert "6 parameters" in text_finding(reading([1.0, 0.0]), TextPooling.CLS)
    assert "9 parameters" in text_finding(reading([1.0, 0.0, 3.0]), TextPooling.CLS)


def test_another_answer_of_the_pooler_says_what_the_pooler_is() -> None:
    other = pooled_reading([0.0, 1.0], multi_label=False, pooling=TextPooling.POOLER)
    finding = text_finding(reading([1.0, 0.0], others=(other,)), TextPooling.CLS)
    assert "the pooler (" in finding
    assert "“label 1”" in finding
    agreeing = pooled_reading([1.0, 0.0], multi_label=False, pooling=TextPooling.POOLER)
    assert "pooler" not in text_finding(reading([1.0, 0.0], others=(agreeing,)), TextPooling.CLS)


def test_with_separate_labels_poolings_agree_only_if_they_give_the_same_labels() -> None:
    def finding(scores: list[float]) -> str:
        other = pooled_reading(scores, multi_label=True, pooling=TextPooling.MEAN)
        return text_finding(reading([2.0, 1.0], multi_label=True, others=(other,)), TextPooling.CLS)

    assert "the mean" in finding([2.0, -1.0])  # the likeliest label is the same
    assert "no label" in finding([-1.0, -2.0])
    assert "the mean" not in finding([1.0, 3.0])
