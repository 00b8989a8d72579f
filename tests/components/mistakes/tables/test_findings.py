"""Tables and sentences hold what came out, and the sentences hold whatever came out."""

import math
from dataclasses import replace

import pytest

import cache.mistakes
from components.mistakes.model.catalogue import MISTAKES, mistake
from components.mistakes.model.mistake import Mistake
from components.mistakes.model.results import Comparison, Outcome, Row
from components.mistakes.tables.findings import finding, measure_text, shows_mistake
from components.mistakes.tables.guessed_lines import line_table, tally_finding
from components.mistakes.tables.sides import comparison_table, number_text, outcome_table, wrong_and_right
from components.model.results import Conditions
from components.model.statistics.bootstrap import Interval

WHERE = Conditions("m", "bundled", "cpu", "float32", "", "")


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize(
    "each_mistake",
    [pytest.param(each, id=each.key, marks=pytest.mark.thorough if each.trains else ()) for each in MISTAKES],
)
def test_every_mistake_is_told_with_its_numbers(each_mistake: Mistake) -> None:
    comparison = cache.mistakes.compare("minilm", each_mistake.key)
    sentence = finding(each_mistake.key, comparison)
    assert sentence.endswith(".")
    assert "nan" not in sentence.lower()
    assert any(character.isdigit() for character in sentence)
    table = comparison_table(comparison)
    assert table["version"].value_counts().to_dict() == {
        "right": 1 + len(comparison.right.rows),
        "wrong": 1 + len(comparison.wrong.rows),
    }


def test_a_mistake_that_costs_nothing_is_told_so() -> None:
    side = Outcome(0.2, (Row("paris", 0.2), Row("france", 0.1)))
    same = Comparison(side, side, (7, "paris"), WHERE)
    nothing = "“paris” stays at 20.0%. It is still the top guess: the mistake changes nothing here."
    assert finding("attention_mask", same).endswith(nothing)
    other = replace(same, wrong=Outcome(0.2, (Row("rome", 0.3), Row("paris", 0.2))))
    assert "changes nothing" not in finding("attention_mask", other)
    assert "stays at 20.0%" in finding("half", same)


def test_a_word_falls_or_rises_as_its_numbers_do() -> None:
    high, low = Outcome(0.2, (Row("paris", 0.2),)), Outcome(0.1, (Row("a", 0.3), Row("paris", 0.1)))
    fallen, risen = Comparison(high, low, (7, "paris"), WHERE), Comparison(low, high, (7, "paris"), WHERE)
    assert "“paris” falls from 20.0% to 10.0%. “a” becomes the top guess" in finding("attention_mask", fallen)
    assert "“paris” rises from 10.0% to 20.0%" in finding("attention_mask", risen)
    assert "falls" in finding("half", fallen)
    assert "rises" in finding("half", risen)
    assert "“paris”" in measure_text(mistake("half"), fallen)
    assert measure_text(mistake("softmax"), fallen) == mistake("softmax").measure


def test_a_lost_blank_several_masks_and_words_that_are_not_copied_are_told_as_they_are() -> None:
    right, failed = Outcome(0.2, (Row("paris", 0.2),)), Outcome(math.nan, (), "ValueError: 103 is not in list")
    text = finding("truncation", Comparison(right, failed, (7, "paris"), WHERE))
    assert "ValueError: 103 is not in list. The blank itself is cut off." in text
    two, none = Outcome(2, (Row("[MASK]", 1), Row("[MASK]", 1))), Outcome(0, (Row("<", 0), Row(">", 0)) * 3)
    assert "become 6 ordinary tokens" in finding("mask_string", Comparison(two, none, None, WHERE))
    unlike = finding("unmasked", Comparison(Outcome(900, ()), Outcome(300, ()), None, WHERE))
    assert "copies" not in unlike
    assert "copies" in finding("unmasked", Comparison(Outcome(9, ()), Outcome(1.1, ()), None, WHERE))


def test_a_wrong_answer_stands_beside_the_right_one() -> None:
    right, less = Outcome(0.2, (Row("paris", 0.2),)), Outcome(0.1, (Row("paris", 0.1),))
    other, failed = Outcome(0.1, (Row("a", 0.3),)), Outcome(math.nan, (), "IndexError: index out of range")

    def results(wrong: Outcome, key: str = "attention_mask") -> tuple[str, str] | None:
        return wrong_and_right(mistake(key), Comparison(right, wrong, (7, "paris"), WHERE))

    assert results(other) == ("a", "paris")
    assert results(less) == ("paris 10.0%", "paris 20.0%")
    assert results(failed) == ("an error", "paris")
    assert results(right) is None
    assert results(Outcome(27.0, ()), "softmax") == ("27", "0.20")


def test_what_fails_and_what_is_no_number_is_said() -> None:
    right, failed = Outcome(0.2, (Row("paris", 0.2),)), Outcome(math.nan, (), "IndexError: index out of range")
    assert "it fails at once. IndexError" in finding("vocabulary", Comparison(right, failed, (7, "paris"), WHERE))
    assert "no longer a number" in finding("half", Comparison(right, Outcome(math.nan, ()), (7, "paris"), WHERE))
    assert number_text(mistake("half"), Outcome(math.nan, ())) == "NaN"
    assert number_text(mistake("vocabulary"), failed) == "IndexError: index out of range"
    assert number_text(mistake("softmax"), Outcome(17618.8, ())) == "17,619"
    assert number_text(mistake("surprise"), Outcome(1.554, ())) == "1.55"
    assert number_text(mistake("case"), right) == "20.0%"
    assert outcome_table(right, followed="paris")["name"].tolist() == ["paris"]
    assert outcome_table(right, followed="rome")["name"].tolist() == ["rome"]
    assert outcome_table(failed, followed="rome").empty
    assert outcome_table(failed).empty


def _trained(before: int, after: int) -> Outcome:
    return Outcome(after / 6, tuple(Row(f"{n}", float(n < after)) for n in range(6)), before_training=before / 6)


def test_a_test_on_what_was_trained_on_says_what_carried_over() -> None:
    findings = [
        finding("tested_on_itself", Comparison(_trained(*others), _trained(*learned), None, WHERE))
        for learned, others in (((0, 6), (0, 0)), ((0, 6), (0, 3)), ((0, 3), (0, 3)), ((2, 2), (0, 0)))
    ]
    assert len({sentence.partition(". ")[0] for sentence in findings}) == 4
    assert "0 of 6 correct before and 6 after" in findings[0]
    assert "0 of 6 before and 3 after" in findings[1]


def test_a_separation_is_told_by_its_interval() -> None:
    def sentence(right: float, wrong: float, spread: float) -> str:
        rows = (Row("a", 0.1, "0.10"), Row("b", 0.2, "0.20"), Row("c", 1.0, "12 of 12"))
        difference = Interval(right - wrong - spread, right - wrong, right - wrong + spread)
        return finding(
            "sentence_vector", Comparison(Outcome(right, rows), Outcome(wrong, rows), None, WHERE, difference)
        )

    worse, better, close = sentence(3, 1, 0.5), sentence(1, 3, 0.5), sentence(3, 2.9, 0.5)
    heads = {each.partition(". ")[0] for each in (worse, better, close)}
    assert len(heads) == 3
    assert all("3.00" in each for each in (worse, better, close))


def test_surprise_says_whether_the_unit_decides() -> None:
    def sentence(right: float, wrong: float) -> str:
        rows = (Row("MiniLM", 1.0), Row("pocket BERT", 1.0))
        return finding("surprise", Comparison(Outcome(right, rows), Outcome(wrong, rows), None, WHERE))

    reversed_order, same_order, same = sentence(0.9, 1.2), sentence(1.1, 1.4), sentence(1.38, 1.38)
    assert "decides" in reversed_order
    assert "decides" not in same_order
    assert "No mistake" in same


def test_a_rate_that_costs_nothing_and_half_precision_that_moves_are_told_so() -> None:
    unchanged = Outcome(1.0, (Row("a", 1.0), Row("b", 1.0)))
    lost = Outcome(0.0, (Row("a", 0.0), Row("b", 0.0)))
    assert "cost nothing" in finding("learning_rate", Comparison(unchanged, unchanged, None, WHERE))
    assert "cost nothing" not in finding("learning_rate", Comparison(unchanged, lost, None, WHERE))
    assert "cost nothing" in finding("warmup", Comparison(unchanged, unchanged, None, WHERE))
    without = finding("warmup", Comparison(unchanged, lost, None, WHERE))
    assert "cost nothing" not in without
    assert without.startswith("Without warm-up, 0 of 2 other blanks")
    right, wrong = Outcome(0.2, (Row("paris", 0.2),)), Outcome(0.1, (Row("paris", 0.1),))
    assert finding("half", Comparison(right, wrong, (7, "paris"), WHERE)).endswith("from 20.0% to 10.0%.")


def test_next_sentences_are_counted_in_the_easy_and_in_the_hard_test() -> None:
    hard, easy = judged(1, 8), judged(8, 8)
    text = finding("next_sentence", Comparison(hard, easy, None, WHERE))
    assert "right for 16 of 16 pairs" in text
    assert "swapped, for 9 of 16" in text
    assert "clearly easier" in text
    assert shows_mistake("next_sentence", Comparison(hard, easy, None, WHERE))
    assert "no easier" in finding("next_sentence", Comparison(easy, hard, None, WHERE))
    assert not shows_mistake("next_sentence", Comparison(easy, hard, None, WHERE))


def test_one_more_pair_of_eight_may_be_chance() -> None:
    """Pocket BERT is right for 8 of 16 and 9 of 16."""
    close = Comparison(judged(0, 8), judged(1, 8), None, WHERE)
    assert "may be chance" in finding("next_sentence", close)
    assert "clearly" not in finding("next_sentence", close)
    assert not shows_mistake("next_sentence", close)


def judged(rejected: int, pairs: int) -> Outcome:
    """Wrong pairs, of which some are rejected, beside as many right ones that are all accepted."""
    rows = tuple(Row(str(number), 0.1 if number < rejected else 0.9) for number in range(pairs))
    return Outcome((pairs + rejected) / (2 * pairs), rows)


def test_guessed_lines_are_counted_and_ones_own_is_marked() -> None:
    table = line_table([("9", 1), ("13", 3)], wrong=13, visitors_guess=9)
    assert table["word"].tolist() == ["line 13 (wrong)", "line 9"]
    assert table["percent"].tolist() == ["3 of 4", "1 of 4"]
    assert table["was_there"].tolist() == [False, True]
    assert tally_finding(table) == "Guesses: line 13 (wrong) 3 of 4, line 9 1 of 4."
