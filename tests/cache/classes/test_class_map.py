"""The map of a word with sentences of a class: their places, votes and limits."""

import json

import pytest

import cache.classes.class_map
from cache.classes.class_map import RING_LIMIT, class_map, sense_labels
from cache.senses import Progress, neighbour_vote, presets, word_vectors
from components.classroom.entries import ClassEntry, EntryKind
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.tokens.occurrences import SentenceWithSense
from components.senses.model.request import SensesRequest
from components.senses.model.results import WordVectors

pytestmark = pytest.mark.usefixtures("engine")
BANK, SENSES = presets()[0], ("money", "river")


def bank_request() -> SensesRequest:
    bank = presets()[0]
    return SensesRequest(
        DEFAULT_MODEL,
        bank.forms,
        tuple(SentenceWithSense(sentence.sentence, sentence.sense) for sentence in bank.sentences),
    )


def entries(*texts: str, label: str = "river") -> tuple[ClassEntry, ...]:
    return tuple(
        ClassEntry(n, n, EntryKind.SENTENCE, "bank", text, label, 0.0) for n, text in enumerate(texts, start=1)
    )


def header(payload: bytes) -> dict[str, list[object]]:
    fields: dict[str, list[object]] = json.loads(payload[4 : 4 + int.from_bytes(payload[:4], "little")])
    return fields


def test_a_sentence_is_placed_near_similar_ones() -> None:
    drawn_map = class_map(bank_request(), entries("The bank lent us money for the house.", "Nothing of the kind."))
    (class_vote,) = drawn_map.votes
    assert class_vote.vote.sense == "money"
    assert class_vote.misread
    assert drawn_map.unplaced_count == 1
    assert header(drawn_map.payload)["texts"][-1] == "The bank lent us money for the house."
    assert header(drawn_map.payload)["added"] == [len(presets()[0].sentences)]


def test_the_senses_of_many_sentences_are_the_sides_of_the_river(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache.classes.class_map, "READ_LIMIT", 2)
    texts = ("The bank lent us money.", "We sat on the bank of the river.", "No such word.", "The bank was muddy.")
    labels = sense_labels(bank_request(), SENSES, (*texts, texts[0]))
    assert labels == ("money", "river", "", "river", "money")
    assert sense_labels(bank_request(), SENSES[::-1], texts[:2]) == labels[:2]
    assert sense_labels(bank_request(), SENSES, ()) == ()


def test_an_entry_without_a_sense_cannot_be_misread() -> None:
    (class_vote,) = class_map(bank_request(), entries("The bank lent us money.", label="")).votes
    assert not class_vote.misread


def test_only_the_latest_sentences_have_rings() -> None:
    drawn_map = class_map(bank_request(), entries(*(f"The bank was {n} miles away." for n in range(RING_LIMIT + 5))))
    assert len(drawn_map.votes) == RING_LIMIT + 5
    assert len(header(drawn_map.payload)["added"]) == RING_LIMIT


def test_the_map_draws_no_more_points_than_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    count = len(presets()[0].sentences)
    monkeypatch.setattr(cache.classes.class_map, "POINT_LIMIT", count + 2)
    drawn_map = class_map(bank_request(), entries(*(f"The bank was {n} miles away." for n in range(5))))
    assert [class_vote.entry.text for class_vote in drawn_map.votes] == [
        "The bank was 3 miles away.",
        "The bank was 4 miles away.",
    ]
    monkeypatch.setattr(cache.classes.class_map, "POINT_LIMIT", count)
    assert class_map(bank_request(), entries("The bank.")).votes == ()


def test_many_new_sentences_are_read_over_several_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache.classes.class_map, "READ_LIMIT", 4)
    batch_sizes: list[int] = []
    read = cache.classes.class_map.word_vectors

    def count_sentences(request: SensesRequest, on_progress: Progress) -> WordVectors:
        batch_sizes.append(len(request.sentences))
        return read(request, on_progress)

    monkeypatch.setattr(cache.classes.class_map, "word_vectors", count_sentences)
    entries_sent = entries(*(f"A bank that is read at look {n}." for n in range(9)), "Nothing of that kind.")
    maps = [class_map(bank_request(), entries_sent) for _ in range(3)]
    assert [len(entries_sent.votes) for entries_sent in maps] == [4, 8, 9]
    assert [entries_sent.unread_count for entries_sent in maps] == [6, 2, 0]
    assert maps[-1].unplaced_count == 1
    assert [n for n in batch_sizes if n != len(presets()[0].sentences)] == [4, 4, 2], "each sentence once, together"
    assert [class_vote.entry.number for class_vote in maps[-1].votes] == list(range(1, 10))


def test_sentences_read_in_one_batch_are_placed_as_if_read_alone() -> None:
    texts = ("The bank lent the money.", "A river bank, far away in the quiet country.", "The bank of the bank.")
    together = class_map(bank_request(), entries(*texts))
    for number, text in enumerate(texts):
        alone = class_map(bank_request(), entries(text)).votes[0]
        added = word_vectors(SensesRequest(DEFAULT_MODEL, BANK.forms, (SentenceWithSense(text),)), lambda _: None)
        expected = neighbour_vote(bank_request(), added.layers, added.vectors[0, added.layers], text)
        assert together.votes[number].vote.sense == alone.vote.sense == expected.sense
        assert together.votes[number].vote.shares == alone.vote.shares == expected.shares
