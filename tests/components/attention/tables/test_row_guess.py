"""A row of attention as an answer: the most looked at first, words that read the same counted together."""

import numpy as np
import pytest

from components.attention.tables.row_guess import row_as_prediction
from components.model.results import Token, Tokens


def test_words_that_read_the_same_count_together_and_the_most_comes_first() -> None:
    texts = ("[CLS]", "the", "bank", "the", "[SEP]")
    tokens = Tokens(
        "the bank the", tuple(Token(text, n, 0, 0, False, text[0] == "[", False) for n, text in enumerate(texts))
    )
    prediction = row_as_prediction(tokens, np.array([0.1, 0.3, 0.35, 0.25, 0.0], dtype=np.float32), 2)
    assert prediction.position == 2
    assert [candidate.text for candidate in prediction.candidates] == ["the", "bank", "[CLS]", "[SEP]"]
    assert [candidate.probability for candidate in prediction.candidates] == pytest.approx([0.55, 0.35, 0.1, 0.0])
    shares = np.array([0.55, 0.35, 0.1])
    assert prediction.entropy == pytest.approx(float(-(shares * np.log(shares)).sum()), abs=1e-6)
