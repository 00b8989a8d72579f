"""Tables of named words, several blanks and pairs: tidy, and true to the numbers they are made from."""

import math

import pytest

from components.fill.model.results import Fill, JointFill, NamedWord, NamedWords, SentencePair, WordPieceScore
from components.fill.tables.joint_fill import (
    chain_finding,
    factors_note,
    fill_table,
    filled_sentence,
    joint_fill_finding,
    product_text,
    step_table,
)
from components.fill.tables.named_words import named_word_finding, named_word_notes, named_word_table, parse_words
from components.fill.tables.sentences import sentence_finding
from components.model.blanks.results import PairWord
from components.model.results import Candidate, Conditions, Token, Tokens
from components.tables.numbers import log_probability_text, ratio_text
from components.tables.pairs import most_likely_words, pair_table

BY = Conditions("m", "r", "cpu", "float32", "v")


def masked(sentence: str) -> Tokens:
    start = sentence.index("[MASK]")
    return Tokens(sentence, (Token("[MASK]", 4, start, start + 6, False, False, True),))


def words(**logs: float) -> NamedWords:
    scored = tuple(NamedWord(word, (WordPieceScore(word, False, log),), 1) for word, log in logs.items())
    return NamedWords(masked("a [MASK]"), 0, scored, 100, BY)


@pytest.mark.parametrize(
    ("log_probability", "read"),
    [
        (0.0, "100.0%"),
        (math.log(0.0123), "1.2%"),
        (math.log(1 / 1_170), "0.085%"),
        (math.log(1 / 25_000), "1 in 25,000"),
        (math.log(2e-7), "1 in 5 million"),
        (-100.0, "1 in 10^43"),
        (-5000.0, "1 in 10^2171"),
    ],
)
def test_chances_are_written_as_people_read_them(log_probability: float, read: str) -> None:
    assert log_probability_text(log_probability) == read


def test_ratios_are_written_as_people_read_them() -> None:
    assert [ratio_text(math.log(ratio)) for ratio in (1, 1.5, 9.94, 12, 3e9)] == [
        "1.0 times", "1.5 times", "9.9 times", "12 times", "3 billion times",
    ]  # fmt: skip


def test_typed_words_are_parted_by_commas_and_named_once() -> None:
    assert parse_words(" bank,river  bank;bank,, \n<b> ") == ("bank", "river bank", "<b>")
    assert parse_words(" , ") == ()


def test_named_words_stand_likeliest_first() -> None:
    pieces = (WordPieceScore("river", False, -3.0), WordPieceScore("bank", True, -2.0))
    named_words = NamedWords(
        masked("a [MASK]"), 0, (NamedWord("riverbank", pieces, None), words(bank=-1).words[0]), 100, BY
    )
    table = named_word_table(named_words)
    assert table["word"].tolist() == ["bank", "riverbank"]
    assert table["probability"].tolist() == pytest.approx([math.exp(-1), math.exp(-5)])
    assert table["place"].tolist() == ["choice number 1 of 100", "2 tokens, so no rank"]
    assert "“bank” is 55 times as likely as “riverbank”" in named_word_finding(table)
    assert named_word_notes(named_words) == ["“riverbank” = river 5.0% × …bank 13.5%"]


def candidate(text: str, probability: float) -> Candidate:
    return Candidate(text, probability, continues=False)


def fill(*pieces: tuple[str, float]) -> Fill:
    return Fill(tuple(candidate(*piece) for piece in pieces), sum(math.log(p) for _, p in pieces))


def several(independent: Fill, *joint: Fill) -> JointFill:
    alone = tuple(candidate(piece.text, 0.5) for piece in independent.candidates)
    return JointFill(masked("a [MASK]"), (0, 0), alone, independent, joint, 10, BY)


def test_filling_alike_is_said() -> None:
    same = fill(("a", 0.5), ("b", 0.5))
    assert "same words" in joint_fill_finding(several(same, same))


def test_what_the_joint_fill_gains_is_said_from_the_numbers() -> None:
    fills = several(fill(("a", 0.5), ("b", 0.1)), fill(("c", 0.25), ("b", 0.8)))
    finding = joint_fill_finding(fills)
    parts = (
        "4.0 times as likely",
        "blank 1",
        "“c” (25.0%)",
        "“a” (50.0%)",
        "blank 2",
        "“b” has 80.0%",
        "“b” had 10.0%",
        "“c” and “b”",
        "“a” and “b”",
    )
    assert all(part in finding for part in parts)
    many = several(fill(*[("a", 0.5)] * 6), fill(*[("c", 0.6)] * 6))
    assert joint_fill_finding(many).split(":")[0].count("“c”") == 4
    assert step_table(fills)["label"].tolist() == ["1. a", "1. c", "2. b", "2. b"]
    assert list(fill_table(fills).columns) == ["Place", "Blank 1", "Blank 2", "Probability of all"]


def test_a_fill_is_the_product_of_the_bars_below_it() -> None:
    fills = several(fill(("was", 0.1107), ("school", 0.00165), ("and", 0.7071)), fill(*[("a", 0.5)] * 3))
    assert product_text(fills.independent) == "11.1% × 0.165% × 70.7% = 0.013%"
    assert step_table(fills)["figure"].tolist()[2:4] == ["0.165% first choice", "50.0% together"]
    assert product_text(fill(("a", 1 / 20_000), ("b", 1.0))) == "1 in 20,000 × 100% = 1 in 20,000"


def test_each_factor_is_named_with_what_was_filled_before_it() -> None:
    two = factors_note(fill(("name", 0.0749), ("good", 0.0175)))
    assert two.index("7.49%") < two.index("“name” while all") < two.index("1.75%") < two.index("“good” with “name”")
    assert "further" not in two
    exchanged = factors_note(fill(("good", 0.0175), ("name", 0.0749)))
    assert exchanged.index("1.75%") < exchanged.index("“good” while all") < exchanged.index("7.49%")
    assert "further" in factors_note(fill(("a", 0.5), ("b", 0.5), ("c", 0.5)))


def test_the_word_taken_and_the_first_choice_keep_their_numbers_where_they_change_places() -> None:
    first, joint = fill(("a", 0.5), ("b", 0.1)), fill(("c", 0.25), ("d", 0.8))
    finding = joint_fill_finding(several(first, joint))
    assert "takes “c” (25.0%) instead of the first choice, “a” (50.0%)." in finding
    assert finding.index("“d” has 80.0%") < finding.index("first choice, “b” had 10.0%")
    late = fill(("x", 0.5), ("a", 0.5), ("b", 0.1)), fill(("x", 0.5), ("c", 0.25), ("d", 0.8))
    assert "once the blanks before it" in joint_fill_finding(several(*late))
    assert "first choices, “b” had" in joint_fill_finding(several(*late))


def test_what_the_blanks_before_it_do_to_a_first_choice_is_said_from_the_numbers() -> None:
    drops = chain_finding(several(fill(("a", 0.5), ("b", 0.1)), fill(("c", 0.9), ("d", 0.9))))
    assert all(part in drops for part in ("“b”", "blank 2", "50.0% while", "10.0% once"))
    rises = chain_finding(several(fill(("a", 0.5), ("b", 0.9)), fill(("c", 0.9), ("d", 0.9))))
    assert all(part in rises for part in ("“b”", "blank 2", "50.0% while", "90.0% once"))
    same = chain_finding(several(fill(("a", 0.5), ("b", 0.5)), fill(("c", 0.9), ("d", 0.9))))
    assert "50.0%, as it does while" in same
    assert "once" not in same


def test_a_filled_sentence_joins_pieces_that_go_on_with_a_word() -> None:
    tokens = masked("the river [MASK].")
    assert filled_sentence(tokens, [0], [Candidate("s", 1.0, continues=True)]) == "the rivers."
    assert filled_sentence(tokens, [0], [Candidate("bank", 1.0, continues=False)]) == "the river bank."


PAIR = (PairWord("up", False, -8.0, -1.0), PairWord("still", False, -2.0, -2.0), PairWord("down", True, -1.0, -4.0))


def test_pairs_are_ordered_by_change_in_doublings() -> None:
    table = pair_table(PAIR)
    assert table["word"].tolist() == ["up", "still", "…down"]
    assert table["moved"].tolist() == pytest.approx([math.exp(-1) - math.exp(-8), 0, math.exp(-4) - math.exp(-1)])
    assert most_likely_words(table, count=1)["row"].tolist() == [1]
    pair = SentencePair(masked("a [MASK]"), masked("b [MASK]"), PAIR, math.log(2) / 2, BY)
    finding = sentence_finding(pair, table)
    assert "0.50 bits apart" in finding
    assert finding.startswith("“up” rises most: from 0.034% to 36.8%. “…down” drops most: from 36.8% to 1.8%.")
    nothing = pair_table((PairWord("same", False, -1.0, -1.0),))
    assert sentence_finding(pair, nothing).startswith("No word changes noticeably. ")
