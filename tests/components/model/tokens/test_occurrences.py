"""Where a word stands in a sentence."""

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.model.tokens.occurrences import (
    FORM_CHARACTER_LIMIT,
    FORM_LIMIT,
    find_occurrences,
    parse_word_forms,
)
from components.model.user_errors import UserError


def words(sentence: str, *forms: str) -> list[str]:
    return [sentence[start:end] for start, end in find_occurrences(sentence, forms)]


# Forms


def test_forms_keep_their_order_and_come_once() -> None:
    assert parse_word_forms(" bank, banks ,,Bank; hot   dog\nbanks") == ("bank", "banks", "hot dog")


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("", "Enter the word"),
        (" , ;", "Enter the word"),
        ("?", "letter or digit"),
        ("a" * (FORM_CHARACTER_LIMIT + 1), f"at most {FORM_CHARACTER_LIMIT} characters"),
        (",".join(f"w{number}" for number in range(FORM_LIMIT + 1)), "21 now"),
    ],
)
def test_what_is_no_word_is_refused(typed: str, expected: str) -> None:
    with pytest.raises(UserError, match=expected):
        parse_word_forms(typed)


# Places


@pytest.mark.parametrize(
    ("sentence", "actual"),
    [
        ("The bank is by the bank.", ["bank", "bank"]),
        ("BANK, Bank; (bank) “bank”—bank", ["BANK", "Bank", "bank", "bank", "bank"]),
        ("The bank's money, the bank’s money.", ["bank", "bank"]),
        ("river-bank", ["bank"]),
        ("embank bankrupt bank_1 1bank bank2 _bank banks", []),
        ("bank\u0301 is another word", []),
        ("", []),
    ],
)
def test_a_word_is_found_whole_in_any_case(sentence: str, actual: list[str]) -> None:
    assert words(sentence, "bank") == actual


def test_places_are_code_points_even_behind_characters_that_grow() -> None:
    sentence = "𝔸 ﬁne İstanbul straße 🏦 Bank"
    ((start, end),) = find_occurrences(sentence, ("bank",))
    assert sentence[start:end] == "Bank"
    assert words(sentence, "STRASSE", "fine") == ["ﬁne", "straße"]


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize("text", ["NFC", "NFD"])
def test_the_two_ways_to_write_an_accent_are_one(form: str, text: str) -> None:
    sentence = unicodedata.normalize(text, "Un Café, a cafe.")  # type: ignore[arg-type]
    actual = words(sentence, unicodedata.normalize(form, "café"))  # type: ignore[arg-type]
    assert [unicodedata.normalize("NFC", word) for word in actual] == ["Café"]
    assert words(sentence, "cafe") == ["cafe"]


def test_every_form_counts_and_of_two_that_overlap_the_longer() -> None:
    assert words("Banks bank; a hot  dog, a dog", "bank", "banks", "dog", "hot dog") == [
        "Banks", "bank", "hot  dog", "dog",
    ]  # fmt: skip
    assert words("don't and don’t", "don’t") == ["don't", "don’t"]
    assert words("a.c is abc, and c++ more than c", "a.c", "c++") == ["a.c", "c++"]


@given(
    st.lists(
        st.sampled_from(["bank", "Bank", "ba\u0301nk", "banks", " ", ".", "'", "_", "é", "e\u0301", "ß", "7", "\ud800"])
    )
)
def test_spans_are_in_order_apart_and_hold_the_word(parts: list[str]) -> None:
    sentence = "".join(parts)
    spans = find_occurrences(sentence, ("bank", "banks"))
    assert list(spans) == sorted(spans)
    assert all(first[1] <= other[0] for first, other in pairwise(spans))
    for start, end in spans:
        assert sentence[start:end].lower() in ("bank", "banks")
        assert not (start and (sentence[start - 1].isalnum() or sentence[start - 1] in "_\u0301"))
        assert not (end < len(sentence) and (sentence[end].isalnum() or sentence[end] in "_\u0301"))


@given(st.text(max_size=40), st.text(min_size=1, max_size=5))
def test_any_text_can_be_looked_through(sentence: str, form: str) -> None:
    try:
        forms = parse_word_forms(form)
    except UserError:
        return
    assert all(0 <= start < end <= len(sentence) for start, end in find_occurrences(sentence, forms))


@pytest.mark.parametrize(
    ("sentence", "form", "actual"),
    [
        ("我去银行取钱。", "银行", [(2, 4)]),
        ("我住在日本。", "日本", [(3, 5)]),
        ("ธนาคารอยู่ใกล้แม่น้ำ", "ธนาคาร", [(0, 6)]),
        ("อยู่ที่ธนาคาร", "ธนาคาร", [(7, 13)]),
        ("我去bank取钱", "bank", [(2, 6)]),
        ("データバンクとバンク", "バンク", [(7, 10)]),
        ("İstanbul büyük", "istanbul", [(0, 8)]),
        ("istanbul büyük", "İstanbul", [(0, 8)]),
        ("the ba\u00adnk", "bank", [(4, 9)]),
        ("the ba\u200dnk.", "bank", [(4, 9)]),
        ("\u202ebank\u202c", "bank", [(1, 5)]),
        ("river\u200bbank", "bank", [(6, 10)]),
        ("ba\ufe0fnk", "bank", [(0, 5)]),
        ("the bank\u00ading", "bank", []),
        ("bank\u200d\u0301", "bank", []),
    ],
)
def test_scripts_without_spaces_and_characters_that_format_hide_no_word(
    sentence: str, form: str, actual: list[tuple[int, int]]
) -> None:
    assert list(find_occurrences(sentence, parse_word_forms(form))) == actual


@pytest.mark.parametrize("form", ["", " ", "\u200d", "\u00ad"])
def test_a_form_that_shows_nothing_stands_nowhere(form: str) -> None:
    assert find_occurrences("the bank", (form, "bank")) == ((4, 8),)
