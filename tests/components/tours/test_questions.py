"""Questions of stops: the right answer follows the finding, and answers are compared as people mean them."""

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.model.tally import parse_alternatives, parse_number
from components.tours.gift import gift_text
from components.tours.questions import AnswerKind, StopQuestion, check_question
from components.tours.shipped import shipped_tours
from pages.parts.lecture.tour_stop import PATHS

SENSE = StopQuestion(AnswerKind.CHOICE, ("money", "river"), ("sentences mean “money”", "sentences mean “river”"))
WORD = StopQuestion(AnswerKind.WORD, patterns=("“{}” is the top guess",))
LAYER = StopQuestion(AnswerKind.NUMBER, patterns=("Layer {} separates",), tolerance=0)
SHARE = StopQuestion(AnswerKind.CHOICE, ("little", "half", "most"), ("“bank” falls from {*}% to {}%",), limits=(10, 50))
LOOKS = StopQuestion(AnswerKind.PLACE, patterns=("“are” puts {*}% of its attention on “{}”",))
TOKENS = ("[CLS]", "the (token 2)", "keys", "to", "the (token 5)", "…s", "are", "[SEP]")


def test_the_right_answer_follows_the_finding() -> None:
    assert SENSE.right_answer("Your “bank”: 4 of the 5 nearest sentences mean “river”; 1 means “money”.") == "river"
    assert SENSE.right_answer("Your “bank”: 4 of the 5 nearest sentences mean “money”; 1 means “river”.") == "money"
    assert WORD.right_answer("“bank” is the top guess (27.4%), more than “company”.") == "bank"
    assert WORD.right_answer("“C++ (new)” is the top guess (27.4%).") == "C++ (new)"
    assert LAYER.right_answer("Layer 4\nseparates the senses best") == "4"
    for value, option in (("7.2", "little"), ("10", "half"), ("49.9", "half"), ("50", "most"), ("1,000", "most")):
        assert SHARE.right_answer(f"Without it “bank” falls from 87.4% to {value}%.") == option


def test_a_sentence_that_fools_the_model_is_right_where_it_says_another_label() -> None:
    fooling = StopQuestion(AnswerKind.FOOLING, ("money", "river"), words=("bank",))
    check_question(fooling)
    assert fooling.is_right("river", "money")
    assert not fooling.is_right("money", "money")
    assert not fooling.is_right("money", ""), "the model could not say"


def test_the_question_about_eighty_sentences_has_one_answer_for_every_count() -> None:
    asking = [stop.asks for tour in shipped_tours(PATHS).values() for stop in tour.stops if "Eighty" in stop.question]
    assert len(asking) == 3
    for question in filter(None, asking):
        for count, option in ((43, "Fewer than 50"), (50, "50 to 69"), (69, "50 to 69"), (70, "70 or more")):
            assert question.right_answer(f"MiniLM reads “bank” right in {count} of 80 sentences.") == option


def test_a_place_is_a_token_of_the_sentence_and_the_finding_says_which() -> None:
    question = LOOKS.with_places(TOKENS)
    for finding, right in (
        ("In layer 1, head 2, “are” puts 83% of its attention on “keys”. Then comes “the” (token 2, 9%).", "keys"),
        ("In layer 1, head 2, “are” puts 41% of its attention on “[SEP]”.", "[SEP]"),
        ("“are” puts 41% of its attention on “the” (token 5). Then comes “the” (token 2, 20%).", "the (token 5)"),
        ("“are” puts 41% of its attention on “the” (token 5, 41%).", "the (token 5)"),
        ("“are” puts 41% of its attention on “…s”.", "…s"),
        ("“are” puts 41% of its attention on “the”.", ""),  # it does not say which
        ("“are” puts 41% of its attention on “house”.", ""),
        ("“is” puts 41% of its attention on “keys”.", ""),
    ):
        assert question.right_answer(finding) == right
    assert question.is_right("keys", "keys")
    assert not question.is_right("s", "…s"), "another token"
    assert WORD.with_places(TOKENS) == WORD
    check_question(LOOKS)


def test_a_finding_without_the_answer_gives_none() -> None:
    for question in (SENSE, WORD, LAYER, SHARE, StopQuestion(AnswerKind.CHOICE, ("a", "b"))):
        assert question.right_answer("Add the word “bank” to your sentence.") == ""
        assert not question.is_right("river", "")


@pytest.mark.parametrize(
    ("question", "answer", "right", "agrees"),
    [
        (WORD, " Bank. ", "bank", True),
        (WORD, "the “bank”", "bank", True),
        (WORD, "A bank", "bank", True),
        (WORD, "river bank", "bank", False),
        (WORD, "The", "the", True),
        (StopQuestion(AnswerKind.CHOICE, ("-1", "1"), ("x", "y")), "-1", "1", False),
        (StopQuestion(AnswerKind.CHOICE, ("the bank", "a bank"), ("x", "y")), "a bank", "the bank", False),
        (WORD, "banks", "bank", False),
        (LAYER, "4.0", "4", True),
        (LAYER, "5", "4", False),
        (StopQuestion(AnswerKind.WHOLE_NUMBER, patterns=("{}",), tolerance=0), "4", "4", True),
        (StopQuestion(AnswerKind.WHOLE_NUMBER, patterns=("{}",), tolerance=0), "5", "4", False),
        (StopQuestion(AnswerKind.NUMBER, patterns=("{}",), tolerance=0.1), "1100", "1,000", True),
        (StopQuestion(AnswerKind.NUMBER, patterns=("{}",), tolerance=0.1), "1101", "1,000", False),
        (StopQuestion(AnswerKind.NUMBER, patterns=("{}",), tolerance=0.1), "many", "1,000", False),
    ],
)
def test_answers_are_compared_as_people_mean_them(
    question: StopQuestion, answer: str, right: str, agrees: bool
) -> None:
    assert question.is_right(answer, right) is agrees


LAYERS = StopQuestion(AnswerKind.WHOLE_NUMBER, patterns=("best at layer {}:",), tolerance=0, ties="(as good: {})")


@pytest.mark.parametrize(
    ("finding", "right"),
    [
        ("It is best at layer 2: 71%.", "2"),
        ("It is best at layer 2: 71% (as good: layer 1).", "2 or 1"),
        ("It is best at layer 11: 71% (as good: layers 0, 2–4 and 12).", "11, 0, 2, 3, 4 or 12"),
    ],
)
def test_numbers_that_the_finding_calls_as_good_count(finding: str, right: str) -> None:
    assert LAYERS.right_answer(finding) == right
    numbers = parse_alternatives(right)
    assert [number for number in range(20) if LAYERS.is_right(str(number), right)] == sorted(numbers)


def test_the_rule_says_how_close_a_number_has_to_be() -> None:
    wide, exact = (StopQuestion(AnswerKind.NUMBER, patterns=("{}",), tolerance=share) for share in (0.3, 0))
    assert "70 to 130" in wide.rule
    assert wide.rule != exact.rule != LAYERS.rule != ""
    assert SENSE.rule == WORD.rule == LOOKS.rule == ""
    assert StopQuestion(AnswerKind.WHOLE_NUMBER).rule == "", "no number is right"


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("2", (2,)), ("2 or 1", (2, 1)), ("1,000, 2 or 3.5", (1000, 2, 3.5)), ("bank or 2", ()), ("", ()), ("2 or", ())],
)
def test_several_right_numbers_are_read_from_one_text(text: str, numbers: tuple[float, ...]) -> None:
    assert parse_alternatives(text) == numbers


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("12", 12), (" 3.5 ", 3.5), ("3,5", 3.5), ("30,522", 30_522), ("1,234.5", 1234.5), ("27%", 27),
        ("−4", -4), ("-0.5", -0.5), ("", None), ("twelve", None), ("1e999", None), ("nan", None),
        ("1.2.3", None), ("9" * 400, None), ("1," + "000," * 200 + "000", None), (".", None), (",", None), ("-", None),
        ("%", None), ("1 2", None), ("²", None), ("10²", None), ("½", None), ("5-", None),
        ("0,125", 0.125), ("-0,250", -0.25), ("0,999", 0.999), (",125", 0.125), ("00,125", 0.125), (".5", 0.5),
        ("5.", 5), ("5,", 5), ("+5", 5), ("- 4", -4), ("–4", -4), ("%27", 27), ("1.234", 1.234), ("1,234", 1234),
        ("1.234,5", 1234.5), ("1.234.567", 1_234_567), ("1 234", 1234), ("30\u202f522,5", 30_522.5),
        ("1’234.5", 1234.5), ("12,34,567", 1_234_567), ("٣", 3), ("٠٫١٢٥", 0.125), ("۱۲٪", 12), ("٣٠٬٥٢٢", 30_522),
        ("٠،١٢٥", 0.125), ("०.१२५", 0.125), ("０，１２５", 0.125), ("０。５", 0.5), ("－２７．５％", -27.5),
        ("\u200f٣", 3),
    ],
)  # fmt: skip
def test_numbers_are_read_as_they_are_typed(typed: str, number: float | None) -> None:
    assert parse_number(typed) == number


@given(st.text(max_size=60))
def test_whatever_is_typed_and_found_is_text(text: str) -> None:
    for question in (SENSE, WORD, LAYER, SHARE):
        right = question.right_answer(text)
        assert isinstance(question.is_right(text, right), bool)
    parse_number(text)


@pytest.mark.parametrize(
    "question",
    [
        StopQuestion(AnswerKind.CHOICE, ("only",)),
        StopQuestion(AnswerKind.CHOICE, ("a", "a")),
        StopQuestion(AnswerKind.CHOICE, ("a", "b", "c", "d", "e")),
        StopQuestion(AnswerKind.CHOICE, ("a", "b"), ("one",)),
        StopQuestion(AnswerKind.CHOICE, ("a", "b"), ("no gap",), limits=(1,)),
        StopQuestion(AnswerKind.CHOICE, ("a", "b", "c"), ("{}",), limits=(2, 1)),
        StopQuestion(AnswerKind.CHOICE, ("a", ""), ("x", "y")),
        StopQuestion(AnswerKind.WORD, ("a", "b")),
        StopQuestion(AnswerKind.PLACE, ("a", "b"), ("{}",)),
        StopQuestion(AnswerKind.FOOLING, ("only",)),
        StopQuestion(AnswerKind.FOOLING, ("a", "b"), ("{}",)),
        StopQuestion(AnswerKind.FOOLING, ("a", "b"), limits=(1,)),
        StopQuestion(AnswerKind.PLACE, patterns=("no gap",)),
        StopQuestion(AnswerKind.WORD, patterns=("no gap",)),
        StopQuestion(AnswerKind.NUMBER, patterns=("{} and {}",)),
        StopQuestion(AnswerKind.NUMBER, patterns=("{}",), tolerance=2),
        StopQuestion(AnswerKind.NUMBER, patterns=("{}",), ties="({})"),
        StopQuestion(AnswerKind.WHOLE_NUMBER, patterns=("{}",), ties="no gap"),
        StopQuestion(AnswerKind.WHOLE_NUMBER, ties="({})"),
        StopQuestion(AnswerKind.CHOICE, ("a", "b", "c"), ("{}",), limits=(1, math.nan)),
        StopQuestion(AnswerKind.CHOICE, ("a", "b", "c"), ("{}",), limits=(1, math.inf)),
        StopQuestion(AnswerKind.WORD, patterns=("{*}a{*}b{*}c{*}d{}",)),
        StopQuestion(AnswerKind.WORD, patterns=("a{*}{}",)),
        StopQuestion(AnswerKind.WORD, patterns=("{}" + "a" * 300,)),
        StopQuestion(AnswerKind.WHOLE_NUMBER, patterns=("{}",), ties="{*}{}"),
    ],
    ids=str,
)
def test_questions_that_cannot_be_asked_are_rejected(question: StopQuestion) -> None:
    with pytest.raises(ValueError, match="cannot be asked"):
        check_question(question)


PARTS = st.lists(st.sampled_from(["", "a", "b", "ab", "% ", "1", ", "]), min_size=2, max_size=4)


@given(PARTS, st.integers(0, 2), st.text("ab%1 ,", max_size=14), st.booleans())
def test_a_pattern_fits_where_a_regular_expression_of_shortest_gaps_would(
    parts: list[str], place: int, text: str, is_number: bool
) -> None:
    """The gap before part ``place + 1`` is the answer's; the others may be anything."""
    gaps = ["{}" if number == place % (len(parts) - 1) else "{*}" for number in range(len(parts) - 1)]
    pattern = "".join(map("".join, zip(parts, [*gaps, ""], strict=True)))
    # A number is taken whole: it gives nothing back to what follows.
    answer = r"((?>−?\d{1,15}(?:,\d{3}){0,5}(?:\.\d{1,15})?))" if is_number else "(.+?)"
    expressions = {"{}": answer, "{*}": ".+?", "": ""}
    expression = "".join(re.escape(part) + expressions[gap] for part, gap in zip(parts, [*gaps, ""], strict=True))
    plain = re.sub(r"\s+", " ", text)
    match = re.search(expression, plain)
    kind = AnswerKind.NUMBER if is_number else AnswerKind.WORD
    assert StopQuestion(kind, patterns=(pattern,)).right_answer(text) == (match.group(1) if match else "")


def test_moodle_gets_one_question_per_answer_with_its_signs_escaped() -> None:
    text = gift_text(
        [
            ("Which bank: {money} or river?", SENSE, "river"),
            ("Which layer?", LAYER, "4"),
            ("Which layers?", LAYERS, "2 or 1"),
            ("How many?", StopQuestion(AnswerKind.NUMBER, patterns=("{}",), tolerance=0.1), "1,000"),
            ("Which word = 1?", WORD, "bank"),
            ("Nobody knows", WORD, ""),
            ("Which token?", LOOKS, "keys"),
            ("Write one", StopQuestion(AnswerKind.FOOLING, ("a", "b")), "fooled"),
        ]
    )
    assert text.split("\n\n") == [
        "Which bank\\: \\{money\\} or river? {~money =river}",
        "Which layer? {#4:0}",
        "Which layers? {#=2:0 =1:0}",
        "How many? {#1000:100}",
        "Which word \\= 1? {=bank}",
        "Which token? {=keys}\n",
    ]
