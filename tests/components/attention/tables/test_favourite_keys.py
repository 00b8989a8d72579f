"""Which heads attend most to which token, counted from the weights."""

import numpy as np

from components.attention.tables.favourite_keys import favourite_keys, favourites_finding
from components.model.results import Floats, Token, Tokens, Trace

WORDS = ("[CLS]", "animal", "it", ".", "[SEP]")
QUERY = 2


def trace(*rows: Floats) -> Trace:
    """Two layers of heads whose rows for “it” are ``rows``, one after the other."""
    tokens = Tokens("", tuple(Token(word, 9, 0, 1, False, word[0] == "[", False) for word in WORDS))
    attention = np.full((2, len(rows) // 2, 5, 5), 0.2, np.float32)
    attention[:, :, QUERY] = np.array(rows).reshape(2, -1, 5)
    return Trace(tokens, attention, np.zeros((3, 5, 4), np.float32))


def row(key: int, weight: float = 0.6) -> Floats:
    weights = np.full(5, (1 - weight) / 4, np.float32)
    weights[key] = weight
    return weights


def finding(sentence: Trace, query: int = QUERY) -> str:
    return favourites_finding(sentence, query, favourite_keys(sentence, query))


def test_heads_are_counted_by_the_token_they_attend_to_most() -> None:
    sentence = trace(row(4), row(4), row(1), row(1, 0.9), row(2), row(4))
    assert favourite_keys(sentence, QUERY) == {4: [(0, 0), (0, 1), (1, 2)], 1: [(1, 0), (0, 2)], 2: [(1, 1)]}
    text = finding(sentence)
    for part in ("“[SEP]” in 3 of 6 heads", "“animal” in 2"):
        assert part in text
    assert "no single token" not in text


def test_the_opposite_weights_give_the_opposite_words() -> None:
    text = finding(trace(row(2), row(2), row(2), row(4)))
    assert "itself in 3 of 4 heads, and to “[SEP]” in 1." in text


def test_a_head_whose_largest_weights_tie_is_counted_for_no_token() -> None:
    even = np.full(5, 0.2, np.float32)
    text = finding(trace(row(1), even, row(1), even))
    assert "“animal” in 2 of 4 heads; in 2 no single token leads" in text
    assert "In none of the 2 heads" in finding(trace(even, np.zeros(5, np.float32)))


def test_the_first_token_of_a_decoder_attends_to_itself() -> None:
    sentence = trace(row(1), row(1))
    sentence.attention[:, :, 0] = [1, 0, 0, 0, 0]
    assert "attends most to itself in 2 of 2 heads" in finding(sentence, query=0)
