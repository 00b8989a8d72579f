"""What visitors send is bounded before anything reads it: the work of every reader grows no faster than the text."""

import sys
import unicodedata
from collections.abc import Callable
from itertools import groupby
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from components.classroom.entries import clean_text
from components.input.model.cutting import tokenize_words
from components.model.lists.columns import ANSWER_LIST, LABEL_LIST, SENSE_LIST, ListKind
from components.model.lists.reader import listed_sentences, read_table
from components.model.tally import normalise_guess
from components.model.tokens.occurrences import find_occurrences, parse_word_forms
from components.model.tokens.text_limits import (
    CHARACTER_LIMIT,
    LIST_CHARACTER_LIMIT,
    MARK_LIMIT,
    check_text,
    is_mark,
    trim_marks,
)
from components.model.user_errors import TooLong, UserError
from tests.components.small_tokenizers import BYTE_PAIRS, WORD_PIECES
from tests.examples import scaled


def list_reader(kind: ListKind) -> Callable[[str], object]:
    return lambda text: listed_sentences(read_table(text, kind))


READERS: dict[str, Callable[[str], object]] = {
    "word pieces": WORD_PIECES.tokens_of_any_length,
    "byte pairs": BYTE_PAIRS.tokens_of_any_length,
    "cutting word pieces": lambda text: tokenize_words(WORD_PIECES, text),
    "cutting byte pairs": lambda text: tokenize_words(BYTE_PAIRS, text),
    "words to look for": parse_word_forms,
    "sentences to look through": lambda text: find_occurrences(text, ("bank", "ba nk")),
    "list of blanks": list_reader(ANSWER_LIST),
    "list of senses": list_reader(SENSE_LIST),
    "list to learn from": list_reader(LABEL_LIST),
    "a class's entry": lambda text: clean_text(text, 200),
    "a guess": normalise_guess,
}
HOSTILE = ["\u0301", "\u0316", "\u0f73", "\uff9e", "\u200d", "\u202e", "\ud800", "\ufe0f", "İ", "a", "bank ", "é", "\n"]


def work(reader: Callable[[str], object], text: str) -> int:
    """What reading a text costs: calls, and what normalising costs, which is the square of every run of marks."""
    count = 0

    def normalise(form: Any, text: str) -> str:
        nonlocal count
        decomposed = plain("NFKD", text) if len(text) < 10_000 else text
        runs = (len(list(run)) for marks, run in groupby(decomposed, unicodedata.combining) if marks)
        count += len(text) + sum(length**2 // MARK_LIMIT for length in runs)
        return plain(form, text)

    def called(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    plain, unicodedata.normalize = unicodedata.normalize, normalise  # type: ignore[assignment]
    sys.setprofile(called)
    try:
        reader(text)
    except UserError as error:
        assert 0 < len(str(error)) < 300  # noqa: PT017 - either outcome is right
    finally:
        sys.setprofile(None)
        unicodedata.normalize = plain
    return count


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
@given(unit=st.lists(st.sampled_from(HOSTILE), min_size=1, max_size=4).map("".join))
@example(unit="\u0301\u0316")
@example(unit="\u0f73")
@example(unit="a")
@settings(max_examples=scaled(15), deadline=None)
def test_work_grows_no_faster_than_the_text(reader: Callable[[str], object], unit: str) -> None:
    size = 600 // len(unit)
    once, four_times = work(reader, "bank a" + unit * size), work(reader, "bank a" + unit * 4 * size)
    assert four_times <= 5 * once + 500


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
@pytest.mark.parametrize("unit", ["\u0301\u0316", "a", "ab", "\u200d", "日"])
def test_a_text_far_past_the_limits_costs_little(reader: Callable[[str], object], unit: str) -> None:
    assert work(reader, "bank a" + unit * (190_000 // len(unit))) < 3_000_000


@pytest.mark.parametrize("mark", ["\u0301", "\u0316", "\u0f73", "\uff9e", "\u20dd", "\u0e31"])
def test_as_many_marks_as_the_limit_are_read_and_one_more_is_refused(mark: str) -> None:
    check_text("a" + mark * MARK_LIMIT + "b" + mark * MARK_LIMIT)
    with pytest.raises(UserError, match="accents"):
        check_text("a" + mark * (MARK_LIMIT + 1))
    assert trim_marks("a" + mark * 99 + "b" + mark) == "a" + mark * MARK_LIMIT + "b" + mark


def test_every_character_that_normalising_sorts_is_a_mark() -> None:
    sorted_by_unicode = {
        character
        for character in map(chr, range(sys.maxunicode + 1))
        if unicodedata.combining(unicodedata.normalize("NFKD", character)[0])
    }
    assert not [character for character in sorted_by_unicode if not is_mark(character)]


def test_length_is_refused_with_its_number() -> None:
    check_text("a" * CHARACTER_LIMIT)
    with pytest.raises(TooLong, match=f"more than {CHARACTER_LIMIT:,}"):
        check_text("a" * (CHARACTER_LIMIT + 1))
    check_text("a" * LIST_CHARACTER_LIMIT, LIST_CHARACTER_LIMIT)


@pytest.mark.parametrize("sentence", ["Tiếng Việt có dấu", "שָׁלוֹם", "กำลัง", "हिन्दी", "👩‍👧 1️⃣", "z̷͔̹a̸l̴g̸o̷"])
def test_what_languages_write_is_read(sentence: str) -> None:
    check_text(sentence)
    assert trim_marks(sentence) == sentence
