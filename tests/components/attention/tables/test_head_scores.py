"""Tables of head scores: tidy, in order, and in words that carry both numbers."""

import numpy as np
import pytest

from components.attention.model.results import HeadLabel, HeadPattern, HeadScores, PatternScores, head_labels
from components.attention.tables.head_scores import (
    head_score_table,
    heads_by_score,
    label_finding,
    label_table,
    label_text,
    panel_labels,
    pattern_finding,
)
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


def test_one_row_for_every_head_and_kind() -> None:
    table = head_score_table(SCORES, LABELS)
    assert len(table) == 3 * 4
    row = table[(table["layer"] == 1) & (table["head"] == 2) & (table["kind"] == "previous word")].iloc[0]
    assert (row["score"], row["baseline"], row["margin"], row["label"], row["named"]) == (
        0.78, 0.07, 0.4, "previous word", True,
    )  # fmt: skip
    assert row["above"] == pytest.approx(0.71)
    assert table["named"].sum() == 3
    assert (table.groupby(["layer", "head"])["label"].nunique() == 1).all()


def test_heads_stand_in_falling_order() -> None:
    rows = heads_by_score(head_score_table(SCORES, LABELS), HeadPattern.PREVIOUS)
    assert rows["name"].tolist() == ["layer 1, head 2", "layer 2, head 1", "layer 2, head 2", "layer 1, head 1"]
    assert rows["row"].tolist() == [1, 2, 3, 4]
    assert rows["figure"].tolist() == ["78% · named", "40%", "20%", "10%"]


def test_names_carry_their_number_and_the_baselines() -> None:
    table = label_table(LABELS)
    assert table["label"].tolist() == [
        "broad 95% (uniform 100%)",
        "previous word 78% (uniform 7%)",
        "object → verb 72% (fixed distance 60%)",
        "no name",
    ]
    assert table["also"].tolist() == ["", "object → verb", "", ""]
    assert label_text(HeadLabel(HeadPattern.END, 0.5, 0.07)) == "end token 50% (uniform 7%)"


@pytest.mark.parametrize(
    ("of", "expected"),
    [
        (
            HeadPattern.PREVIOUS,
            "Head 2 of layer 1 puts 78% of its attention on the previous token; uniform attention would put 7% there. "
            "It clears the threshold, so the head gets the name.",
        ),
        (HeadPattern.BROAD, "3.80 bits of entropy, 95% of the 4.00 bits"),
        (HeadPattern.BROAD, "close enough to uniform"),
        (
            HeadPattern.OBJECT_VERB,
            "finds the right word in 90% of “object → verb” pairs; always pointing 2 words to the left finds 60%. It "
            "clears the threshold, but “previous word” fits the head better.",
        ),
        (HeadPattern.NEXT, "cannot be scored for “next word”"),
    ],
)
def test_the_best_head_is_said_with_both_numbers(of: HeadPattern, expected: str) -> None:
    assert expected in pattern_finding(SCORES, LABELS, of, model="pocket BERT")


def test_too_little_is_said_to_be_too_little() -> None:
    nobody = ((None, None), (None, None))
    assert "below the threshold" in pattern_finding(SCORES, nobody, HeadPattern.PREVIOUS, model="m")
    assert label_finding(nobody, model="m").startswith("None of the 4 heads of m")


def test_names_are_counted() -> None:
    finding = label_finding(LABELS, model="m")
    assert "3 of the 4 heads of m have a name: previous word (1), broad (1), object → verb (1). 1 have none." in finding


def test_an_atlas_says_names() -> None:
    names = panel_labels(SCORES)
    assert set(names) == {(0, 0), (0, 1), (1, 0)}
    assert max(names, key=lambda panel: names[panel].order) == (0, 1)
    assert names[0, 1].text == "previous word 78% (uniform 7%)"


def test_a_score_within_its_error_names_nobody() -> None:
    unsure = PatternScores(
        HeadPattern.OBJECT_VERB, np.array([[0.75]]), np.array([[0.06]]), np.array([[0.15]]), 0.6, 100, -2
    )
    scores = HeadScores((unsure,), np.array([[1.0]]), 4.0, 10, BY)
    assert head_labels(scores) == ((None,),)
