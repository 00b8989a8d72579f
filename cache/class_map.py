"""Sentences of a class on the map of a word: each is read once, however often the projector draws the map."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from cache.senses import SensesRequest, encode_map, neighbour_vote, place_point, project, word_vectors
from cache.sized_cache import SizedCache
from components.classroom.entries import ClassEntry
from components.model.tokens.occurrences import LabelledSentence
from components.senses.model.projection_results import ProjectionSettings
from components.senses.model.results import Vote, WordVectors, concatenate_vectors, point_senses
from components.senses.tables.map import POINT_LIMIT

SETTINGS = ProjectionSettings()
READ_LIMIT = 40  # new sentences a look: about half a second of a small model
RING_LIMIT = 20  # the last ones: rings round three hundred would hide what is below


@dataclass(frozen=True, eq=False)
class PlacedSentence:
    """A sentence on the map. *Shape:* ``spot`` (layer + 1, 2)."""

    vectors: WordVectors
    positions: np.ndarray
    vote: Vote


@dataclass(frozen=True)
class ClassVote:
    """An entry, and the sense that the nearest sentences vote for in the last layer."""

    entry: ClassEntry
    vote: Vote

    @property
    def misread(self) -> bool:
        """Whether the neighbours say otherwise than the student."""
        return bool(self.entry.label) and self.vote.sense is not None and self.vote.sense != self.entry.label


@dataclass(frozen=True)
class ClassMap:
    """The map with the sentences of a class, and what the neighbours say of each.

    Attributes:
        payload: What is drawn.
        told: The entries that are drawn.
        without: How many cannot be drawn, since the word does not stand in them or they cannot be read.
        unread: How many have not been read yet; the next look reads some of them.
    """

    payload: bytes
    votes: tuple[ClassVote, ...]
    unplaced_count: int
    unread_count: int


_LANDED: SizedCache[PlacedSentence | None] = SizedCache(
    50 * 1024 * 1024, lambda landed: 1000 if landed is None else landed.vectors.vectors.nbytes + 4000
)


def class_map(question: SensesRequest, entries: Sequence[ClassEntry]) -> ClassMap:
    """The map of a word with what a class sent in, coloured by what the students mean."""
    found, drawn = word_vectors(question, _quiet), project(question, SETTINGS, _quiet)
    count = len(found.points)
    drawable = entries[-(POINT_LIMIT - count) :] if count < POINT_LIMIT else ()
    read = _read(question, tuple(dict.fromkeys(entry.text for entry in drawable)))
    known = [(entry, read[entry.text]) for entry in drawable if entry.text in read]
    landed = [(entry, place) for entry, place in known if place is not None]
    senses = tuple(sense or "" for sense in point_senses(found.points, question.sentences))
    payload = encode_map(
        np.concatenate([drawn.points, *(one.positions[:, None] for _, one in landed)], axis=1),
        concatenate_vectors([found, *(one.vectors for _, one in landed)]),
        (*senses, *(entry.label for entry, _ in landed)),
        tuple(range(count, count + len(landed)))[-RING_LIMIT:],
        owner="the class" if len(landed) <= RING_LIMIT else "the class’s latest",
    )
    told = tuple(ClassVote(entry, one.vote) for entry, one in landed)
    return ClassMap(payload, told, len(known) - len(landed), len(drawable) - len(known))


def _read(question: SensesRequest, sentences: Sequence[str]) -> dict[str, PlacedSentence | None]:
    """Where sentences land, as far as they have been read; :data:`READ_AT_ONCE` new ones are read now, together.

    None where the word does not stand in a sentence, or it cannot be read. Sentences that are missing come later: a
    projector goes on looking however many arrive.
    """
    keys = {sentence: (question.key, hash(question.sentences), sentence) for sentence in sentences}
    new = [sentence for sentence in sentences if keys[sentence] not in _LANDED][:READ_LIMIT]
    for sentence, place in _landed(question, new).items():
        _LANDED.put(keys[sentence], place)
    known = (sentence for sentence in sentences if keys[sentence] in _LANDED)
    return {sentence: _LANDED.get(keys[sentence], partial(_landed_alone, question, sentence)) for sentence in known}


def _landed(question: SensesRequest, sentences: Sequence[str]) -> dict[str, PlacedSentence | None]:
    """Where sentences land, read in one batch."""
    if not sentences:
        return {}
    request = SensesRequest(
        question.model_id, question.forms, tuple(map(LabelledSentence, sentences)), question.pooling
    )
    vectors = word_vectors(request, _quiet)
    places: dict[str, PlacedSentence | None] = dict.fromkeys(sentences)
    for index, sentence in enumerate(sentences):
        alone = vectors.of_sentence(index)
        if alone is not None:
            vote = neighbour_vote(question, alone.layers, alone.vectors[0, alone.layers], sentence)
            places[sentence] = PlacedSentence(alone, place_point(question, SETTINGS, alone.vectors[0]), vote)
    return places


def _landed_alone(question: SensesRequest, sentence: str) -> PlacedSentence | None:
    """Where a sentence lands that was forgotten meanwhile."""
    return _landed(question, (sentence,))[sentence]


def _quiet(_: str) -> None:
    """Ignore progress."""
