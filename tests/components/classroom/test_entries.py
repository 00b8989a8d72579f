"""Texts that a class sends in are cleaned before anything else reads them."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.classroom.entries import TEXT_LIMIT, clean_text


@given(st.text(max_size=2_000))
def test_text_is_cleaned_and_short(text: str) -> None:
    cleaned = clean_text(text, TEXT_LIMIT)
    assert len(cleaned) <= TEXT_LIMIT
    assert cleaned == cleaned.strip()
    assert not any(
        unicodedata.category(c) in {"Cc", "Cs"} or c in "\u202a\u202b\u202d\u202e\u2066\u2067" for c in cleaned
    )
    assert clean_text(cleaned, TEXT_LIMIT) == cleaned


def test_what_is_taken_out_leaves_no_second_space_and_no_loose_accent() -> None:
    assert clean_text("a \u200b b e\u200b\u0301", TEXT_LIMIT) == "a b \u00e9"
    assert clean_text("ab\u200d \u200d", TEXT_LIMIT) == "ab"
    assert clean_text("abc\u200dd", 4) == "abc"


def test_accents_emoji_and_other_scripts_stay() -> None:
    for text in ("Les rives, là-bas 😀", "👩‍🏫 שלום", "می‌خواهم"):
        assert clean_text(f"  {text} ", TEXT_LIMIT) == unicodedata.normalize("NFC", text)


def test_accents_piled_on_a_letter_are_few() -> None:
    text = clean_text("Z" + "\u0301\u0316" * 95, TEXT_LIMIT)
    assert text.startswith("Z") or text.startswith("\u0179")
    assert 1 < len(text) <= 8


@pytest.mark.parametrize("text", ["\u3164", "\u2800 \u2800", "\u0301", "\u200d", "\ufe0f\u034f", "\u115f\u1160"])
def test_what_shows_nothing_is_empty(text: str) -> None:
    assert clean_text(text, TEXT_LIMIT) == ""
