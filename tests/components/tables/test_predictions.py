"""What a table of candidates keeps, and how its figures and its finding read."""

import math
from dataclasses import replace

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.model.results import Candidate, Conditions, MaskPrediction, Predictions, Token, Tokens
from components.tables.numbers import log_probability_text, probability_text
from components.tables.phrases import capitalised, quoted
from components.tables.predictions import (
    candidate_label,
    candidate_table,
    candidates_finding,
    end_mark_hint,
    entropy_text,
    top_finding,
)

COLUMNS = ["rank", "word", "probability", "percent", "was_there"]
CANDIDATES = st.lists(
    st.builds(Candidate, st.text(min_size=1, max_size=8), st.floats(0, 1, width=32), st.booleans()),
    min_size=1,
    max_size=60,
)


def _mask(*candidates: Candidate, hidden: str | None = None) -> MaskPrediction:
    return MaskPrediction(position=1, hidden=hidden, candidates=candidates, entropy=1.0)


def _table(*shares: tuple[str, float], hidden: str | None = None, count: int = 10) -> pd.DataFrame:
    return candidate_table(_mask(*(Candidate(word, p, False) for word, p in shares), hidden=hidden), count=count)


@given(candidates=CANDIDATES, count=st.integers(1, 70), hidden=st.one_of(st.none(), st.text(min_size=1, max_size=3)))
def test_a_table_is_the_first_candidates_in_their_order_untouched(
    candidates: list[Candidate], count: int, hidden: str | None
) -> None:
    table = candidate_table(_mask(*candidates, hidden=hidden), count=count)
    shown = candidates[:count]
    assert list(table.columns) == COLUMNS
    assert list(table["rank"]) == list(range(1, len(shown) + 1))
    assert list(table["word"]) == [candidate_label(candidate) for candidate in shown]
    assert list(table["probability"]) == [candidate.probability for candidate in shown]
    assert list(table["percent"]) == [probability_text(candidate.probability) for candidate in shown]
    assert list(table["was_there"]) == [c.text == hidden and not c.continues for c in shown]


@given(candidates=CANDIDATES, few=st.integers(1, 60), more=st.integers(1, 60))
def test_asking_for_more_rows_changes_none_of_the_first(candidates: list[Candidate], few: int, more: int) -> None:
    mask = _mask(*candidates)
    short, long = candidate_table(mask, count=min(few, more)), candidate_table(mask, count=max(few, more))
    pd.testing.assert_frame_equal(short, long.head(len(short)))


@pytest.mark.parametrize("continues", [False, True])
def test_a_piece_that_goes_on_with_a_word_is_told_from_the_word_that_reads_the_same(continues: bool) -> None:
    candidates = (Candidate("ing", 0.5, True), Candidate("ing", 0.3, False))
    table = candidate_table(MaskPrediction(1, "ing", candidates, 1.0, hidden_continues=continues), count=10)
    assert list(table["word"]) == ["…ing", "ing"]
    assert list(table["was_there"]) == [continues, not continues]


@pytest.mark.parametrize(
    ("probability", "text"),
    [
        (1.0, "100.0%"),
        (0.9963, "99.6%"),
        (0.9994, "99.9%"),
        (0.9995, "99.95%"),
        (0.99994, "99.99%"),
        (0.99996, "> 99.99%"),
        (0.5, "50.0%"),
        (0.001, "0.1%"),
        (0.000999, "0.1%"),
        (0.000994, "0.099%"),
        (0.000855, "0.086%"),
        (0.0001, "0.010%"),
        (0.000099, "1 in 10,101"),
        (1e-9, "1 in 1 billion"),
        (0.0, "< 0.01%"),
    ],
)
def test_percent_reads_as_people_write_it(probability: float, text: str) -> None:
    assert probability_text(probability) == text


@given(probability=st.floats(0, 1, exclude_max=True))
def test_nothing_that_is_possible_reads_as_zero_or_certain(probability: float) -> None:
    assert probability_text(probability).strip("0.") != "%"
    assert not probability_text(probability).startswith("100")


@given(log_probability=st.floats(-1e6, 0, exclude_max=True))
def test_no_logarithm_below_zero_reads_as_certain_or_impossible(log_probability: float) -> None:
    text = log_probability_text(log_probability)
    assert not text.startswith("100")
    assert text.strip("0.") != "%"


@given(low=st.floats(0, 1), high=st.floats(0, 1))
def test_a_larger_probability_never_reads_smaller(low: float, high: float) -> None:
    low, high = sorted((low, high))
    read = [
        0.0 if probability_text(p).startswith(("<", "1 in")) else float(probability_text(p).strip("> %"))
        for p in (low, high)
    ]
    assert read[0] <= read[1]


def test_the_finding_says_the_first_five_words_with_their_shares() -> None:
    table = _table(*((word, 0.5 / rank) for rank, word in enumerate("abcdefg", 1)))
    assert candidates_finding(table) == "Most likely words: a 50.0%, b 25.0%, c 16.7%, d 12.5%, e 10.0%."


def test_the_finding_of_one_row_is_a_sentence_too() -> None:
    assert candidates_finding(_table(("bank", 0.9), count=1)) == "Most likely words: bank 90.0%."


def test_the_lead_compares_the_first_two_words_of_a_typed_blank() -> None:
    assert top_finding(_table(("bank", 0.6), ("shore", 0.2)), None) == (
        "“bank” is the top guess (60.0%), 3.0 times as likely as “shore”."
    )
    assert top_finding(_table(("bank", 0.402), ("shore", 0.4)), None).endswith("about as likely as “shore”.")
    assert "6,000 times as likely" in top_finding(_table(("bank", 0.9), ("shore", 0.00015)), None)
    assert "more than a million times as likely" in top_finding(_table(("bank", 1.0), ("shore", 1e-20)), None)


def test_the_lead_says_where_the_hidden_word_came() -> None:
    shares = (("shore", 0.6), ("bank", 0.2))
    assert top_finding(_table(*shares, hidden="bank"), "bank").endswith("The hidden word, “bank”, is number 2.")
    assert top_finding(_table(*shares, hidden="shore"), "shore").endswith("(60.0%), and it is the hidden word.")
    assert top_finding(_table(*shares, hidden="edge"), "edge").endswith("The hidden word, “edge”, is not in the top 2.")


@pytest.mark.parametrize("mark", ["”", "“", '"', "’", "»"])
def test_a_quotation_mark_as_a_guess_is_called_one_and_other_marks_are_quoted(mark: str) -> None:
    finding = top_finding(_table((mark, 0.6), (".", 0.2)), None)
    assert finding.startswith(f"The mark {mark} is")
    assert "“.”" in finding
    other = top_finding(_table((".", 0.6), (mark, 0.2)), None)
    assert other.startswith("“.” is")
    assert f"the mark {mark}" in other


@given(candidates=CANDIDATES, count=st.integers(1, 60), hidden=st.one_of(st.none(), st.text(min_size=1, max_size=3)))
def test_there_is_a_lead_for_every_table(candidates: list[Candidate], count: int, hidden: str | None) -> None:
    table = candidate_table(_mask(*candidates, hidden=hidden), count=count)
    finding = top_finding(table, hidden)
    assert finding.startswith(f"{capitalised(quoted(table['word'].iloc[0]))} is the top guess")
    assert finding.endswith(".")


def test_the_entropy_is_a_choice_among_so_many_words() -> None:
    for words, says in ((73.6, "among about 74 equally likely words"), (1.2, "only one word")):
        assert says in entropy_text(MaskPrediction(1, None, (), math.log(words)))


def _last_blank(top: str, *, hidden: str | None = None, after: str = "") -> Predictions:
    """A sentence with a blank that is its last word, followed by ``after``."""
    texts = ["[CLS]", "so", "[MASK]", *after, "[SEP]"]
    items = tuple(
        Token(text, 9, 0, 1, False, text in {"[CLS]", "[SEP]"}, hidden is None and text == "[MASK]") for text in texts
    )
    mask = MaskPrediction(2, hidden, (Candidate(top, 0.6, False), Candidate("river", 0.1, False)), entropy=1.0)
    return Predictions(Tokens(" ".join(texts), items), (mask,), Conditions("minilm", "bundled", "cpu", "float32", "v"))


@pytest.mark.parametrize("mark", [".", ";", "!", "..."])
@pytest.mark.parametrize("hidden", [None, "bank"])
def test_a_missing_end_mark_is_hinted_at_where_the_model_fills_it_in(mark: str, hidden: str | None) -> None:
    assert end_mark_hint(_last_blank(mark, hidden=hidden))


def test_no_end_mark_is_asked_for_where_it_is_there_or_is_no_top_guess() -> None:
    assert not end_mark_hint(_last_blank("paris"))
    assert not end_mark_hint(_last_blank(".", after="."))
    assert not end_mark_hint(_last_blank(".", after="!"))
    assert not end_mark_hint(_last_blank(".", hidden="."))  # the visitor hid the mark itself
    assert not end_mark_hint(replace(_last_blank("."), masks=()))
