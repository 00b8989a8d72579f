"""Sentences of a class on the map of a word: the picture stays, and there are never more than can be drawn."""

import json

import pytest

import cache.class_map
from cache.class_map import RING_LIMIT, class_map
from cache.senses import Progress, SensesRequest, map_with_sentence, presets
from components.classroom.entries import ClassEntry, EntryKind
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.tokens.occurrences import LabelledSentence
from components.senses.model.results import WordVectors

pytestmark = pytest.mark.usefixtures("engine")


def question() -> SensesRequest:
    bank = presets()[0]
    return SensesRequest(
        DEFAULT_MODEL, bank.forms, tuple(LabelledSentence(one.sentence, one.sense) for one in bank.sentences)
    )


def entries(*texts: str, label: str = "river") -> tuple[ClassEntry, ...]:
    return tuple(
        ClassEntry(n, n, EntryKind.SENTENCE, "bank", text, label, 0.0) for n, text in enumerate(texts, start=1)
    )


def header(payload: bytes) -> dict[str, list[object]]:
    found: dict[str, list[object]] = json.loads(payload[4 : 4 + int.from_bytes(payload[:4], "little")])
    return found


def test_a_sentence_lands_beside_those_that_are_like_it() -> None:
    drawn = class_map(question(), entries("The bank lent us money for the house.", "Nothing of the kind."))
    (told,) = drawn.votes
    assert told.vote.sense == "money"
    assert told.misread
    assert drawn.unplaced_count == 1
    assert header(drawn.payload)["texts"][-1] == "The bank lent us money for the house."
    assert header(drawn.payload)["own"] == [len(presets()[0].sentences)]


def test_who_names_no_sense_fools_nobody() -> None:
    (told,) = class_map(question(), entries("The bank lent us money.", label="")).votes
    assert not told.misread


def test_the_latest_are_ringed() -> None:
    many = class_map(question(), entries(*(f"The bank was {n} miles away." for n in range(RING_LIMIT + 5))))
    assert len(many.votes) == RING_LIMIT + 5
    assert len(header(many.payload)["own"]) == RING_LIMIT


def test_no_more_is_drawn_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    count = len(presets()[0].sentences)
    monkeypatch.setattr(cache.class_map, "MOST_POINTS", count + 2)
    drawn = class_map(question(), entries(*(f"The bank was {n} miles away." for n in range(5))))
    assert [told.entry.text for told in drawn.votes] == ["The bank was 3 miles away.", "The bank was 4 miles away."]
    monkeypatch.setattr(cache.class_map, "MOST_POINTS", count)
    assert class_map(question(), entries("The bank.")).votes == ()


def test_of_many_new_sentences_some_are_read_at_each_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache.class_map, "READ_AT_ONCE", 4)
    passes: list[int] = []
    read = cache.class_map.word_vectors

    def counted(asked: SensesRequest, on_progress: Progress) -> WordVectors:
        passes.append(len(asked.sentences))
        return read(asked, on_progress)

    monkeypatch.setattr(cache.class_map, "word_vectors", counted)
    many = entries(*(f"A bank that is read at look {n}." for n in range(9)), "Nothing of that kind.")
    looks = [class_map(question(), many) for _ in range(3)]
    assert [len(drawn.votes) for drawn in looks] == [4, 8, 9]
    assert [drawn.unread_count for drawn in looks] == [6, 2, 0]
    assert looks[-1].unplaced_count == 1
    assert [n for n in passes if n != len(presets()[0].sentences)] == [4, 4, 2], "each sentence once, together"
    assert [told.entry.number for told in looks[-1].votes] == list(range(1, 10))


def test_sentences_that_are_read_together_land_where_each_lands_alone() -> None:
    texts = ("The bank lent the money.", "A river bank, far away in the quiet country.", "The bank of the bank.")
    together = class_map(question(), entries(*texts))
    for number, text in enumerate(texts):
        alone = map_with_sentence(question(), text)
        assert alone is not None
        assert together.votes[number].vote.sense == alone.vote.sense
        assert together.votes[number].vote.shares == alone.vote.shares
