"""Findings on writing, filling and prompting are true for the numbers, whatever they are."""

import numpy as np
import pytest

from components.masks.model.writing_results import PromptedSentence, SamplingMethod, Writing, WritingStep, ZeroShot
from components.masks.tables.writing import (
    accuracy_table,
    attention_row_finding,
    attention_row_table,
    ending_note,
    filling_finding,
    prompting_finding,
    prompting_table,
    step_finding,
    step_table,
    writing_finding,
)
from components.model.results import Candidate, Conditions, Token

NAMES = ("decoder", "encoder")
CONDITIONS = Conditions("m", "r", "d", "p", "v")


def writing(*ids: int, ended: bool = False, rank: int = 1) -> Writing:
    candidates = (Candidate("a", 0.5, False), Candidate("b", 0.2, False))
    steps = tuple(WritingStep(2 + n, f"t{i}", i, 0.1, rank, 7, candidates) for n, i in enumerate(ids))
    items = tuple(Token(f"w{n}", n, 0, 0, False, False, False) for n in range(2 + len(ids)))
    return Writing("the cat", " sat", items, steps, ended, CONDITIONS)


def test_repetition_is_named_only_where_it_is() -> None:
    varied, repeated, same = writing(1, 2, 3), writing(1, 2, 1), writing(1, 1, 1)
    assert writing_finding(varied, same, NAMES) == (
        "decoder writes 3 tokens, all different; encoder writes the same token 3 times."
    )
    assert "repeats itself" in writing_finding(varied, repeated, NAMES)
    assert "repeats itself" not in writing_finding(repeated, varied, NAMES)
    assert writing_finding(writing(1), writing(1), NAMES) == "decoder writes 1 token; encoder writes 1 token."
    assert "ended" in ending_note(writing(1, ended=True), "decoder")
    assert "stopped after 1 token." in ending_note(writing(1), "decoder")


def test_a_token_beyond_the_likeliest_has_its_own_row() -> None:
    assert list(step_table(writing(1), 0)["rank"]) == [1, 2]
    table = step_table(writing(1, rank=63), 0)
    assert list(table["rank"]) == [1, 2, 63]
    assert list(table["was_there"]) == [False, False, True]
    assert "drawn from 7 tokens" in step_finding(writing(1, rank=63), 0, SamplingMethod.TOP_P)
    assert "greedy" in step_finding(writing(1), 0, SamplingMethod.GREEDY)


def test_a_causal_row_hides_what_comes_later() -> None:
    attention = np.tril(np.ones((5, 5), np.float32))
    table = attention_row_table(writing(1, 2, 3), attention / attention.sum(1, keepdims=True), 0)
    assert list(table["figure"][2:]) == ["hidden"] * 3
    assert table["weight"].sum() == pytest.approx(1.0)
    assert attention_row_finding(writing(1, 2), 1).startswith("At step 2 the decoder sees 3 tokens, and not the one")
    assert attention_row_finding(writing(1, 2), 0).startswith("At step 1 the decoder sees 2 tokens, and none of the 2")


def test_the_same_first_choice_is_not_called_a_difference() -> None:
    written = writing(1)
    assert filling_finding(written, written.steps[0].candidates, NAMES).startswith("Both choose “a”")
    other = filling_finding(written, (Candidate("sat", 0.4, False),), NAMES)
    assert "says “a” (50.0%)" in other
    assert "says “sat” (40.0%)" in other


@pytest.mark.parametrize(("right", "chance"), [(30, False), (3, True)])
def test_counts_are_counted_and_chance_is_named(right: int, chance: bool) -> None:
    sentences = tuple(PromptedSentence(str(n), n % 2, 1.0) for n in range(2 * right))
    prompted = ZeroShot(sentences, CONDITIONS)  # always "positive": half of them are
    classified = [each.label for each in sentences]
    finding = prompting_finding(prompted, classified, NAMES)
    assert f"{2 * right} of {2 * right}" in finding
    assert f"{right} of {2 * right}" in finding
    assert ("chance" in finding) is chance
    wrong = ZeroShot((PromptedSentence("x", 0, 1.0),), CONDITIONS)  # both are wrong: there is no difference
    assert "chance" not in prompting_finding(wrong, [1], NAMES)
    assert "of 1" not in prompting_finding(wrong, [1], NAMES)
    table = prompting_table(prompted, [(label, 0.9) for label in classified], ("negative", "positive"), ("bad", "good"))
    assert list(accuracy_table(table, NAMES)["share"]) == [0.5, 1.0]
