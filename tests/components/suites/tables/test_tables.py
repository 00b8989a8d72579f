"""The grid has a cell for everybody, and headlines claim no more than the interval allows."""

import pytest

from cache.shipped.first_suites import first_suites
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.results import Conditions
from components.suites.charts.grid import accuracy_grid
from components.suites.charts.pairs import pair_bars
from components.suites.model.pairs import MinimalPair, phenomena_of, shipped_pairs
from components.suites.model.published import COLUMNS
from components.suites.model.results import PairScore, SuiteScores, worst
from components.suites.tables.grid import full_table, grid_table, row_note, suite_finding, tie_note, unread_note
from components.suites.tables.pairs import both_words, code_remark, masked_sentence, worst_finding, worst_table

PAIR = MinimalPair("The keys are here.", "The keys is here.", "Verbs")
CONDITIONS = Conditions("m", "r", "cpu", "float32", "v")


def scores(right: int, wrong: int) -> list[PairScore]:
    return [PairScore(PAIR, 1.0)] * right + [PairScore(PAIR, -1.0)] * wrong


def test_every_phenomenon_has_a_cell_of_every_model_and_published_column() -> None:
    phenomena = phenomena_of(shipped_pairs())
    table = grid_table({"MiniLM": first_suites()[DEFAULT_MODEL]}, phenomena, tuple(COLUMNS))
    assert len(table) == len(phenomena) * (1 + len(COLUMNS))
    models = table[~table["is_published"]]
    assert (models["low"] <= models["value"]).all()
    assert (models["value"] <= models["high"]).all()
    assert set(table.loc[table["phenomenon"] == "Articles", "figure"]) > {"–"}
    assert accuracy_grid(table, row=1, column=1, clickable=True).to_dict()
    assert list(full_table(table)["Pairs about"]) == list(phenomena)


def test_columns_without_any_number_are_left_out() -> None:
    table = grid_table({"m": SuiteScores(tuple(scores(2, 1)), CONDITIONS)}, ["Verbs"])
    assert table["name"].tolist() == ["m"]


@pytest.mark.parametrize(
    ("right", "wrong", "guesses"), [(56, 4, False), (32, 28, True), (30, 30, True), (10, 50, False)]
)
def test_a_headline_says_when_it_may_be_guessing(right: int, wrong: int, guesses: bool) -> None:
    text = suite_finding(scores(right, wrong), "Verbs", model="m")
    assert ("guessing gets" not in text) is guesses
    assert len(text.split(". ")[0].split()) <= 12


def test_notes_count_ties_and_pairs_that_cannot_be_read() -> None:
    unread = PairScore(PAIR, None, 0, "It is too long.")
    assert "2" in tie_note([PairScore(PAIR, 0.0), PairScore(PAIR, 0.0), *scores(1, 1)])
    assert tie_note(scores(1, 1)) == ""
    assert "It is too long." in unread_note(SuiteScores((unread,), CONDITIONS), model="m")
    assert suite_finding([], "Verbs", model="m")


@pytest.mark.parametrize(
    ("good", "bad", "both", "masked"),
    [
        ("The keys are here.", "The keys is here.", "The keys [are / is] here.", "The keys [MASK] here."),
        ("An apple.", "A apple.", "[An / A] apple.", "[MASK] apple."),
        ("She can’t go.", "She cannot go.", "She [can’t / cannot] go.", "She [MASK] go."),
        ("It is so.", "It so is.", "It is so. / It so is.", "It is so."),
        ("Same.", "Same.", "Same. / Same.", "Same."),
    ],
)
def test_a_pair_is_written_as_one_sentence_with_both_words(good: str, bad: str, both: str, masked: str) -> None:
    pair = MinimalPair(good, bad, "x")
    assert both_words(pair) == both
    assert masked_sentence(pair) == masked


def test_the_worst_pairs_come_first_and_their_bars_say_for_which_sentence() -> None:
    table = worst_table(worst([*scores(2, 1), PairScore(PAIR, 0.0), PairScore(PAIR, -40.0)], 4), chosen=2)
    assert table["side"].tolist() == ["bad", "bad", "tie", "good"]
    assert table["log_odds"].is_monotonic_increasing
    assert (table["length"] >= 0).all()
    assert [name.startswith("▸") for name in table["name"]] == [False, True, False, False]
    assert "2 of 4" in worst_finding(table)
    assert pair_bars(table, clickable=True).to_dict()


def test_code_that_leaves_pairs_out_says_how_many() -> None:
    assert code_remark(60, readable=60, limit=100) == ""
    assert "12" in code_remark(60, readable=48, limit=100)
    both = code_remark(200, readable=150, limit=100)
    assert all(number in both for number in ("100", "150", "50"))
    assert code_remark(0, readable=0, limit=100) != code_remark(9, readable=0, limit=100) != ""


def test_phenomena_that_do_not_fit_are_counted() -> None:
    assert row_note(12, 12) == ""
    assert "12 of 15" in row_note(15, 12)
