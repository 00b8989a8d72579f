"""The word in sentences of a class: each is read once, in batches, and as if it were read alone."""

import json

import numpy as np
import pytest

import cache.classes.class_sentences
from cache.classes.class_sentences import read_some, sense_labels
from cache.senses import Progress, word_vectors
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.tokens.occurrences import SentenceWithSense
from components.model.word_senses import sense_presets
from components.senses.model.request import SensesRequest
from components.senses.model.results import WordVectors

pytestmark = pytest.mark.usefixtures("engine")
SENSES = ("money", "river")


def bank_request() -> SensesRequest:
    bank = sense_presets()[0]
    return SensesRequest(
        DEFAULT_MODEL,
        bank.forms,
        tuple(SentenceWithSense(sentence.sentence, sentence.sense) for sentence in bank.sentences),
    )


def header(payload: bytes) -> dict[str, list[object]]:
    fields: dict[str, list[object]] = json.loads(payload[4 : 4 + int.from_bytes(payload[:4], "little")])
    return fields


def test_the_senses_of_many_sentences_are_the_sides_of_the_river(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache.classes.class_sentences, "READ_LIMIT", 2)
    texts = ("The bank lent us money.", "We sat on the bank of the river.", "No such word.", "The bank was muddy.")
    labels = sense_labels(bank_request(), SENSES, (*texts, texts[0]))
    assert labels == ("money", "river", "", "river", "money")
    assert sense_labels(bank_request(), SENSES[::-1], texts[:2]) == labels[:2]
    assert sense_labels(bank_request(), SENSES, ()) == ()


def test_many_new_sentences_are_read_over_several_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache.classes.class_sentences, "READ_LIMIT", 4)
    batch_sizes: list[int] = []
    read = cache.classes.class_sentences.word_vectors

    def count_sentences(request: SensesRequest, on_progress: Progress) -> WordVectors:
        batch_sizes.append(len(request.sentences))
        return read(request, on_progress)

    monkeypatch.setattr(cache.classes.class_sentences, "word_vectors", count_sentences)
    texts = (*(f"A bank that is read at look {n}." for n in range(9)), "Nothing of that kind.")
    looks = [read_some(bank_request(), texts) for _ in range(3)]
    assert [list(read_by_text) for read_by_text in looks] == [list(texts[:count]) for count in (4, 8, 10)]
    assert [text for text, vectors in looks[-1].items() if vectors is None] == ["Nothing of that kind."]
    assert batch_sizes == [4, 4, 2], "each sentence once, together"


def test_sentences_read_in_one_batch_are_as_if_read_alone() -> None:
    texts = ("The bank lent the money.", "A river bank, far away in the quiet country.", "The bank of the bank.")
    together = read_some(bank_request(), texts)
    for text in texts:
        alone = word_vectors(
            SensesRequest(DEFAULT_MODEL, bank_request().forms, (SentenceWithSense(text),)), lambda _: None
        )
        vectors = together[text]
        assert vectors is not None
        assert vectors.points == alone.points[:1], "the first occurrence"
        np.testing.assert_allclose(vectors.vectors[0], alone.vectors[0], atol=1e-4)
