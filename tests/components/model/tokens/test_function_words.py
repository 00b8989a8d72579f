"""Which words of a sentence say what it is about, and the last of them."""

from typing import TYPE_CHECKING

import pytest

from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.tokens.function_words import last_content_word

if TYPE_CHECKING:
    from components.model.inference.engine import Engine


@pytest.mark.parametrize(
    ("sentence", "word"),
    [
        ("The capital of France is very beautiful.", "beautiful"),
        ("The cat that we have.", "cat"),  # function words are passed over
        ("The cat liked the unbelievability of it.", "liked"),  # and a word of several tokens
        ("The cat sat on the [MASK].", "sat"),
        ("of the", None),
    ],
)
def test_the_last_content_word_of_one_token(engine: "Engine", sentence: str, word: str | None) -> None:
    _, tokens = engine.read(DEFAULT_MODEL, sentence)
    position = last_content_word(tokens)
    assert (None if position is None else tokens.items[position].text) == word
