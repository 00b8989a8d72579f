"""Findings on objectives are true for the numbers, whatever they are; copied figures are those of the papers."""

import math
import re

import pytest

from components.model.results import Candidate, Conditions, MaskPrediction, Tokens
from components.pretraining.model.joint_results import JointLosses, MaskedTarget
from components.pretraining.model.published_objectives import (
    ABLATIONS,
    ALBERT_ABLATION,
    BERT_ABLATION,
    ROBERTA_ABLATION,
)
from components.pretraining.model.replaced_results import DetectionMetrics
from components.pretraining.tables.detection import detection_limit_text
from components.pretraining.tables.objectives import (
    ablation_table,
    next_sentence_rows,
    objectives_finding,
    objectives_table,
    order_finding,
    order_table,
    published_finding,
)


def losses(nats: float, follows: float) -> JointLosses:
    candidates = (Candidate("good", 0.5, False), Candidate("great", 0.2, False))
    target = MaskedTarget(MaskPrediction(4, "great", candidates, 1.0), nats)
    return JointLosses(Tokens("a", ()), (target,), follows, Conditions("m", "r", "d", "p", "v"))


def test_the_larger_loss_is_named() -> None:
    assert "the larger part is masked words" in objectives_finding(losses(3.0, 0.9), follows=True)
    assert "the larger part is the next sentence" in objectives_finding(losses(0.1, 0.9), follows=False)
    assert "both are equally large" in objectives_finding(losses(0.693, 0.5), follows=False)
    table = objectives_table(losses(3.0, 0.9), follows=False)
    assert "does not follow" in table["nsp"][1]
    assert list(next_sentence_rows(losses(3.0, 0.9), follows=False)["correct"]) == [False, True]


def test_both_losses_make_the_sum_as_shown() -> None:
    finding = objectives_finding(losses(1.0866, math.exp(-0.0466)), follows=True)  # 1.09 + 0.05 is not 1.13
    masked, following, total = map(float, re.findall(r"\d+\.\d+", finding))
    assert masked + following == pytest.approx(total, abs=1e-9)


def test_a_certain_and_wrong_answer_has_a_finite_loss() -> None:
    assert losses(1.0, 1.0).next_sentence_loss(follows=False) > 100
    assert losses(1.0, 1.0).next_sentence_loss(follows=True) == 0


def test_the_order_is_preferred_only_if_it_is() -> None:
    assert "prefers this order" in order_finding(order_table(0.6, 0.2, (0.2, 0.6)))
    assert "does not prefer" in order_finding(order_table(0.2, 0.6, (0.6, 0.2)))
    for alike in (order_table(0.3, 0.3, (0.2, 0.2)), order_table(0.6, 0.2, (0.60001, 0.2))):
        assert "prefers neither order" in order_finding(alike)
    assert "neither order right" in order_finding(order_table(0.49, 0.51, (0.45, 0.55)))
    assert "both orders right" in order_finding(order_table(0.6, 0.4, (0.7, 0.3)))
    assert order_table(0.0, 0.0, (0.5, 0.5))["probability"].tolist() == [0.5, 0.5]


def test_copied_figures_fit_their_tables() -> None:
    for ablation in ABLATIONS:
        assert all(len(figures) == len(ablation.tasks) for _, figures in ablation.rows)
        assert list(ablation_table(ablation).columns) == ["objective", *ablation.tasks]
        assert {ablation.without_objective, ablation.with_objective} <= dict(ablation.rows).keys()
    assert BERT_ABLATION.gain("QNLI") == pytest.approx(3.5)
    assert ROBERTA_ABLATION.gain("RACE") == pytest.approx(-1.4)
    assert ALBERT_ABLATION.gain("SQuAD 2.0 F1") == pytest.approx(1.9)
    assert "QNLI (+3.5)" in published_finding()
    assert "4 of 5" in published_finding()


@pytest.mark.parametrize(("recall", "escapes"), [(0.086, True), (0.8, False)])
def test_what_escapes_the_discriminator_is_said_only_if_it_does(recall: float, escapes: bool) -> None:
    text = detection_limit_text(DetectionMetrics(1.0, 0.4, 0.1, 0.9, recall, 0.6, 1000))
    assert ("escape" in text) is escapes
