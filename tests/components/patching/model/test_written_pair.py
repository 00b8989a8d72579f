"""Pairs written as one sentence, as people type them on a phone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.model.user_errors import UserError
from components.patching.model.written_pair import read_written_pair


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("The keys/key to it ___ lost.", ("The keys to it [MASK] lost.", "The key to it [MASK] lost.")),
        ("It is ____, not hot / cold.", ("It is [MASK], not hot.", "It is [MASK], not cold.")),
        ("Is he/she [mask]?", ("Is he [MASK]?", "Is she [MASK]?")),
        ("A “big/small” <mask>!", ("A “big” [MASK]!", "A “small” [MASK]!")),
        (
            "The dogs/dog and cats/cat ___ old",
            ("The dogs and cats [MASK] old", "The dog and cat [MASK] old"),
        ),
    ],
)
def test_a_word_in_two_versions_makes_two_sentences(text: str, pair: tuple[str, str]) -> None:
    assert read_written_pair(text) == pair


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("The keys/key are lost.", "___"),
        ("The keys/key ___ in the ___.", "one blank"),
        ("The keys ___ lost.", "keys/key"),
        ("The / ___ .", "keys/key"),
        ("The old/___ .", "keys/key"),
        ("The key/Key ___ lost.", "same word"),
        ("", "___"),
    ],
)
def test_what_is_no_pair_is_said_with_what_to_do(text: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        read_written_pair(text)


@given(st.text(max_size=200))
def test_no_text_breaks_it(text: str) -> None:
    try:
        first, second = read_written_pair(text)
    except UserError:
        return
    assert first.count("[MASK]") == second.count("[MASK]") == 1
    assert first != second
