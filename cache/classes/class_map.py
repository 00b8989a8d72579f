"""The map of a word with sentences from a class. Each sentence is read once, however often the map is drawn."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from cache.river import read_sides
from cache.senses import neighbour_vote, place_point, project, word_vectors
from cache.sized_cache import SizedCache
from components.classroom.entries import ClassEntry
from components.model.tokens.occurrences import SentenceWithSense
from components.senses.model.projection_results import ProjectionSettings
from components.senses.model.request import SensesRequest
from components.senses.model.results import Vote, WordVectors, concatenate_vectors, point_senses
from components.senses.tables.map import POINT_LIMIT, encode_map

SETTINGS = ProjectionSettings()
READ_LIMIT = 40  # new sentences per call: about half a second with a small model
RING_LIMIT = 20  # only the latest sentences: rings round three hundred would hide the points below


@dataclass(frozen=True, eq=False)
class PlacedSentence:
    """A sentence placed on the map.

    Attributes:
        vectors: The vectors of the word in this sentence.
        positions: Its position at every layer. *Shape:* (layer + 1, 2)
        vote: The vote of the nearest sentences in the last layer.
    """

    vectors: WordVectors
    positions: np.ndarray
    vote: Vote


@dataclass(frozen=True)
class ClassVote:
    """An entry, and the vote of the nearest sentences in the last layer on its sense."""

    entry: ClassEntry
    vote: Vote

    @property
    def misread(self) -> bool:
        """Whether the neighbours vote for another sense than the student chose."""
        return bool(self.entry.label) and self.vote.sense is not None and self.vote.sense != self.entry.label


@dataclass(frozen=True)
class ClassMap:
    """The map with the sentences of a class, and the vote on each of them.

    Attributes:
        payload: The encoded map.
        votes: The entries that are drawn, with their votes.
        unplaced_count: Number of entries that do not contain the word or cannot be read.
        unread_count: Number of entries that have not been read yet; the next call reads some of them.
    """

    payload: bytes
    votes: tuple[ClassVote, ...]
    unplaced_count: int
    unread_count: int


_PLACED: SizedCache[PlacedSentence | None] = SizedCache(
    50 * 1024 * 1024, lambda placed: 1000 if placed is None else placed.vectors.vectors.nbytes + 4000
)


def class_map(request: SensesRequest, entries: Sequence[ClassEntry]) -> ClassMap:
    """The map of a word with the sentences of a class, coloured by the senses that the students chose."""
    vectors, projection = word_vectors(request, _ignore_progress), project(request, SETTINGS, _ignore_progress)
    count = len(vectors.points)
    drawable = entries[-(POINT_LIMIT - count) :] if count < POINT_LIMIT else ()
    placed_by_text = read_some(request, tuple(dict.fromkeys(entry.text for entry in drawable)))
    read = [(entry, placed_by_text[entry.text]) for entry in drawable if entry.text in placed_by_text]
    drawn = [(entry, placed) for entry, placed in read if placed is not None]
    senses = tuple(sense or "" for sense in point_senses(vectors.points, request.sentences))
    payload = encode_map(
        np.concatenate([projection.points, *(placed.positions[:, None] for _, placed in drawn)], axis=1),
        concatenate_vectors([vectors, *(placed.vectors for _, placed in drawn)]),
        (*senses, *(entry.label for entry, _ in drawn)),
        tuple(range(count, count + len(drawn)))[-RING_LIMIT:],
        owner="the class" if len(drawn) <= RING_LIMIT else "the class’s latest",
    )
    votes = tuple(ClassVote(entry, placed.vote) for entry, placed in drawn)
    return ClassMap(payload, votes, len(read) - len(drawn), len(drawable) - len(read))


def sense_labels(request: SensesRequest, senses: tuple[str, str], sentences: Sequence[str]) -> tuple[str, ...]:
    """The sense on whose side of the river each sentence ends; "" if it is undecided, or lacks the word."""
    texts = tuple(dict.fromkeys(sentences))
    placed: dict[str, PlacedSentence | None] = {}
    for start in range(0, len(texts), READ_LIMIT):
        placed |= read_some(request, texts[start : start + READ_LIMIT])
    vectors = [None if (each := placed[sentence]) is None else each.vectors for sentence in sentences]
    return read_sides(request, senses, vectors)


def read_some(request: SensesRequest, sentences: Sequence[str]) -> dict[str, PlacedSentence | None]:
    """The sentences that have been read so far, after reading up to :data:`READ_LIMIT` new ones in one batch.

    The value is None if the sentence does not contain the word or cannot be read. The others follow in later calls, so
    that the projected page keeps updating however many sentences arrive.
    """
    keys = {sentence: (request.key, hash(request.sentences), sentence) for sentence in sentences}
    unread = [sentence for sentence in sentences if keys[sentence] not in _PLACED][:READ_LIMIT]
    for sentence, placed in _place_sentences(request, unread).items():
        _PLACED.put(keys[sentence], placed)
    read = (sentence for sentence in sentences if keys[sentence] in _PLACED)
    return {sentence: _PLACED.get(keys[sentence], partial(_place_sentence, request, sentence)) for sentence in read}


def _place_sentences(request: SensesRequest, sentences: Sequence[str]) -> dict[str, PlacedSentence | None]:
    """Read some sentences in one batch and place them on the map."""
    if not sentences:
        return {}
    sentences_request = SensesRequest(
        request.model_id, request.forms, tuple(map(SentenceWithSense, sentences)), request.pooling
    )
    vectors = word_vectors(sentences_request, _ignore_progress)
    placed: dict[str, PlacedSentence | None] = dict.fromkeys(sentences)
    for index, sentence in enumerate(sentences):
        alone = vectors.of_sentence(index)
        if alone is not None:
            vote = neighbour_vote(request, alone.layers, alone.vectors[0, alone.layers], sentence)
            placed[sentence] = PlacedSentence(alone, place_point(request, SETTINGS, alone.vectors[0]), vote)
    return placed


def _place_sentence(request: SensesRequest, sentence: str) -> PlacedSentence | None:
    """Place one sentence, which has been evicted from the cache meanwhile."""
    return _place_sentences(request, (sentence,))[sentence]


def _ignore_progress(_: str) -> None:
    """Do nothing."""
