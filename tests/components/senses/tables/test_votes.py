"""The table of voting sentences, with the colours of the map."""

from components.senses.model.results import PointNeighbour, Vote, WordPoint
from components.senses.tables.votes import sense_count_table, voter_table, voters_title

TEXTS = ["A river bank.", "The bank lent money.", "A green bank.", "A bank of sand."]
POINTS = [
    WordPoint(number, text, text.index("bank"), text.index("bank") + 4, (1,), "bank")
    for number, text in enumerate(TEXTS)
]
SENSES = ("river", "money", None, "river")


def test_voters_come_in_their_order_with_the_number_of_their_label() -> None:
    voters = (PointNeighbour(1, 0.9), PointNeighbour(0, 0.8), PointNeighbour(3, 0.7))
    vote = Vote("river", 2 / 3, voters, (("river", 2 / 3),), examples=voters)
    table = voter_table(vote, POINTS, SENSES, ("river", "money", "", "river"))
    assert list(table["point"]) == [1, 0, 3]
    assert list(table["sentence"]) == [TEXTS[1], TEXTS[0], TEXTS[3]]
    assert list(table["sense"]) == ["money", "river", "river"]
    assert list(table["label"]) == [1, 0, 0]
    assert list(table["cosine"]) == [0.9, 0.8, 0.7]
    spans = zip(table["sentence"], table["start"], table["end"], strict=True)
    assert {sentence[start:end] for sentence, start, end in spans} == {"bank"}


def test_labels_may_be_groups_instead_of_senses() -> None:
    voters = (PointNeighbour(3, 0.7), PointNeighbour(0, 0.6))
    vote = Vote("river", 1.0, voters, (("river", 1.0),), examples=voters)
    table = voter_table(vote, POINTS, SENSES, ("group 2", "group 1", "group 1", "group 1"))
    assert list(table["label"]) == [1, 0]
    assert list(table["sense"]) == ["river", "river"]


def test_no_vote_gives_an_empty_table() -> None:
    assert voter_table(Vote(None, 0.0, (), ()), POINTS, SENSES, ("",) * 4).empty


def test_the_counts_are_of_the_voters() -> None:
    voters = (PointNeighbour(1, 0.9), PointNeighbour(0, 0.8), PointNeighbour(3, 0.7))
    vote = Vote("river", 2 / 3, voters, (("river", 2 / 3), ("money", 1 / 3)), examples=voters)
    table = voter_table(vote, POINTS, SENSES, ("river", "money", "", "river"))
    assert sense_count_table(vote, table).to_numpy().tolist() == [["river", 0, 2], ["money", 1, 1]]


def test_the_counts_are_of_all_sentences_that_tie() -> None:
    voters = (PointNeighbour(0, 1.0), PointNeighbour(3, 1.0))
    listed = (PointNeighbour(0, 1.0), PointNeighbour(1, 1.0))
    vote = Vote("river", 1.0, voters, (("river", 1.0),), (("river", 9), ("money", 2)), listed)
    table = voter_table(vote, POINTS, SENSES, ("river", "money", "", "river"))
    assert list(table["sense"]) == ["river", "money"]
    assert sense_count_table(vote, table).to_numpy().tolist() == [["river", 0, 9], ["money", 1, 2]]


def test_the_title_says_whether_all_that_are_counted_are_listed() -> None:
    assert voters_title(5, 5, layer=3, last=6) == "The 5 nearest sentences in layer 3"
    assert voters_title(1, 1, layer=6, last=6) == "The nearest sentence in layer 6 (the last)"
    assert voters_title(5, 11, layer=0, last=6) == "5 of the 11 equally near sentences in layer 0"
