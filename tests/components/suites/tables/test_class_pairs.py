"""Pairs are sorted into three parts a phenomenon, and lie in the figure where their credit puts them."""

import math

import vl_convert
from hypothesis import given
from hypothesis import strategies as st

from components.suites.charts.class_pairs import sorted_pairs
from components.suites.model.class_pairs import DistinctPairs, class_phenomena
from components.suites.model.pairs import MinimalPair
from components.suites.model.results import BAD, GOOD, TIED, PairScore
from components.suites.tables.class_pairs import BEST_LIMIT, best_pairs, class_finding, left_out_note, sorted_table

ODDS = st.sampled_from([-7.0, -0.5, 0.0, 0.3, 4.0]) | st.floats(-20, 20)
SCORES = st.lists(
    st.builds(
        PairScore,
        st.builds(MinimalPair, st.just("Dogs bark."), st.just("Dogs barks."), st.sampled_from(class_phenomena())),
        ODDS,
    ),
    max_size=40,
)


@given(SCORES)
def test_each_pair_is_in_one_part_and_the_parts_touch(scores: list[PairScore]) -> None:
    table = sorted_table(scores, class_phenomena())
    assert list(dict.fromkeys(table["phenomenon"])) == list(class_phenomena())
    assert table["pairs"].sum() == len(scores)
    for phenomenon, rows in table.groupby("phenomenon"):
        part = [score for score in scores if score.pair.phenomenon == phenomenon]
        sides = rows.set_index("side")
        for side in (GOOD, TIED, BAD):
            assert sides.loc[side, "pairs"] == sum(score.side == side for score in part)
            assert sides.loc[side, "end"] - sides.loc[side, "start"] == sides.loc[side, "pairs"]
        credit = sum(score.credit for score in part)
        assert sides.loc[GOOD, "start"] == -credit
        assert sides.loc[BAD, "end"] == len(part) - credit
        assert sides.loc[GOOD, "end"] == sides.loc[TIED, "start"]
        assert sides.loc[TIED, "end"] == sides.loc[BAD, "start"]


@given(SCORES)
def test_the_best_pairs_fool_the_model_and_no_other_fools_it_more(scores: list[PairScore]) -> None:
    best = best_pairs(scores)
    fooling = sorted(score.log_odds or 0.0 for score in scores if score.side == BAD)
    assert [score.log_odds for score in best] == fooling[:BEST_LIMIT]


@given(SCORES)
def test_the_finding_counts_what_the_table_counts(scores: list[PairScore]) -> None:
    table = sorted_table(scores, class_phenomena())
    finding = class_finding(scores, model="M")
    counts = table.groupby("side")["pairs"].sum()
    if scores:
        assert finding.startswith(f"{counts[BAD]} of {len(scores)} ")
        assert (f"{counts[TIED]} " in finding.partition(",")[2]) == bool(counts[TIED])


def test_a_side_is_what_its_credit_says() -> None:
    pair = MinimalPair("a", "b", "x")
    for log_odds, side in ((2.0, GOOD), (0.0, TIED), (-2.0, BAD), (math.nan, BAD), (None, BAD)):
        assert PairScore(pair, log_odds).side == side


def test_what_is_not_counted_is_named() -> None:
    assert left_out_note(DistinctPairs((), 0, 0)) == ""
    both = left_out_note(DistinctPairs((), 3, 1))
    assert "3 " in both
    assert "1 " in both


def test_the_figure_can_be_drawn_with_and_without_ties() -> None:
    pair = MinimalPair("Dogs bark.", "Dogs barks.", "Agreement")
    for odds in ([1.0], [0.0, 0.0], [1.0, -1.0, 0.0]):
        chart = sorted_pairs(sorted_table([PairScore(pair, each) for each in odds], class_phenomena()))
        drawn = vl_convert.vegalite_to_svg({"width": 400, **chart.to_dict()})
        assert "Something else" in drawn  # rows without a pair are there, too
        assert ("tie" in drawn.replace("title", "")) == (0.0 in odds)
