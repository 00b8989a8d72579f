"""Counting guesses: nothing is lost between threads, and nothing grows without end."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from components.model.tally import (
    GUESS_CHARACTER_LIMIT,
    GUESS_LIMIT,
    QUESTION_LIMIT,
    Tally,
    is_one_word,
    normalise_guess,
)


def test_guesses_of_many_threads_are_all_counted() -> None:
    tally = Tally()

    def visitor(number: int) -> None:
        for turn in range(200):
            tally.add("question", f"guess {(number + turn) % 5}")
            tally.add(f"own question {number}", "bank")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(visitor, range(8)))
    assert dict(tally.counts("question")) == {f"guess {number}": 320 for number in range(5)}
    assert [tally.counts(f"own question {number}") for number in range(8)] == [(("bank", 200),)] * 8


def test_the_most_frequent_guess_stands_first() -> None:
    tally = Tally()
    for guess in ("shore", "bank", "edge", "bank", "edge", "bank"):
        tally.add("question", guess)
    assert tally.counts("question") == (("bank", 3), ("edge", 2), ("shore", 1))


def test_questions_are_counted_apart_and_one_never_asked_has_no_guesses() -> None:
    tally = Tally()
    tally.add("one", "bank")
    assert tally.counts("other") == ()
    assert tally.counts("one") == (("bank", 1),)


def test_the_question_asked_longest_ago_is_forgotten_first() -> None:
    tally = Tally()
    for number in range(QUESTION_LIMIT):
        tally.add(f"{number}", "bank")
    tally.add("0", "shore")  # asked again: now number 1 is the oldest
    tally.add("one more", "bank")
    assert tally.counts("0") == (("bank", 1), ("shore", 1))
    assert tally.counts("1") == ()
    assert tally.counts("2") == (("bank", 1),)


def test_looking_at_questions_does_not_make_them() -> None:
    tally = Tally()
    tally.add("first", "bank")
    for number in range(2 * QUESTION_LIMIT):
        tally.counts(f"never asked {number}")
    assert tally.counts("first") == (("bank", 1),)


def test_different_guesses_are_bounded_and_those_known_go_on_being_counted() -> None:
    tally = Tally()
    for number in range(GUESS_LIMIT + 5):
        tally.add("question", f"{number}")
    tally.add("question", "0")
    counts = dict(tally.counts("question"))
    assert len(counts) == GUESS_LIMIT
    assert counts["0"] == 2
    assert f"{GUESS_LIMIT}" not in counts


@pytest.mark.parametrize(
    ("typed", "guess"),
    [
        ("Bank", "bank"),
        ("  river \n bank\t", "river bank"),
        ("", ""),
        (" \u3000", ""),
        ("x" * 99, "x" * GUESS_CHARACTER_LIMIT),
        ("bank.", "bank"),
        ("“Bank”!", "bank"),
        ("银行。", "银行"),
        ("the bank?", "bank"),
        ("A “Bank”", "bank"),
        ("the the bank", "bank"),
        ("an \u201cold bank\u201d.", "old bank"),
        ("the", "the"),
        ("the.", "the"),
        ("an", "an"),
        ("another", "another"),
        ("theatre", "theatre"),
        ("banks", "banks"),
        (".", "."),
        ("...", "..."),
        ("can’t", "can't"),
        ("c++", "c++"),
        ("cafe\u0301", "caf\u00e9"),
        ("\u202ebank\u200b", "bank"),
        ("İstanbul", "istanbul"),
        ("bank؟", "bank"),
        ("،bank", "bank"),
        ("bank।", "bank"),
        ("bank॥", "bank"),
        ("՚bank։", "bank"),
        ("\u00a0bank።", "bank"),
        ("⸮bank⁇", "bank"),
        ("〝bank〟", "bank"),
        ("ＢＡＮＫ", "bank"),
        ("ｂａｎｋ．", "bank"),
        ("ﾊﾞﾝｸ", "バンク"),
        ("Ｔｈｅ ｂａｎｋ", "bank"),
        ("C#", "c#"),
        ("@home", "@home"),
        ("a" + "\u0301" * 999, "\u00e1" + "\u0301" * 29),
    ],
)
def test_a_guess_is_counted_in_lower_case_without_what_stands_around_it(typed: str, guess: str) -> None:
    assert normalise_guess(typed) == guess


LETTERS = st.text("abcdefghijklmnopqrstuvwxyzäßéñčøд中", min_size=1, max_size=20)
WORDS = LETTERS.filter(lambda word: word not in ("a", "an", "the"))
AROUND = st.text(" .,;:!?…\"'‘’“”«»()[]–", max_size=4)


@given(WORDS, st.lists(st.sampled_from(["a", "an", "the", "The", "A"]), max_size=2), AROUND, AROUND, AROUND)
def test_how_a_word_stands_in_a_sentence_does_not_count(
    word: str, articles: list[str], before: str, between: str, after: str
) -> None:
    assume(len(word) < GUESS_CHARACTER_LIMIT / 2)
    typed = f"{before}{''.join(f'{article} {between}' for article in articles)}{word}{after}"
    assert normalise_guess(typed) == normalise_guess(word)
    if word.upper().lower() == word:  # not "ß", which has two capitals
        assert normalise_guess(word.upper()) == normalise_guess(word)
    assert is_one_word(typed)


@given(WORDS, st.sampled_from(["s", "es", "ed", "-like"]))
def test_a_word_with_another_ending_is_another_word(word: str, ending: str) -> None:
    assert normalise_guess(word + ending) != normalise_guess(word)


@given(WORDS, WORDS)
def test_two_words_are_no_word(first: str, second: str) -> None:
    assert not is_one_word(f"{first} {second}")
    assert not is_one_word(f"the {first}, {second}.")


@given(st.text())
def test_a_normalised_guess_is_normal(typed: str) -> None:
    assert normalise_guess(normalise_guess(typed)) == normalise_guess(typed)


@given(st.text())
def test_a_guess_is_never_longer_than_a_word(typed: str) -> None:
    assert len(normalise_guess(typed)) <= GUESS_CHARACTER_LIMIT
