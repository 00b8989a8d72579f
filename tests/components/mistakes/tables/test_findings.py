"""Tables and sentences hold what came out, and the sentences hold whatever came out."""

import math

import pytest

import cache.mistakes
from components.mistakes.model.catalogue import MISTAKES, mistake
from components.mistakes.model.mistake import Mistake
from components.mistakes.model.results import Compared, Row, Side
from components.mistakes.tables.findings import finding
from components.mistakes.tables.sides import both_table, number_text, side_table
from components.mistakes.tables.spotted import line_table, tally_finding
from components.model.results import Conditions

WHERE = Conditions("m", "bundled", "cpu", "float32", "", "")


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("one", MISTAKES, ids=lambda one: one.key)
def test_every_mistake_is_told_with_its_numbers(one: Mistake) -> None:
    found = cache.mistakes.compared("minilm", one.key)
    said = finding(one.key, found)
    assert said.endswith(".")
    assert "nan" not in said.lower()
    assert any(character.isdigit() for character in said)
    table = both_table(found)
    assert table["way"].value_counts().to_dict() == {
        "right": 1 + len(found.right.rows),
        "wrong": 1 + len(found.wrong.rows),
    }


def test_a_mistake_that_costs_nothing_is_told_so() -> None:
    side = Side(0.2, (Row("paris", 0.2), Row("france", 0.1)))
    same = Compared(side, side, (7, "paris"), WHERE)
    assert finding("attention_mask", same).endswith("“paris” goes from 20.0 % to 20.0 %, and still comes first.")
    assert "as before" in finding("half", same)


def test_what_fails_and_what_is_no_number_is_said() -> None:
    right, failed = Side(0.2, (Row("paris", 0.2),)), Side(math.nan, (), "IndexError: index out of range")
    assert "it fails at once: IndexError" in finding("vocabulary", Compared(right, failed, (7, "paris"), WHERE))
    assert "is no number" in finding("half", Compared(right, Side(math.nan, ()), (7, "paris"), WHERE))
    assert number_text(mistake("half"), Side(math.nan, ())) == "NaN"
    assert number_text(mistake("vocabulary"), failed) == "IndexError: index out of range"
    assert number_text(mistake("softmax"), Side(17618.8, ())) == "17,619"
    assert number_text(mistake("surprise"), Side(1.554, ())) == "1.55"
    assert number_text(mistake("case"), right) == "20.0 %"
    assert side_table(failed).empty


def test_guessed_lines_are_counted_and_ones_own_is_marked() -> None:
    table = line_table([("9", 1), ("13", 3)], wrong=13, own=9)
    assert table["word"].tolist() == ["line 13 (wrong)", "line 9"]
    assert table["percent"].tolist() == ["3 of 4", "1 of 4"]
    assert table["was_there"].tolist() == [False, True]
    assert tally_finding(table) == "Guesses: line 13 (wrong) 3 of 4, line 9 1 of 4."
