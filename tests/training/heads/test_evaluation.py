"""How heads are judged, against scikit-learn."""

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from training.heads.evaluation import area_under_curve, random_span_scores


def test_the_area_is_that_of_the_curve_ties_included() -> None:
    rng = np.random.default_rng(0)
    answerable, unanswerable = rng.integers(0, 9, 40) / 2.0, rng.integers(-4, 5, 16) / 2.0
    area = area_under_curve(answerable, unanswerable)
    labels = np.repeat([1, 0], [40, 16])
    assert area.value == pytest.approx(roc_auc_score(labels, np.concatenate([answerable, unanswerable])))
    assert 0.5 < area.low < area.value < area.high < 1


def test_the_same_margins_tell_nothing() -> None:
    same = np.arange(20.0)
    assert area_under_curve(same, same).contains(0.5)


def test_a_random_span_scores_the_mean_of_all_spans() -> None:
    exact, f1 = random_span_scores("red blue", "red")  # the spans are red, red blue, and blue
    assert exact == pytest.approx(1 / 3)
    assert f1 == pytest.approx((1 + 2 / 3 + 0) / 3)
