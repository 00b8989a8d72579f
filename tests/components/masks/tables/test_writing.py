"""Findings on writing, filling and prompting are true for the numbers, whatever they are."""

import pytest

from components.masks.model.writing_results import PromptedSentence, SamplingMethod, Writing, WritingStep, ZeroShot
from components.masks.tables.writing import (
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


def test_a_token_beyond_the_likeliest_has_its_own_row() -> None:
    assert list(step_table(writing(1), 0)["rank"]) == [1, 2]
    table = step_table(writing(1, rank=63), 0)
    assert list(table["rank"]) == [1, 2, 63]
    assert list(table["was_there"]) == [False, False, True]
    assert "drawn from 7 tokens" in step_finding(writing(1, rank=63), 0, SamplingMethod.TOP_P)
    assert "greedy" in step_finding(writing(1), 0, SamplingMethod.GREEDY)


def test_different_tokens_are_counted_and_only_fewer_are_called_few() -> None:
    varied, same = writing(1, 2, 3), writing(1, 1, 1)
    few = writing_finding(varied, same, NAMES)
    assert "3 different tokens" in few
    assert few.endswith("only 1.")
    assert "only" not in writing_finding(same, varied, NAMES)
    assert "only" not in writing_finding(same, same, NAMES)
    assert "1 different token," in writing_finding(same, same, NAMES)
    assert "ended" in ending_note(writing(1, ended=True), "decoder")
    assert "stopped after 1 token." in ending_note(writing(1), "decoder")


def test_the_same_first_choice_is_not_called_a_difference() -> None:
    written = writing(1)
    same = filling_finding(written, (Candidate("a", 0.4, False),))
    assert same.count("“") == 1
    assert same.index("40.0%") < same.index("50.0%")
    other = filling_finding(written, (Candidate("sat", 0.4, False),))
    assert other.index("“sat” (40.0%)") < other.index("“a” (50.0%)")


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
    table = prompting_table(prompted, classified, ("negative", "positive"))
    assert table["Prompt"].str.startswith("✗").sum() == right
    assert not table["Fine-tuned"].str.startswith("✗").any()
