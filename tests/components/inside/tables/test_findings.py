"""Sentences about a word's way and about what pushes an answer are true for the numbers, whatever they are."""

import pytest

from components.inside.charts.pushes import group_bars, push_grid
from components.inside.charts.way import nearest_bars, written_bars
from components.inside.model.results import (
    FEED_FORWARD,
    Contributions,
    PartContribution,
    StreamStop,
)
from components.inside.tables.pushes import (
    agreement_finding,
    group_table,
    part_correlation,
    push_finding,
    push_table,
)
from components.inside.tables.way import way_finding, way_table
from components.model.results import Candidate, Conditions

BY = Conditions("m", "r", "cpu", "float32", "v")


def stops(*words: str | None, written: tuple[float, ...] = (1, 2, 9), cosine: float = 0.1) -> list[StreamStop]:
    parts = [(0, "embeddings"), (1, "attention"), (1, "feed-forward")]
    return [
        StreamStop(layer, part, 5.0, length, cosine, None if word is None else Candidate(word, 0.4, False))
        for (layer, part), word, length in zip(parts, words, written, strict=True)
    ]


def test_the_stop_from_which_the_last_word_stays_is_named() -> None:
    assert "From the attention part of layer 1 on" in way_finding(stops("a", "b", "b"), "x")
    assert "Only the last part" in way_finding(stops("c", "a", "b"), "x")
    again = way_finding(stops("b", "a", "b"), "x")
    assert "after 2 of 3 parts" in again
    assert "from the feed-forward part of layer 1 on" in again
    assert "After every part" in way_finding(stops("b", "b", "b"), "x")
    assert "top guess" not in way_finding(stops(None, None, None), "x")


def test_the_part_that_writes_most_is_named_with_its_direction() -> None:
    assert "the feed-forward part of layer 1" in way_finding(stops("a", "a", "a"), "x")
    assert "the attention part of layer 1" in way_finding(stops("a", "a", "a", written=(99, 9, 2)), "x")
    assert "previous vector is −0.90" in way_finding(stops("a", "a", "a", cosine=-0.9), "x")
    assert "previous vector is 0.90" in way_finding(stops("a", "a", "a", cosine=0.9), "x")


def test_charts_of_a_way_have_a_row_a_stop() -> None:
    table = way_table(stops("a", "b", "b"))
    assert list(table["nearest"]) == ["a 40%", "b 40%", "b 40%"]
    for chart in (nearest_bars(table), written_bars(table)):
        assert chart.to_dict()["layer"]


def contributed(direct: tuple[float, ...], biases: float = 0.5) -> Contributions:
    places = [(0, 0), (0, 1), (0, FEED_FORWARD)]
    parts = tuple(PartContribution(*place, value) for place, value in zip(places, direct, strict=True))
    total = sum(direct) + biases + 0.25
    return Contributions(("bank", "shore"), total, parts, (("word", 0.25),), biases, BY)


def test_the_likelier_word_and_the_strongest_part_are_named() -> None:
    finding = push_finding(contributed((1.0, -0.2, -0.1)))
    assert finding.startswith("“bank” is")
    assert "layer 1, head 1: 1.00 towards “bank”" in finding
    assert "from all attention heads: 0.80 towards “bank”" in finding
    other = push_finding(contributed((0.1, -0.2, -3.0)))
    assert other.startswith("“shore” is")
    assert "the feed-forward part of layer 1: 3.00 towards “shore”" in other


def test_groups_add_up_as_shown() -> None:
    table = group_table(contributed((1.004, -0.203, -0.1), biases=0.333))
    *groups, total = (float(figure.replace("−", "-")) for figure in table["figure"])
    assert sum(groups) == pytest.approx(total, abs=1e-9)
    assert group_bars(table).to_dict()["layer"]
    assert push_grid(push_table(contributed((1, 2, 3)).parts), title="t").to_dict()["layer"]


@pytest.mark.parametrize(
    ("other", "correlation", "words"),
    [
        ((1, 2, 3), 1.0, "agree well"),
        ((3, 2, 1), -1.0, "contradict"),
        ((2, 3, 1), -0.5, "contradict"),
        ((1, 3, 2), 0.5, "agree in part"),
    ],
)
def test_two_measures_are_compared_by_rank(other: tuple[float, ...], correlation: float, words: str) -> None:
    direct, effects = contributed((0.1, 0.2, 5.0)).parts, contributed(other).parts
    actual = part_correlation(direct, effects)
    assert actual == pytest.approx(correlation)
    assert words in agreement_finding(actual, effects, ("bank", "shore"))


def test_parts_that_are_all_equal_have_no_rank() -> None:
    equal = contributed((0.0, 0.0, 0.0)).parts
    assert part_correlation(equal, equal) is None
    assert "towards neither word" in agreement_finding(None, equal, ("bank", "shore"))
