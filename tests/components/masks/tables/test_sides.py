"""Sides of a blank as rows and as sentences: the words follow the numbers, whichever way they point."""

import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from components.masks.tables.side_ablation import (
    ALL,
    amount_finding,
    effect_finding,
    effect_table,
    group_finding,
    rank_finding,
    right_side_bits,
    right_side_finding,
    skipped_finding,
    spread_table,
    strip_description,
    twins_finding,
    twins_table,
)
from components.model.blanks.blank_probes import BlankProbe
from components.model.blanks.results import BlankPrediction
from components.model.blanks.sides import COMPARED_SIDES
from components.model.blanks.sides_results import (
    ContextSide,
    NextWordPrediction,
    SideAblation,
    SidePredictions,
    summarise_probes,
)
from components.model.results import Candidate, Conditions, MaskPrediction
from components.tables.phrases import capitalised, quoted
from components.tables.sides import next_word_finding, sides_finding, view_table

CONDITIONS = Conditions("m", "r", "cpu", "float32", "v")
PROBES = tuple(
    BlankProbe(group, sentence, "word", "word")
    for group, sentence in (
        ("one", "A b [MASK]."),
        ("one", "A b c [MASK] d."),
        ("two", "A [MASK], b – c d."),
        ("two", "[MASK] a b c d."),
    )
)


def view(probability: float, rank: int, first: str = "bank") -> BlankPrediction:
    mask = MaskPrediction(1, None, (Candidate(first, 0.5, False),), 1.0)
    return BlankPrediction(mask, math.log(probability), rank)


def blank(both: float, left: float, right: float, *, continues: bool = False) -> SidePredictions:
    return SidePredictions(1, "bank", continues, (view(both, 1), view(left, 16), view(right, 3, "shore")), CONDITIONS)


def effects(
    *bits: list[float], sides: tuple[ContextSide, ...] = COMPARED_SIDES, probes: tuple[BlankProbe, ...] = PROBES
) -> SideAblation:
    numbers = np.array(bits, dtype=np.float64)
    ranks = np.where(numbers > -2, 1, 50)
    return SideAblation(sides, probes, numbers, ranks, (), 100, CONDITIONS)


def test_every_view_is_a_row_and_another_model_stands_below() -> None:
    table = view_table(blank(0.5, 0.125, 0.25))
    assert list(table["view"]) == ["both sides", "left side only", "right side only"]
    assert list(table["rank"]) == [1, 16, 3]
    assert list(table["first_choice"]) == ["bank", "bank", "shore"]
    assert list(table["probability"]) == pytest.approx([0.5, 0.125, 0.25])
    gpt = replace(CONDITIONS, model_id="pocket-gpt", revision="of GPT")
    beside = NextWordPrediction("the ", "bank", view(0.25, 2), gpt)
    longer = view_table(blank(0.5, 0.125, 0.25), beside, causal="pocket GPT")
    assert list(longer["row"]) == [1, 2, 3, 4]
    assert list(longer["view"])[-1] == "pocket GPT"
    assert list(longer["other"]) == [False, False, False, True]
    assert list(longer["model_id"]) == [*[CONDITIONS.model_id] * 3, "pocket-gpt"]
    assert list(longer["revision"]) == [*[CONDITIONS.revision] * 3, "of GPT"]


def test_what_a_hidden_side_costs_is_said_from_the_numbers() -> None:
    finding = sides_finding(blank(0.5, 0.125, 1.0))
    assert "50.0% (rank 1) with both sides, 12.5% (rank 16) with the left side only" in finding
    assert "“bank” loses 2.0 bits with the left side only, and gains 1.0 bits with the right side only" in finding
    assert "does not change with the right side only" in sides_finding(blank(0.5, 0.125, 0.5))
    assert sides_finding(blank(0.5, 0.1, 0.1, continues=True)).startswith("“…bank”")
    beside = NextWordPrediction("the ", "bank", view(0.25, 2), CONDITIONS)
    finding = sides_finding(blank(0.5, 0.125, 1.0), beside, causal="pocket GPT")
    assert finding.endswith("pocket GPT, trained to read left to right, gives “bank” 25.0% (rank 2).")


@pytest.mark.parametrize(
    ("left", "expected"), [(0.125, "adds 2.0 bits"), (0.5, "makes no difference"), (1.0, "costs 1.0 bits")]
)
def test_the_right_side_adds_takes_away_or_changes_nothing(left: float, expected: str) -> None:
    mask = MaskPrediction(1, None, (Candidate("bank", 0.5, False),), 1.0)
    both, from_left = BlankPrediction(mask, math.log(0.5), 1), BlankPrediction(mask, math.log(left), 16)
    predictions = SidePredictions(1, "bank", False, (both, from_left, from_left), CONDITIONS)
    assert right_side_bits(predictions) == pytest.approx(math.log2(0.5 / left))
    assert expected in right_side_finding(predictions, "bank")
    assert "“bank” has 50.0% with the whole sentence" in right_side_finding(predictions, "bank")


def test_a_probe_is_a_row_with_what_it_loses_and_how_much_is_hidden() -> None:
    ablation = effects([-1, -1, -1, -1], [-4, 0, -1, -3], [-1, -2, -9, -1])
    table = effect_table(ablation, ContextSide.LEFT)
    assert list(table["bits"]) == [3, -1, 0, 2]
    assert list(table["hidden"]) == [0, 1, 3, 4]  # a dash is no word
    assert list(effect_table(ablation, ContextSide.RIGHT)["hidden"]) == [2, 3, 1, 0]
    assert list(table["second_rank"]) == [50, 1, 1, 50]
    assert list(table["second_probability"]) == pytest.approx([1 / 16, 1, 0.5, 0.125])
    assert list(table["lane"]) == [0, 1, 0, 1]


def test_groups_are_summed_up_below_all_sentences() -> None:
    table = effect_table(effects([-1, -1, -1, -1], [-4, 0, -1, -3], [-1, -2, -9, -1]), ContextSide.LEFT)
    spreads = spread_table(table)
    assert list(spreads["group"]) == [ALL, "one", "two"]
    assert list(spreads["count"]) == [4, 2, 2]
    assert list(spreads["median"]) == [1, 1, 1]
    assert spreads["mean_from"].iloc[0] == summarise_probes([3, -1, 0, 2]).mean_interval[0]
    assert list(spreads["first_before"]) == [1, 1, 1]
    assert list(spreads["first_after"]) == [0.5, 0.5, 0.5]
    words = strip_description(spreads, "Bits lost")
    assert words.startswith("Bits lost, one row per group. all sentences: median 1.0 bits, half between ")
    assert words.count(";") == 2


def test_a_loss_and_a_gain_over_the_set_are_told_apart() -> None:
    ablation = effects([-1, -1, -1, -1], [-4, -4, -4, -4], [0, 0, 0, 0])
    lost, gained = (
        effect_finding(ablation, side, model="pocket BERT") for side in (ContextSide.LEFT, ContextSide.RIGHT)
    )
    assert "Over 4 sentences, hiding the right side costs pocket BERT 3.0 bits a word" in lost
    assert "100% of the words lose" in lost
    assert "comes first in 100% with both sides, in 0% with the left side only" in lost
    assert "hiding the left side gives pocket BERT 1.0 bits a word" in gained
    assert "−1.0 to −1.0 bits" in gained
    assert "0% of the words lose" in gained


def test_how_much_text_each_side_has_is_said() -> None:
    assert amount_finding(effects([-1, -1, -1, -1])) == (
        "On average 1.5 words are to the left of a blank and 2.0 to the right of it. More words are on the right."
    )
    assert "More words are on the left." in amount_finding(effects([-1, -1], probes=PROBES[:2]))
    assert "same length" in amount_finding(effects([-1], probes=(BlankProbe("one", "A [MASK] b.", "w", "w"),)))


def test_the_groups_that_lose_most_and_least_are_named() -> None:
    table = effect_table(effects([-1, -1, -1, -1], [-1, -1, -6, -6], [-1, -1, -1, -1]), ContextSide.LEFT)
    assert group_finding(spread_table(table), "loss") == (
        "The loss is largest in “two” (median 5.0 bits, 2 sentences), smallest in “one” (median 0.0 bits, 2 sentences)."
    )
    six = (*PROBES, *(replace(probe, group="three") for probe in PROBES[:2]))
    likewise = effect_table(effects([-1] * 6, [-1, -1, -6, -6, -1, -1], [-1] * 6, probes=six), ContextSide.LEFT)
    assert "as small in “three”" in group_finding(spread_table(likewise), "loss")
    close = effect_table(effects([-1, -1, -1, -1], [-1, -6, -2, -6], [-1, -1, -1, -1]), ContextSide.LEFT)
    assert "do not show a difference" in group_finding(spread_table(close), "loss")


def test_ranks_are_told_with_their_middle_half() -> None:
    table = pd.DataFrame({"first_rank": [1, 2, 3, 4, 5], "second_rank": [10, 2000, 30, 40, 50]})
    assert rank_finding(table, "with both sides", "with the left side only") == (
        "The median rank of the right word is 3 with both sides (half of them 2 to 4) "
        "and 40 with the left side only (half of them 30 to 50)."
    )


@pytest.mark.parametrize(
    ("causal", "expected"),
    [
        ([-1.0, -1.0, -1.0, -1.0], "pocket GPT gives the word 3.0 bits more, by the median"),
        ([-6.0, -6.0, -6.0, -6.0], "pocket GPT gives the word 2.0 bits less, by the median"),
        ([-1.0, -7.0, -1.0, -7.0], ": −3.0 to 3.0 bits)"),
    ],
)
def test_twins_are_compared_on_the_sentences_both_have(causal: list[float], expected: str) -> None:
    masked = effects([-1, -1, -1, -1], [-4, -4, -4, -4], [-1, -1, -1, -1])
    other = effects(causal[::-1], sides=(ContextSide.NEXT,), probes=PROBES[::-1])
    assert sorted(twins_table(masked, other)["bits"]) == sorted(bits + 4 for bits in causal)
    finding = twins_finding(masked, other, spread_table(twins_table(masked, other)), ("pocket BERT", "pocket GPT"))
    assert expected in finding
    assert "vocabularies" not in finding
    fewer = effects(causal[:2], sides=(ContextSide.NEXT,), probes=PROBES[:2])
    assert len(twins_table(masked, fewer)) == 2


def test_models_of_different_vocabularies_are_said_to_be() -> None:
    masked = effects([-1, -1, -1, -1], [-4, -4, -4, -4], [-1, -1, -1, -1])
    other = SideAblation((ContextSide.NEXT,), PROBES, masked.bits[:1], masked.ranks[:1], (), 50_257, CONDITIONS)
    spreads = spread_table(twins_table(masked, other))
    assert "100 and 50,257 tokens" in twins_finding(masked, other, spreads, ("one", "other"))


@pytest.mark.parametrize(
    ("causal", "more", "less"),
    [
        ([-1.0, -1.0, -7.0, -7.0], 1, 1),  # opposite groups cancel in the median of all sentences
        ([-1.0, -1.0, -1.0, -1.0], 2, 0),
        ([-7.0, -7.0, -7.0, -7.0], 0, 2),
        ([-1.0, -7.0, -1.0, -7.0], 0, 0),
    ],
)
def test_groups_in_which_one_model_is_ahead_are_counted(causal: list[float], more: int, less: int) -> None:
    masked = effects([-1, -1, -1, -1], [-4, -4, -4, -4], [-1, -1, -1, -1])
    other = effects(causal, sides=(ContextSide.NEXT,))
    finding = twins_finding(masked, other, spread_table(twins_table(masked, other)), ("one", "other"))
    assert ("clearly more in" in finding, "clearly less in" in finding) == (bool(more), bool(less))
    for word, count in (("more", more), ("less", less)):
        assert not count or f"clearly {word} in {count}" in finding
    assert ("none of the 2 groups" in finding) == (not more + less)


def test_words_that_are_left_out_are_named() -> None:
    ablation = effects([-1, -1], probes=PROBES[:2])
    assert skipped_finding(ablation) == ""
    less = SideAblation(ablation.sides, ablation.probes, ablation.bits, ablation.ranks, PROBES[2:], 100, CONDITIONS)
    assert skipped_finding(less) == (
        "2 of 4 words are not a single token for this model and are left out: “word”, “word”."
    )


def test_what_a_causal_model_says_is_said_with_what_it_would_rather_say() -> None:
    finding = next_word_finding(
        NextWordPrediction("the ", "bank", view(0.25, 2, "dog"), CONDITIONS), causal="pocket GPT"
    )
    assert finding == (
        "pocket GPT, trained to read left to right, gives “bank” 25.0% (rank 2): its own top guess is “dog”."
    )
    first = next_word_finding(NextWordPrediction("the ", "bank", view(0.25, 1), CONDITIONS), causal="pocket GPT")
    assert first.endswith("(rank 1): its own top guess.")


@pytest.mark.parametrize("mark", ["”", "'"])
def test_a_quotation_mark_is_named_and_not_put_between_others(mark: str) -> None:
    sides = replace(blank(0.5, 0.125, 1.0), answer=mark)
    beside = NextWordPrediction("the ", mark, view(0.25, 2, first=mark), CONDITIONS)
    findings = [
        sides_finding(sides),
        sides_finding(sides, beside, causal="pocket GPT"),
        next_word_finding(beside, causal="pocket GPT"),
        right_side_finding(sides, mark),
    ]
    assert all(f"“{mark}”" not in finding for finding in findings)
    assert all(quoted(mark) in finding or capitalised(quoted(mark)) in finding for finding in findings)
