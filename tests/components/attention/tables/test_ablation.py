"""Heads switched off, as tables and as sentences: every number is the result's, and the sentences follow from them."""

import math
from dataclasses import replace

import pytest

from components.attention.model.results import BlankPrediction, HeadAblation, HeadImportance
from components.attention.tables.ablation import (
    ablation_finding,
    change_table,
    importance_alt_text,
    importance_finding,
    importance_table,
)
from components.model.blanks.results import PairWord
from components.model.results import Candidate, Conditions, HeadIndex, MaskPrediction
from tests.components.fill.tables.test_evidence import sentence

CONDITIONS = Conditions("pocket-bert", "bundled", "cpu", "float32", "")


def view(first: str, probability: float, rank: int) -> BlankPrediction:
    mask = MaskPrediction(1, "bank", (Candidate(first, 0.6, first == "s"),), 1.0)
    return BlankPrediction(mask, math.log(probability), rank)


def without(
    before: float, after: float, *, then: str = "bank", off: frozenset[HeadIndex] = frozenset({(0, 1), (2, 3)})
) -> HeadAblation:
    answer = PairWord("bank", False, math.log(before), math.log(after))
    others = (PairWord("shore", False, math.log(0.3), math.log(0.4)), PairWord("s", True, math.log(0.2), math.log(0.1)))
    return HeadAblation(
        tokens=sentence("[MASK]"),
        blank=1,
        off=off,
        answer=answer,
        full=view("bank", before, 1),
        ablated=view(then, after, 4),
        words=(answer, *others),
        conditions=CONDITIONS,
    )


def test_words_before_and_after_are_ordered_and_the_answer_is_among_them() -> None:
    table = change_table(without(0.5, 0.25), count=3)
    assert list(table["word"]) == ["bank", "shore", "…s"]
    assert list(table["first"]) == pytest.approx([0.5, 0.3, 0.2])
    assert list(table["second"]) == pytest.approx([0.25, 0.4, 0.1])
    assert list(table["followed"]) == [True, False, False]


def test_an_answer_that_is_not_likely_has_the_last_row() -> None:
    table = change_table(without(0.001, 0.0005), count=2)
    assert list(table["word"]) == ["shore", "bank"]
    assert list(table["row"]) == [1, 2]
    assert list(table["followed"]) == [False, True]


@pytest.mark.parametrize(
    ("ablation", "parts"),
    [
        (
            without(0.5, 0.125, then="shore"),
            ("2 heads", "falls from 50% to 13%", "loses 2.0 bits", "is now “shore” (60.0%)", "rank 4"),
        ),
        (
            without(0.25, 0.5, off=frozenset({(1, 1)})),
            ("layer 2, head 2,", "rises from 25% to 50%", "gains 1.0 bits"),
        ),
        (without(0.5, 0.5, then="s"), ("stays at 50.0%", "is now “…s”")),
        (without(0.5, 0.5, off=frozenset()), ("all heads on", "“bank” is 50.0%", "rank 1")),
    ],
)
def test_the_change_is_told_with_its_numbers(ablation: HeadAblation, parts: tuple[str, ...]) -> None:
    finding = ablation_finding(ablation)
    assert all(part in finding for part in parts), finding


def test_whether_the_top_guess_changes_is_said() -> None:
    assert "“shore” (60.0%)" in ablation_finding(without(0.5, 0.499, then="shore"))  # the answer hardly changes
    same = ablation_finding(without(0.5, 0.125))  # the opposite
    assert "shore" not in same
    assert "stays the top guess" in same
    other = replace(without(0.5, 0.125, then="shore"), full=view("shore", 0.5, 2))  # another word led, and leads
    assert "stays “shore” (60.0%)" in ablation_finding(other)
    assert "“bank” falls" in ablation_finding(other)


def grid(*bits: float) -> list[HeadImportance]:
    return [HeadImportance(n // 2, n % 2, 0.5 / 2**lost, lost) for n, lost in enumerate(bits)]


def test_the_grid_is_in_order_and_counts_as_people_count() -> None:
    table = importance_table(grid(2.0, -0.5, 0.001, -0.004)[::-1], math.log(0.5))
    assert list(zip(table["layer"], table["head"], strict=True)) == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert list(table["name"][:2]) == ["layer 1, head 1", "layer 1, head 2"]
    assert list(table["bits"]) == [2.0, -0.5, 0.001, -0.004]
    assert list(table["figure"]) == ["2.00", "−0.50", "0.00", "0.00"]
    assert list(table["percent"]) == ["13", "71", "50", "50"]
    finding = importance_finding(table, "bank", math.log(0.5))
    for part in ("layer 1, head 1", "50% to 13%", "layer 1, head 2 it gains 0.5 bits", "2 of the 4 heads"):
        assert part in finding
    words = importance_alt_text(table)
    assert "2 layers of 2 heads" in words
    assert "Largest loss: layer 1, head 1, 2.00" in words
    assert "Smallest: layer 1, head 2, −0.50" in words


def test_small_probabilities_have_decimals_where_whole_percents_would_hide_a_change() -> None:
    assert "falls from 0.5% to 0.4%" in ablation_finding(without(0.005, 0.004))
    assert list(importance_table(grid(2.0), math.log(0.05))["percent"]) == ["12.5"]


def test_the_head_that_helps_most_need_not_change_most() -> None:
    finding = importance_finding(importance_table(grid(0.37, -0.62, -0.59), math.log(0.5)), "big", math.log(0.5))
    assert finding.startswith("Without layer 1, head 1, “big” falls")
    assert "layer 1, head 2 it gains 0.6 bits" in finding


def test_heads_that_do_not_matter_are_said_not_to() -> None:
    finding = importance_finding(importance_table(grid(0.01, -0.02), math.log(0.5)), "bank", math.log(0.5))
    for part in ("No single head", "“bank”", "less than 0.1 bits", "2 of the 2 heads"):
        assert part in finding


def test_an_answer_that_is_left_with_nothing_is_said_in_words() -> None:
    for left, finding in ((1e-30, "to 1 in 10^30"), (0.0, "to 1 in 10^308")):
        table = importance_table([HeadImportance(0, 0, left, 2000.0)], math.log(0.5))
        assert finding in importance_finding(table, "bank", math.log(0.5))
