"""Tables of attention keep every position, and their sentences say what the numbers say."""

import numpy as np
import pytest

from components.attention.model.results import HeadChange, SegmentShares
from components.attention.tables.pairs import (
    changed_heads_finding,
    segment_finding,
    segment_table,
)
from components.attention.tables.weights import matrix_finding, reference_note, row_finding
from components.model.results import Token, Tokens
from components.tables.attention_weights import head_name, matrix_table


def sentence(*words: str) -> Tokens:
    """Words as they are written; ``##`` marks a continuation and brackets a mark."""
    return Tokens(
        "", tuple(Token(w.removeprefix("##"), 9, 0, 1, w.startswith("##"), w[0] == "[", False) for w in words)
    )


TOKENS = sentence("[CLS]", "the", "the", "##s", "[SEP]")


def test_attention_from_a_pronoun_and_from_no_other_word_comes_with_a_sentence_about_reference() -> None:
    tokens = sentence("[CLS]", "It", "does", "not", "fit", "because", "they", "it", "##em", "##it", "[it]").items
    noted = [position for position in range(len(tokens)) if reference_note(tokens, position)]
    assert [tokens[position].text for position in noted] == ["It", "they"]
    assert "“It”" in reference_note(tokens, 1)


EVEN = np.full((5, 5), 0.2, np.float32)


def test_two_tokens_that_read_the_same_stay_two() -> None:
    table = matrix_table(TOKENS, np.arange(25, dtype=np.float32).reshape(5, 5) / 100)
    assert len(table) == 25
    assert not table.duplicated(["query", "key"]).any()
    cell = table[(table["query"] == 1) & (table["key"] == 3)].iloc[0]
    assert (cell["query_label"], cell["key_label"], cell["weight"]) == ("the", "…s", pytest.approx(0.08))


def test_where_a_word_looks_most_is_said_with_its_number() -> None:
    weights = EVEN.copy()
    weights[3] = [0.05, 0.41, 0.3, 0.04, 0.2]
    table = matrix_table(TOKENS, weights)
    assert head_name(2, 1) == "layer 3, head 2"
    finding = row_finding(table, 3, where=head_name(2, 1))
    for part in (
        "In layer 3, head 2, “…s”",
        "41% of its attention on “the” (token 2)",
        "Then come “the” (token 3, 30%) and “[SEP]” (20%).",
    ):
        assert part in finding
    whole = matrix_finding(table, where="layer 3, head 2")
    for part in ("layer 3, head 2 is 41%", "from “…s” to “the” (token 2)", "4 of 5 tokens divide"):
        assert part in whole


def test_a_word_that_looks_at_nothing_shown_is_said_to() -> None:
    nothing = np.zeros((5, 5), np.float32)
    assert "hidden" in row_finding(matrix_table(TOKENS, nothing), 3, where="a head")
    assert "no token has anything" in matrix_finding(matrix_table(TOKENS, nothing), where="a head")
    nowhere = matrix_table(sentence(), np.zeros((0, 0), np.float32))
    assert nowhere.empty
    assert "no token has anything" in matrix_finding(nowhere, where="a head")


def test_shares_between_sentences_are_six_rows_that_sum_to_one_for_each_sender() -> None:
    between = np.array([[[[0.5, 0.2], [0.1, 0.3]], [[0.3, 0.0], [0.3, 0.5]]]], np.float32)
    shares = SegmentShares(between, 1 - between.sum(axis=-1))
    table = segment_table(shares)
    assert table["name"].tolist() == ["A → A", "A → B", "A → special tokens", "B → A", "B → B", "B → special tokens"]
    assert table["share"].tolist() == pytest.approx([0.4, 0.1, 0.5, 0.2, 0.4, 0.4])
    assert segment_table(shares, layer=0, head=1)["share"].tolist() == pytest.approx([0.3, 0, 0.7, 0.3, 0.5, 0.2])
    finding = segment_finding(table, where="layer 1")
    for part in ("A keeps 40.0%", "10.0% to B", "50.0% to special", "B keeps 40.0%", "20.0% to A", "40.0% to special"):
        assert part in finding


@pytest.mark.parametrize("other", [None, "bank", "shore"])
def test_the_head_that_changes_most_is_named_and_no_change_is_said(other: str | None) -> None:
    finding = changed_heads_finding([HeadChange(2, 0, 0.624), HeadChange(0, 1, 0.3)], "bank", other)
    for part in ("Layer 3, head 1 changes most: 62%", "“bank”"):
        assert part in finding
    assert ("“shore”" in finding) == (other == "shore")
    assert "does not change" in changed_heads_finding([HeadChange(0, 0, 1e-15)], "bank", other)


NOISE = 1.5e-8  # what two orders of summation differ by


def test_equal_columns_are_a_tie_and_no_favourite() -> None:
    weights = EVEN + np.array([0, NOISE, 0, 0, 2 * NOISE], np.float32)
    table = matrix_table(TOKENS, weights)
    finding = matrix_finding(table, where="layer 1")
    assert "attend most" not in finding
    assert "5 of 5 tokens divide" in finding
    assert "in 25 places alike" in finding
    assert "equally to 5 tokens" in row_finding(table, 1, where="layer 1")


def test_a_close_call_is_no_tie() -> None:
    weights = EVEN.copy()
    weights[:, 3] += 1e-4
    weights[1, 3] += 1e-3
    table = matrix_table(TOKENS, weights)
    finding = matrix_finding(table, where="layer 1")
    assert "5 of 5 tokens attend most to “…s”" in finding
    assert "equally" not in finding
    assert "alike" not in finding
    assert "equally" not in row_finding(table, 1, where="layer 1")


def test_some_tokens_are_undecided_and_the_others_are_counted() -> None:
    weights = np.array([[0.5, 0.5, 0], [0.1, 0.2, 0.7], [0.2, 0.2, 0.6]], np.float32)
    finding = matrix_finding(matrix_table(sentence("a", "b", "c"), weights), where="layer 1")
    assert "2 of 3 tokens attend most to “c”" in finding
    assert "1 of 3 tokens divides" in finding
    assert "from “b” to “c”" in finding


def test_a_largest_weight_that_the_headline_has_is_not_said_again() -> None:
    weights = np.array([[0.1, 0.9, 0], [0.1, 0.2, 0.7], [0.2, 0.2, 0.6]], np.float32)
    table = matrix_table(sentence("a", "b", "c"), weights)
    assert "largest weight in layer 1 is 90%" not in matrix_finding(table, where="layer 1", stated_query=0)
    assert "In layer 1, 2 of 3 tokens attend most to “c”" in matrix_finding(table, where="layer 1", stated_query=0)
    assert "largest weight in layer 1 is 90%" in matrix_finding(table, where="layer 1", stated_query=1)
    assert matrix_finding(table[table["query"] == 0], where="layer 1", stated_query=0) == ""
