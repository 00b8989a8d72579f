"""Attention, two sentences: the word that the view opens with."""

import pytest

from tests.pages.conftest import ATTENTION, messages, open_page


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    ("sentence", "other", "word"),
    [
        ("The bank was closed.", "She sat on the bank.", 2),
        ("The bank was steep.", "The bank was steep.", 4),
        ("Rivers flow.", "Fish swim in the sea.", 2),  # no word in common: the last one
    ],
)
def test_two_sentences_open_with_a_word_that_both_have_if_there_is_one(sentence: str, other: str, word: int) -> None:
    app = open_page(ATTENTION, mode="Two sentences", sentence=sentence, other=other)
    assert app.selectbox(key="from").value == word
    assert bool(messages(app)) is (sentence == "Rivers flow.")
