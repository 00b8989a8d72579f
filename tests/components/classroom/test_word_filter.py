"""A word that a lecturer does not want is not written round, and other words stay."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.classroom.word_filter import WordFilter

WRITTEN = [
    "swear", "Swear!", "SWEAR", "sw\u200dear", "swear,bank", "“swear”", "swear-bank", "ｓｗｅａｒ", "sw\u0435\u0430r",
    "swéàr", "swears", "s w e a r", "sw3ar", "$wear", "sweeeear", "𝓼𝔀𝓮𝓪𝓻", "ⓢⓦⓔⓐⓡ", "🅢🅦🅔🅐🅡", "s\u034fw\u3164ear",
    "s.w.e.a.r", "sw_ear", "sw€ar", "S\u0336W\u0336E\u0336A\u0336R\u0336", "\u0455\u051d\u0435\u0430r",
    "s wear", "swea r", "s wea r", "s w ear", "sswweeaarr", "sswweeeaarr", "sw*ar", "s*e*r", "*swear*",
    "svvear", "SVVEAR", "ᏚᎳᎬᎪᎡ", "ꮪꮃꭼꭺꭱ", "ꓢꓪꓰꓮꓣ",
]  # fmt: skip


@pytest.mark.parametrize("written", WRITTEN)
def test_a_word_is_found_however_it_is_written(written: str) -> None:
    assert WordFilter(["Swear"]).matches(f"A {written} bank")


@pytest.mark.parametrize("text", ["", "🙂", "swearing", "answear", "a bank: swe, are", "crude", "5 3 7", "w34r"])
def test_other_words_stay(text: str) -> None:
    assert not WordFilter(["swear", "rude"]).matches(text)


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("hell", "He’ll come, and she'll stay."),
        ("hell", "he ll"),
        ("swear", "It's wear and tear."),
        ("swear", "The group’s wear is new."),
        ("ideal", "I deal the cards, and a deal is a deal."),
        ("lewd", "I ewd"),
        ("swear", "s*** and 2*3*4, *it* and **swe**"),
        ("swear", "s****"),
        ("god", "A good balloon."),
        ("balon", "A baloon"),
        ("saw", "A savvy bank."),
    ],
)
def test_what_only_looks_like_a_word_stays(word: str, text: str) -> None:
    assert not WordFilter([word]).matches(text)


@pytest.mark.parametrize("word", ["savvy", "balloon", "l", "vv"])
def test_a_word_is_found_as_it_is_written(word: str) -> None:
    assert WordFilter([word]).matches(f"A {word}, indeed")


@pytest.mark.parametrize("written", ["hell", "HELL", "h3ll", "hel l", "heII", "h'ell"])
def test_a_word_that_a_contraction_resembles_is_found(written: str) -> None:
    assert WordFilter(["hell"]).matches(f"What the {written}!")


def test_a_phrase_is_found_wherever_it_stands() -> None:
    phrases = WordFilter(["very bad"])
    assert phrases.matches("A VERY,  bad-tempered bank")
    assert not phrases.matches("bad, very")


def test_a_one_is_an_i_or_an_l_and_a_capital_i_is_an_l() -> None:
    assert WordFilter(["ill"]).matches("1ll")
    assert WordFilter(["ill"]).matches("il1")
    assert WordFilter(["lull"]).matches("luIl")


def test_other_scripts_keep_their_vowels() -> None:
    assert WordFilter(["कि"]).matches("यह कि वह")
    assert not WordFilter(["कि"]).matches("का")


@pytest.mark.parametrize("words", [[], [""], [" ", "!"]])
def test_nothing_is_found_where_no_word_is_given(words: list[str]) -> None:
    assert not WordFilter(words).matches("Anything! 1 2 3")


@given(st.text(max_size=200), st.text(max_size=40))
def test_any_text_can_be_looked_through(text: str, word: str) -> None:
    assert isinstance(WordFilter([word]).matches(text), bool)
