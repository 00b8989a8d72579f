"""Sentences of a class on the map of a word: each is read once, however often the projector draws the map."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cache.senses import Question, map_bytes, placed, projection, vote_of, word_vectors
from cache.sized_cache import SizedCache
from components.classroom.entries import Entry
from components.model.tokens.occurrences import LabelledSentence
from components.senses.model.projection_results import Settings
from components.senses.model.results import Vote, WordVectors, joined, point_senses
from components.senses.tables.map import MOST_POINTS

SETTINGS = Settings()
MOST_RINGED = 20  # the last ones: rings round three hundred would hide what is below


@dataclass(frozen=True, eq=False)
class Landed:
    """A sentence on the map. *Shape:* ``spot`` (layer + 1, 2)."""

    read: WordVectors
    spot: np.ndarray
    vote: Vote


@dataclass(frozen=True)
class Told:
    """An entry, and the sense that the nearest sentences vote for in the last layer."""

    entry: Entry
    vote: Vote

    @property
    def fooled(self) -> bool:
        """Whether the neighbours say otherwise than the student."""
        return bool(self.entry.label) and self.vote.sense is not None and self.vote.sense != self.entry.label


@dataclass(frozen=True)
class ClassOnMap:
    """The map with the sentences of a class, what the neighbours say of each, and how many cannot be drawn."""

    payload: bytes
    told: tuple[Told, ...]
    without: int


_LANDED: SizedCache[Landed | None] = SizedCache(
    50 * 1024 * 1024, lambda landed: 1000 if landed is None else landed.read.vectors.nbytes + 4000
)


def class_on_map(question: Question, entries: Sequence[Entry]) -> ClassOnMap:
    """The map of a word with what a class sent in, coloured by what the students mean."""
    found, drawn = word_vectors(question, _quiet), projection(question, SETTINGS, _quiet)
    count = len(found.points)
    drawable = entries[-(MOST_POINTS - count) :] if count < MOST_POINTS else ()
    landed = [(entry, landed) for entry in drawable if (landed := _landed(question, entry.text)) is not None]
    senses = tuple(sense or "" for sense in point_senses(found.points, question.sentences))
    payload = map_bytes(
        np.concatenate([drawn.points, *(one.spot[:, None] for _, one in landed)], axis=1),
        joined([found, *(one.read for _, one in landed)]),
        (*senses, *(entry.label for entry, _ in landed)),
        tuple(range(count, count + len(landed)))[-MOST_RINGED:],
        owner="the class" if len(landed) <= MOST_RINGED else "the latest of the class",
    )
    told = tuple(Told(entry, one.vote) for entry, one in landed)
    return ClassOnMap(payload, told, len(drawable) - len(landed))


def _landed(question: Question, sentence: str) -> Landed | None:
    """Where a sentence lands; None where the word does not stand in it, or it cannot be read."""

    def compute() -> Landed | None:
        asked = Question(question.model_id, question.forms, (LabelledSentence(sentence),), question.pooling)
        read = word_vectors(asked, _quiet)
        if not read.points:
            return None
        read = read.first()
        vote = vote_of(question, read.layers, read.vectors[0, read.layers], sentence)
        return Landed(read, placed(question, SETTINGS, read.vectors[0]), vote)

    return _LANDED.get((question.key, hash(question.sentences), sentence), compute)


def _quiet(_: str) -> None:
    """Ignore progress."""
