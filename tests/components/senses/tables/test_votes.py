"""The table of voting sentences, with the colours of the map."""

from components.senses.model.results import PointNeighbour, Vote, WordPoint
from components.senses.tables.votes import voter_table

TEXTS = ["A river bank.", "The bank lent money.", "A green bank.", "A bank of sand."]
POINTS = [
    WordPoint(number, text, text.index("bank"), text.index("bank") + 4, (1,), "bank")
    for number, text in enumerate(TEXTS)
]
SENSES = ("river", "money", None, "river")


def test_voters_come_in_their_order_with_the_number_of_their_label() -> None:
    vote = Vote(
        "river", 2 / 3, (PointNeighbour(1, 0.9), PointNeighbour(0, 0.8), PointNeighbour(3, 0.7)), (("river", 2 / 3),)
    )
    table = voter_table(vote, POINTS, SENSES, ("river", "money", "", "river"))
    assert list(table["point"]) == [1, 0, 3]
    assert list(table["sentence"]) == [TEXTS[1], TEXTS[0], TEXTS[3]]
    assert list(table["sense"]) == ["money", "river", "river"]
    assert list(table["label"]) == [1, 0, 0]
    assert list(table["cosine"]) == [0.9, 0.8, 0.7]
    spans = zip(table["sentence"], table["start"], table["end"], strict=True)
    assert {sentence[start:end] for sentence, start, end in spans} == {"bank"}


def test_labels_may_be_groups_instead_of_senses() -> None:
    vote = Vote("river", 1.0, (PointNeighbour(3, 0.7), PointNeighbour(0, 0.6)), (("river", 1.0),))
    table = voter_table(vote, POINTS, SENSES, ("group 2", "group 1", "group 1", "group 1"))
    assert list(table["label"]) == [1, 0]
    assert list(table["sense"]) == ["river", "river"]


def test_no_vote_gives_an_empty_table() -> None:
    assert voter_table(Vote(None, 0.0, (), ()), POINTS, SENSES, ("",) * 4).empty
