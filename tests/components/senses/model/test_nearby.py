"""From which similarity on a visitor's word is like any other."""

import numpy as np
import pytest

from components.model.statistics.cosines import unit_rows
from components.senses.model.results import WordPoint
from components.senses.model.river_results import WordIndex


def test_words_of_one_sentence_are_not_each_others_nearest() -> None:
    sentences = ["A b.", "A b.", "C.", "D."]
    points = tuple(WordPoint(0, sentence, 0, 1, (1,), sentence[0]) for sentence in sentences)
    vectors = unit_rows(np.array([[1, 0, 0], [1, 0.01, 0], [1, 1, 0], [0, 1, 1]], np.float32))
    cosines = vectors @ vectors.T
    by_hand = min(max(cosines[i, j] for j in range(4) if sentences[i] != sentences[j]) for i in range(4))
    assert WordIndex(points, vectors).similar_from == pytest.approx(by_hand)
    assert by_hand < 0.75
