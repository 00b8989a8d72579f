"""What nobody can see has a name, and everything else stays."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.model.tokens.unprintable import name_unprintable, visible_token


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("a\u0002b", "aU+0002b"),
        ("\ufffe", "U+FFFE"),
        ("\ud800", "U+D800"),
        ("\U0001ffff", "U+1FFFF"),
        ("a\tb\nc", "a\tb\nc"),
        ("שלום 我 😀 e\u0301", "שלום 我 😀 e\u0301"),
        ("\u2068bank\u2069", "\u2068bank\u2069"),  # isolates are the app's own
    ],
)
def test_control_characters_noncharacters_and_surrogates_have_names(text: str, named: str) -> None:
    assert name_unprintable(text) == named


@pytest.mark.parametrize(
    ("token", "shown"),
    [
        ("\u202e", "U+202E"),
        ("ab\u202ecd", "abU+202Ecd"),
        ("\u0007", "U+0007"),
        ("\u200b", "U+200B"),
        ("\ufe0f", "U+FE0F"),
        ("\u3164", "U+3164"),
        ("می\u200cخواهم", "می\u200cخواهم"),  # a joiner inside a word is spelling
        ("👩\u200d🔬", "👩\u200d🔬"),
        ("\u0301", "\u0301"),
        ("字", "字"),
        (" bank ", "bank"),
        (" ", ""),
    ],
)
def test_a_token_that_nobody_can_see_is_shown_by_its_name(token: str, shown: str) -> None:
    assert visible_token(token) == shown


@given(st.text(st.characters(), max_size=20))
def test_no_token_is_blank_or_turns_the_text_around(token: str) -> None:
    shown = visible_token(token)
    assert bool(shown) is bool(token.strip())
    assert not set(shown) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")
    assert not any(unicodedata.category(character) in {"Cc", "Cs"} for character in shown if character not in "\t\n\r")
