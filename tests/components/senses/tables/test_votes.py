"""The table of voting sentences, with the colours of the map."""

import re
from dataclasses import replace

import pytest

from components.senses.model.results import PointNeighbour, Vote, WordPoint
from components.senses.tables.votes import (
    layer_vote_finding,
    layer_vote_table,
    occurrence_label,
    voter_table,
    voters_title,
    voting_points,
)

TEXTS = ["A river bank.", "The bank lent money.", "A green bank.", "A bank of sand."]
POINTS = [
    WordPoint(number, text, text.index("bank"), text.index("bank") + 4, (1,), "bank")
    for number, text in enumerate(TEXTS)
]
SENSES = ("river", "money", None, "river")


def test_voters_come_in_their_order() -> None:
    voters = (PointNeighbour(1, 0.9), PointNeighbour(0, 0.8), PointNeighbour(3, 0.7))
    table = voter_table(Vote("river", 2 / 3, voters, (("river", 2 / 3),), examples=voters), POINTS, SENSES)
    assert list(table["sentence"]) == [TEXTS[1], TEXTS[0], TEXTS[3]]
    assert list(table["sense"]) == ["money", "river", "river"]
    assert list(table["cosine"]) == [0.9, 0.8, 0.7]


def test_no_vote_gives_an_empty_table() -> None:
    assert voter_table(Vote(None, 0.0, (), ()), POINTS, SENSES).empty


def test_a_sentence_that_is_unlike_all_gets_no_lines() -> None:
    voters = (PointNeighbour(1, 0.4), PointNeighbour(0, 0.3))
    for similar_from, points in ((0.3, [1, 0]), (0.5, [])):
        vote = Vote("money", 1.0, voters, (("money", 1.0),), examples=voters, similar_from=similar_from)
        assert len(voter_table(vote, POINTS, SENSES)) == 2, "the nearest are listed either way"
        assert voting_points(vote) == points
        assert ("None is similar" in voters_title(vote, layer=6, last=6)) == (not points)


def test_the_title_says_whether_all_that_are_counted_are_listed() -> None:
    listed = tuple(PointNeighbour(number, 1.0) for number in range(4))
    nearest, all_listed = (Vote("river", 1.0, some, (("river", 1.0),), examples=some) for some in (listed[:1], listed))
    assert voters_title(all_listed, layer=3, last=6) == "The 4 nearest sentences in layer 3"
    assert voters_title(nearest, layer=6, last=6) == "The nearest sentence in layer 6 (the last)"
    tied = replace(all_listed, ties=(("river", 9), ("money", 2)))
    assert voters_title(tied, layer=0, last=6) == "4 of the 11 equally near sentences in layer 0"


def vote(sense: str | None, *shares: tuple[str, float]) -> Vote:
    return Vote(sense, shares[0][1] if shares else 0.0, (PointNeighbour(0, 0.9),), shares)


RIVER, MONEY = vote("river", ("river", 0.6), ("money", 0.4)), vote("money", ("money", 1.0))
DIVIDED, NONE = vote("river", ("river", 0.5), ("money", 0.5)), vote(None)


def test_the_sense_that_leads_is_named_for_every_layer_and_none_where_none_leads() -> None:
    far = replace(MONEY, similar_from=0.95)
    tied = replace(MONEY, ties=(("money", 3), ("river", 3)))
    table = layer_vote_table([DIVIDED, RIVER, MONEY, NONE, far, tied])
    assert table["layer"].tolist() == [0, 1, 2, 3, 4, 5]
    assert table["sense"].dropna().to_dict() == {1: "river", 2: "money"}
    assert table["share"].dropna().tolist() == [0.6, 1.0]


@pytest.mark.parametrize(
    ("votes", "layers"),
    [
        ((DIVIDED, RIVER, RIVER, RIVER, MONEY), {"river": "layers 1–3", "money": "layer 4", "no meaning": "layer 0"}),
        ((MONEY, MONEY, MONEY, RIVER, DIVIDED), {"money": "layers 0–2", "river": "layer 3", "no meaning": "layer 4"}),
        ((RIVER, RIVER), {"river": "layers 0 and 1"}),
    ],
)
def test_the_layers_of_each_sense_are_named(votes: tuple[Vote, ...], layers: dict[str, str]) -> None:
    finding = layer_vote_finding(layer_vote_table(votes))
    for sense, named in layers.items():
        assert re.search(rf"{sense}\W+(leads )?in {named}\b", finding), finding
    assert ("context" in finding) is (votes[0] is not DIVIDED)  # a lead in layer 0 is not about the meaning
    assert {"river", "money", "no meaning"} - {*layers} == {
        sense for sense in ("river", "money", "no meaning") if sense not in finding
    }


def test_without_a_leading_sense_there_is_no_finding() -> None:
    assert layer_vote_finding(layer_vote_table([DIVIDED, NONE])) == ""


def test_occurrences_in_one_sentence_have_different_labels() -> None:
    sentence = "The bank by the river is older than the bank, which lends money to many people."
    starts = [place.start() for place in re.finditer("bank", sentence)]
    labels = [
        occurrence_label(WordPoint(0, sentence, start, start + 4, (1,), "bank"), number)
        for number, start in enumerate(starts, 1)
    ]
    assert labels[0].startswith("1. The bank by")
    assert labels[1].startswith("2. than the bank, which")
    assert max(map(len, labels)) < 40
