"""Tables of head scores: tidy, in order, and in words that carry both numbers."""

import numpy as np
import pytest

from components.attention.model.results import HeadLabel, HeadPattern, HeadScores, PatternScores, head_labels
from components.attention.tables.head_scores import (
    equal_attention_note,
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
        "broad 95% (equal attention 100%)",
        "previous word 78% (equal attention 7%)",
        "object → verb 72% (best fixed distance 60%)",
        "no name",
    ]
    assert table["also"].tolist() == ["", "object → verb", "", ""]
    assert label_text(HeadLabel(HeadPattern.END, 0.5, 0.07)) == "end token 50% (equal attention 7%)"


@pytest.mark.parametrize(
    ("of", "expected"),
    [
        (HeadPattern.PREVIOUS, ["Layer 1, head 2", "78%", "7%", "47%", "40 points"]),
        (HeadPattern.BROAD, ["3.80 bits", "95%", "4.00 bits", "90%", "10 points"]),
        (HeadPattern.OBJECT_VERB, ["90%", "2 words to the left", "60%", "70%", "10 points", "“previous word”"]),
        (HeadPattern.NEXT, ["cannot be scored for “next word”"]),
    ],
)
def test_the_best_head_is_said_with_its_baseline_and_the_threshold(of: HeadPattern, expected: list[str]) -> None:
    finding = pattern_finding(SCORES, LABELS, of, model="pocket BERT")
    assert all(part in finding for part in expected), finding


def _one_head(score: float, *, error: float = 0.01, weaker_half: float | None = None) -> HeadScores:
    """One head scored for "previous word", with a baseline of 7%."""
    half = score - 0.07 if weaker_half is None else weaker_half
    scored = PatternScores(
        HeadPattern.PREVIOUS, np.array([[score]]), np.array([[error]]), np.array([[half]]), 0.07, 100
    )
    return HeadScores((scored,), np.array([[1.0]]), 4.0, 10, BY)


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        (_one_head(0.8), " above "),
        (_one_head(0.2), " below "),
        (_one_head(0.4674), "46.7% is below"),  # not "47% is below 47%"
        (_one_head(0.8, error=0.3), "standard errors"),
        (_one_head(0.8, weaker_half=0.1), "each half"),
    ],
)
def test_whether_a_score_is_enough_for_the_name(scores: HeadScores, expected: str) -> None:
    assert expected in pattern_finding(scores, head_labels(scores), HeadPattern.PREVIOUS, model="m")


def test_equal_attention_of_a_causal_model_is_over_what_stands_before() -> None:
    findings = {
        causal: pattern_finding(SCORES, LABELS, HeadPattern.PREVIOUS, model="m", causal=causal)
        for causal in (False, True)
    }
    assert "so far" in findings[True]
    assert "so far" not in findings[False]


def test_no_head_has_a_name() -> None:
    nobody = ((None, None), (None, None))
    assert label_finding(nobody, model="m").startswith("None of the 4 heads of m")


def test_equal_attention_is_that_of_the_visitors_sentence() -> None:
    def note(pattern: HeadPattern, *, causal: bool = False) -> str:
        return equal_attention_note(SCORES, pattern, token_count=8, causal=causal)

    assert "10 test sentences" in note(HeadPattern.PREVIOUS)
    assert "8 tokens" in note(HeadPattern.PREVIOUS)
    assert "12.5%" in note(HeadPattern.PREVIOUS)
    # Earlier tokens only: another share for each; grammar and entropy are not compared with a share of one token.
    assert "tokens" not in note(HeadPattern.PREVIOUS, causal=True)
    assert "tokens" not in note(HeadPattern.OBJECT_VERB)
    assert "tokens" not in note(HeadPattern.BROAD)


def test_names_are_counted() -> None:
    finding = label_finding(LABELS, model="m")
    assert "3 of the 4 heads of m have a name: previous word (1), broad (1), object → verb (1). 1 have none." in finding


def test_an_atlas_says_names() -> None:
    names = panel_labels(SCORES)
    assert set(names) == {(0, 0), (0, 1), (1, 0)}
    assert max(names, key=lambda panel: names[panel].order) == (0, 1)
    assert names[0, 1].text == "previous word 78% (equal attention 7%)"


def test_a_score_within_its_error_names_nobody() -> None:
    unsure = PatternScores(
        HeadPattern.OBJECT_VERB, np.array([[0.75]]), np.array([[0.06]]), np.array([[0.15]]), 0.6, 100, -2
    )
    scores = HeadScores((unsure,), np.array([[1.0]]), 4.0, 10, BY)
    assert head_labels(scores) == ((None,),)


def test_a_head_named_otherwise_is_told_with_both_leads() -> None:
    finding = pattern_finding(SCORES, LABELS, HeadPattern.OBJECT_VERB, model="m")
    assert all(part in finding for part in ("71 points", "78%", "30 points")), finding
    assert "71 points" not in pattern_finding(SCORES, LABELS, HeadPattern.PREVIOUS, model="m")
