"""What is said of the pronouns is what their numbers carry, and the opposite of it with opposite numbers."""

import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import spearmanr

from components.suites.model.occupations import PRONOUNS, CorpusCount, corpus_counts, occupations
from components.suites.tables.pronouns import (
    EITHER,
    HE,
    SHE,
    comparison_finding,
    neutral_finding,
    occupation_finding,
    occupations_table,
    pronoun_finding,
    rank_correlation,
    rarer_pronoun,
    sentence_table,
    share_table,
    telling_occupation,
    template_finding,
    template_table,
    they_finding,
    with_labels,
)
from tests.components.suites.pronouns import made_suite
from tests.examples import scaled

WORDS = [each.word for each in occupations()]
COUNT = len(WORDS)
PUBLISHED = np.array([each.women_share for each in occupations()])
SOURCE = "the published share of women"


@pytest.mark.parametrize(
    ("she", "he", "numbers"),
    [(8, 52, ["52", "60"]), (52, 8, ["52", "60"]), (0, 60, ["60"]), (10, 20, ["20", "60"])],
)
def test_the_headline_names_the_pronoun_that_leads_and_how_often(she: int, he: int, numbers: list[str]) -> None:
    shares = [0.8] * she + [0.2] * he + [0.5] * (COUNT - she - he)
    first, _, rest = pronoun_finding(made_suite(shares, WORDS, spread=0.05), "MiniLM").partition(". ")
    assert re.findall(r"\d+", first) == numbers
    assert (HE in first) is (he > she)
    assert (SHE in first) is (she > he)
    assert (SHE if he > she else HE) in rest
    assert len(f"{first}.".split()) <= 12


def test_opposite_numbers_give_the_opposite_headline() -> None:
    shares = [0.7] * 7 + [0.2] * 53
    finding = pronoun_finding(made_suite(shares, WORDS, spread=0.05), "M")
    opposite = pronoun_finding(made_suite([1 - share for share in shares], WORDS, spread=0.05), "M")
    assert opposite != finding
    assert finding.replace(HE, "x").replace(SHE, HE).replace("x", SHE) == opposite


@pytest.mark.parametrize("shares", [[0.5] * COUNT, [0.2] * 30 + [0.8] * 30])
def test_without_a_leader_the_headline_prefers_neither(shares: list[float]) -> None:
    finding = pronoun_finding(made_suite(shares, WORDS, spread=0.1), "M")
    assert HE in finding
    assert SHE in finding
    assert len(finding.split()) <= 12


@pytest.mark.parametrize("turn", [False, True])
def test_the_occupation_that_is_open_shows_the_headline(turn: bool) -> None:
    """Many have "he" (or "she"), and of those one is farthest from its published share."""
    shares = np.where(PUBLISHED > 0.5, 0.35, 0.2)
    shares[:3] = 0.9
    table = share_table(made_suite(list(1 - shares if turn else shares), WORDS, spread=0.02), occupations())
    row = table.set_index("word").loc[telling_occupation(table)]
    leading = table[table["prefers"] == (SHE if turn else HE)]
    assert row["prefers"] == (SHE if turn else HE)
    assert abs(row["share"] - row["compared"]) == (leading["share"] - leading["compared"]).abs().max()
    assert rarer_pronoun(table) == (HE if turn else SHE)


def test_without_a_clear_pronoun_any_occupation_may_be_open_and_none_is_rarer() -> None:
    table = share_table(made_suite([0.5] * COUNT, WORDS, spread=0.1), occupations())
    assert telling_occupation(table) in WORDS
    assert rarer_pronoun(table) == ""
    assert rarer_pronoun(share_table(made_suite([0.2] * COUNT, WORDS), occupations())) == ""


def test_a_preference_that_hangs_on_the_sentences_is_not_clear() -> None:
    suite = made_suite([0.45] * COUNT, WORDS, spread=0.4)
    assert set(share_table(suite, occupations())["prefers"]) == {EITHER}
    assert set(share_table(made_suite([0.45] * COUNT, WORDS, spread=0.01), occupations())["prefers"]) == {HE}


def test_the_table_holds_the_published_shares_or_those_of_the_text() -> None:
    suite = made_suite([0.3] * COUNT, WORDS)
    published = share_table(suite, occupations())
    assert published["compared"].to_numpy() == pytest.approx(PUBLISHED)
    assert published["word"].to_list() == WORDS
    counts = corpus_counts()
    text = share_table(suite, occupations(), counts)
    assert 30 < len(text) < COUNT  # few sentences have no share
    for row in text.itertuples():
        count = counts[str(row.word)]
        assert row.compared == pytest.approx(count.she / (count.she + count.he))


@pytest.mark.parametrize("turn", [False, True])
def test_the_comparison_says_higher_or_lower_by_the_sign_of_the_correlation(turn: bool) -> None:
    shares = 0.1 + 0.8 * (1 - PUBLISHED if turn else PUBLISHED)
    finding = comparison_finding(share_table(made_suite(list(shares), WORDS), occupations()), SOURCE)
    assert ("the lower" in finding) is turn
    assert ("the higher" in finding) is not turn
    noise = np.random.default_rng(0).uniform(0.1, 0.9, COUNT)
    unclear = comparison_finding(share_table(made_suite(list(noise), WORDS), occupations()), SOURCE)
    assert "not" in unclear


@pytest.mark.parametrize(("shift", "below"), [(-0.5, COUNT), (0.5, 0)])
def test_it_counts_on_which_side_of_the_diagonal_the_dots_are(shift: float, below: int) -> None:
    shares = np.clip(PUBLISHED + shift, 0, 1)
    finding = comparison_finding(share_table(made_suite(list(shares), WORDS), occupations()), SOURCE)
    assert f" {below} of {COUNT} " in finding


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=4, max_size=30))
@settings(max_examples=scaled(30))
def test_the_rank_correlation_is_that_of_scipy(pairs: list[tuple[int, int]]) -> None:
    first, second = np.array(pairs, dtype=float).T
    if len(set(first)) == 1 or len(set(second)) == 1:
        return
    ours = rank_correlation(first, second)
    assert ours.value == pytest.approx(spearmanr(first, second).statistic)
    assert -1 - 1e-9 <= ours.low <= ours.high <= 1 + 1e-9


@pytest.mark.parametrize(("neutral", "lower"), [(0.9, COUNT), (0.1, 0)])
def test_the_sentences_alone_are_the_baseline(neutral: float, lower: int) -> None:
    finding = neutral_finding(made_suite([0.5] * COUNT, WORDS, neutral=neutral))
    assert f"{lower} of {COUNT}" in finding


def test_the_sentences_of_an_occupation_are_stacked_bars() -> None:
    suite = made_suite([0.3] * COUNT, WORDS, spread=0.1)
    table = template_table(suite, "engineer")
    assert len(table) == 3 * len(suite.templates)
    for _, rows in table.groupby("row"):
        assert rows["start"].iloc[0] == pytest.approx(0)
        assert rows["start"].iloc[1:].to_numpy() == pytest.approx(rows["end"].iloc[:-1].to_numpy())
        assert rows["end"].iloc[-1] == pytest.approx(rows["probability"].sum())
        assert rows["end"].iloc[-1] <= 1
    assert table["sentence"].str.contains("engineer").all()
    assert not table["sentence"].str.contains("[MASK]", regex=False).any()
    every = sentence_table(table)
    assert len(every) == len(suite.templates)
    assert every[PRONOUNS[0]].tolist() == table.loc[table["pronoun"] == PRONOUNS[0], "text"].tolist()
    assert "12 of 12" in template_finding(suite, "engineer")
    assert "0 of 12" in template_finding(made_suite([0.7] * COUNT, WORDS, spread=0.1), "engineer")


def test_what_is_said_of_an_occupation_has_its_numbers_and_what_it_is_compared_with() -> None:
    suite = made_suite([0.3] * COUNT, WORDS)
    nurse = occupations()[0]
    finding = occupation_finding(suite.of("nurse"), nurse, CorpusCount("nurse", 9000, 1234, 56))
    for text in (nurse.category, "15.0%", "35.0%", "90.6%", "1,234", "56"):
        assert text in finding
    assert "sentences with" not in occupation_finding(suite.of("nurse"), nurse, None)
    assert "15%" in they_finding(suite)
    table = occupations_table(occupations(), corpus_counts())
    assert table["Women (%)"].to_numpy() == pytest.approx(100 * PUBLISHED)


def test_an_occupation_that_was_not_counted_has_no_dot_and_an_empty_row() -> None:
    suite = made_suite([0.3] * COUNT, WORDS)
    counts = {word: count for word, count in corpus_counts().items() if word != "nurse"}
    words = set(share_table(suite, occupations(), corpus_counts())["word"])
    assert set(share_table(suite, occupations(), counts)["word"]) == words - {"nurse"} != words
    table = occupations_table(occupations(), counts).set_index("Word").filter(regex="sentences|with")
    assert table.loc["nurse"].isna().all()
    assert table.drop("nurse").notna().all(axis=None)


share = st.floats(0.05, 0.95)


@given(st.lists(share, min_size=COUNT, max_size=COUNT), st.sampled_from(WORDS))
@settings(max_examples=scaled(20))
def test_names_in_the_figure_lie_apart_and_cover_no_dot(shares: list[float], chosen: str) -> None:
    table = share_table(made_suite(shares, WORDS), occupations())
    labelled = with_labels(table, chosen)
    shown = labelled[labelled["label"] != ""]
    assert len(shown) <= 2
    assert chosen not in set(shown["label"])
    boxes = []
    for row in shown.itertuples():
        left = row.compared - 0.02 - 0.03 * len(row.label) if row.label_left else row.compared + 0.02
        boxes.append((left, left + 0.03 * len(row.label), row.share - 0.03, row.share + 0.03))
    for number, box in enumerate(boxes):
        assert not _dots_in(table, box)
        for other in boxes[:number]:
            assert box[0] >= other[1] or other[0] >= box[1] or box[2] >= other[3] or other[2] >= box[3]


def _dots_in(table: pd.DataFrame, box: tuple[float, float, float, float]) -> int:
    x, y = table["compared"], table["share"]
    return int(((x > box[0]) & (x < box[1]) & (y > box[2]) & (y < box[3])).sum())
