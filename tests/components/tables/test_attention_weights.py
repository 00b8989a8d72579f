"""Tables of attention keep every position, and weights are read in two digits."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components.model.results import Token, Tokens
from components.tables.attention_weights import matrix_table, weight_text
from tests.examples import scaled


@given(st.integers(1, 8), st.integers(0, 99))
@settings(max_examples=scaled(25))
def test_a_matrix_table_is_the_matrix(count: int, seed: int) -> None:
    weights = np.random.default_rng(seed).dirichlet(np.ones(count), count).astype(np.float32)
    tokens = Tokens("", tuple(Token(word, 9, 0, 1, False, False, False) for word in "abcdefgh"[:count]))
    table = matrix_table(tokens, weights)
    for row in table.itertuples():
        assert row.weight == weights[row.query, row.key]
    np.testing.assert_allclose(table.groupby("query")["weight"].sum(), 1, atol=1e-5)


@pytest.mark.parametrize(
    ("weight", "read"),
    [(0.0, "0.00"), (0.0001, "< 0.001"), (0.0123, "0.012"), (0.0996, "0.10"), (0.414, "0.41"), (1.0, "1.00")],
)
def test_weights_are_read_in_two_digits(weight: float, read: str) -> None:
    assert weight_text(weight) == read
