"""Names of heads: as a table, in an atlas and counted."""

import numpy as np

from components.attention.model.results import HeadPattern, HeadScores, PatternScores, head_labels
from components.attention.tables.head_scores import label_finding, label_table, panel_labels
from components.model.results import Conditions

BY = Conditions("m", "r", "cpu", "float32", "v")
ERROR = np.full((2, 2), 0.01)


def kind(name: HeadPattern, values: list[list[float]], baseline: float, offset: int | None = None) -> PatternScores:
    return PatternScores(name, np.array(values), ERROR, np.array(values) - baseline, baseline, 100, offset)


SCORES = HeadScores(
    patterns=(
        kind(HeadPattern.PREVIOUS, [[0.1, 0.78], [0.4, 0.2]], 0.07),
        kind(HeadPattern.BROAD, [[0.95, 0.2], [0.7, 0.5]], 1.0),
        kind(HeadPattern.OBJECT_VERB, [[0.1, 0.9], [0.72, 0.65]], 0.6, -2),
    ),
    bits=np.array([[3.8, 0.8], [2.8, 2.0]]),
    uniform_bits=4.0,
    sentences=10,
    conditions=BY,
)
LABELS = head_labels(SCORES)


def test_only_named_heads_are_listed_with_their_number_and_the_baseline() -> None:
    table = label_table(LABELS)
    assert table["head"].tolist() == ["layer 1, head 1", "layer 1, head 2", "layer 2, head 1"]
    assert table["score"].tolist() == ["95%", "78%", "72%"]
    assert table["baseline"].tolist() == ["100%", "7%", "60%"]
    assert table["also"].astype(bool).tolist() == [False, True, False]


def test_every_pattern_is_said_in_its_own_words() -> None:
    names = {
        panel_labels(HeadScores((kind(pattern, [[0.99, 0], [0, 0]], 0.1),), SCORES.bits, 4.0, 10, BY))[0, 0]
        for pattern in HeadPattern
    }
    assert len(names) == len(HeadPattern)


def test_no_head_has_a_name() -> None:
    nobody = ((None, None), (None, None))
    assert label_finding(nobody, model="m").startswith("None of the 4 heads of m")


def test_names_are_counted() -> None:
    assert "3 of the 4 heads of m" in label_finding(LABELS, model="m")


def test_an_atlas_says_names() -> None:
    names = panel_labels(SCORES)
    assert set(names) == {(0, 0), (0, 1), (1, 0)}
    assert names[0, 1] == label_table(LABELS)["does"][1]


def test_a_score_within_its_error_names_nobody() -> None:
    unsure = PatternScores(
        HeadPattern.OBJECT_VERB, np.array([[0.75]]), np.array([[0.06]]), np.array([[0.15]]), 0.6, 100, -2
    )
    scores = HeadScores((unsure,), np.array([[1.0]]), 4.0, 10, BY)
    assert head_labels(scores) == ((None,),)
