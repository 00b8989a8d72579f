"""A word in many sentences: vectors, pictures and figures, shared by all visitors who ask the same.

Presets ship with their pictures (:mod:`cache.shipped.sense_pictures`), since UMAP takes its time; they are used where
the question is word for word the one they were made for.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from cache.engine import engine
from cache.shipped.sense_pictures import shipped_projections
from cache.sized_cache import LargeResults, SizedCache
from components.model.tokens.occurrences import LabelledSentence
from components.model.user_errors import UserError
from components.senses.model.presets import SensePreset, sense_presets
from components.senses.model.projection_results import Projection, Settings
from components.senses.model.results import (
    ClusterWord,
    LayerMeasures,
    Neighbour,
    Pooling,
    Vote,
    WordVectors,
    joined,
    point_senses,
)
from components.senses.tables.map import sense_map_bytes
from components.senses.tables.votes import voter_table

if TYPE_CHECKING:
    import pandas as pd

    from components.senses.model.projector import Projector

MOST_GROUPED = 1000  # points
PART = 64  # sentences between two steps of a progress bar
Progress = Callable[[str], None]


@dataclass(frozen=True)
class Question:
    """What is asked: a word, in all forms that count, in sentences, as a model reads them."""

    model_id: str
    forms: tuple[str, ...]
    sentences: tuple[LabelledSentence, ...]
    pooling: Pooling = Pooling.MEAN

    @property
    def key(self) -> str:
        """Stands for the question without its labels, which no vector depends on."""
        told = [self.model_id, self.forms, self.pooling.value, [sentence.sentence for sentence in self.sentences]]
        return hashlib.sha256(repr(told).encode("utf-8", "surrogatepass")).hexdigest()


_VECTORS: LargeResults[WordVectors] = LargeResults("word vectors", lambda word: word.vectors.nbytes)
_PICTURES: LargeResults[Projection] = LargeResults("projection", lambda projection: projection.points.nbytes)
_MEASURES: SizedCache[LayerMeasures] = SizedCache(200, lambda _: 1)


@st.cache_resource(max_entries=1, show_spinner=False)
def presets() -> tuple[SensePreset, ...]:
    """The words that ship with sentences."""
    return sense_presets()


def word_vectors(question: Question, on_progress: Progress) -> WordVectors:
    """The vectors of every occurrence; ``on_progress`` hears how far it is."""

    def compute() -> WordVectors:
        from components.senses.model.word_vectors import word_vectors

        texts = tuple(sentence.sentence for sentence in question.sentences)
        opened, parts = engine().opened(question.model_id), []
        for start in range(0, len(texts), PART):
            if start:
                on_progress(f"Sentence {start:,} of {len(texts):,}")
            part = texts[start : start + PART]
            parts.append(word_vectors(opened, part, question.forms, pooling=question.pooling))
        return joined(parts)

    return _VECTORS.get((question.key,), compute)


def projection(question: Question, settings: Settings, on_progress: Progress) -> Projection:
    """The vectors drawn in a plane, layer by layer."""
    shipped = shipped_projections().get((question.key, settings))
    if shipped is not None:
        return shipped
    vectors = word_vectors(question, on_progress).vectors
    return _PICTURES.get(
        (question.key, repr(settings)), lambda: _projector().projected(vectors, settings, on_progress=on_progress)
    )


def warm_pictures() -> None:
    """Let UMAP be compiled in its own process, before somebody waits for it. Returns at once."""
    _projector().warm()


def measures(question: Question, on_progress: Progress) -> LayerMeasures:
    """How well each layer tells the labelled senses apart."""
    from components.senses.model.measures import measures_by_layer  # SciPy: not before somebody asks

    found = word_vectors(question, on_progress)
    senses = point_senses(found.points, question.sentences)

    def so_far(done: int, of: int) -> None:
        on_progress(f"Layer {done} of {of}")

    key = (question.key, repr(senses))
    return _MEASURES.get(key, lambda: measures_by_layer(found.vectors, senses, found.texts, on_progress=so_far))


def clusters(question: Question, layer: int, count: int | None) -> tuple[int, ...]:
    """A cluster for each point, found without labels at one layer.

    Raises:
        UserError: There are more than :data:`MOST_GROUPED` points: every one is compared with every other.
    """
    count_of = len(word_vectors(question, _quiet).points)
    if count_of > MOST_GROUPED:
        raise UserError(f"Clustering takes up to {MOST_GROUPED:,} sentences, not {count_of:,}. Use fewer.")
    return _clusters(question.key, layer, count, _question=question)


@st.cache_data(max_entries=200, show_spinner=False)
def _clusters(key: str, layer: int, count: int | None, *, _question: Question) -> tuple[int, ...]:
    from components.senses.model.clusters import clusters as found

    vectors = word_vectors(_question, _quiet)
    return tuple(found(vectors.vectors[:, layer], count, vectors.texts).tolist())


def placed(question: Question, settings: Settings, new: np.ndarray) -> np.ndarray:
    """Where a new point lands in every picture. *Shape:* ``new`` (layer + 1, width), (layer + 1, 2)."""
    from components.senses.model.projection import placed as found

    vectors = word_vectors(question, _quiet).vectors
    place: np.ndarray = found(projection(question, settings, _quiet), vectors, new)
    return place


@dataclass(frozen=True)
class OwnInMap:
    """A map with a visitor's own sentence in it, and what the neighbours say in the last layer.

    Attributes:
        payload: The map.
        vote: The sense that the nearest sentences vote for.
        voters: Those sentences, as rows of :func:`components.senses.tables.votes.voter_table`.
        position: Which token the word is.
    """

    payload: bytes
    vote: Vote
    voters: "pd.DataFrame"
    position: int


def with_own(question: Question, sentence: str) -> OwnInMap | None:
    """The map of a word with one more sentence in it; None where the word does not stand there."""
    asked = Question(question.model_id, question.forms, (LabelledSentence(sentence),), question.pooling)
    own, found = word_vectors(asked, _quiet), word_vectors(question, _quiet)
    if not own.points:
        return None
    own, settings = own.first(), Settings()
    spot = placed(question, settings, own.vectors[0])
    places = np.concatenate([projection(question, settings, _quiet).points, spot[:, None]], axis=1)
    senses = point_senses(found.points, question.sentences)
    labels = tuple(sense or "" for sense in senses)
    payload = map_bytes(places, joined([found, own]), (*labels, ""), (len(found.points),))
    vote = vote_of(question, found.layers, own.vectors[0, found.layers], sentence)
    return OwnInMap(payload, vote, voter_table(vote, found.points, senses, labels), own.points[0].positions[0])


def nearest_points(found: WordVectors, layer: int, point: int, count: int) -> tuple[Neighbour, ...]:
    """The points nearest to one of them at a layer in so many other sentences, in the full space."""
    from components.senses.model.neighbours import nearest

    return nearest(found.vectors[:, layer], point, count, found.texts)


def vote_of(question: Question, layer: int, new: np.ndarray, sentence: str) -> Vote:
    """The sense that the neighbours of a vector of ``sentence`` vote for. *Shape:* ``new`` (width,)."""
    from components.senses.model.neighbours import vote

    found = word_vectors(question, _quiet)
    return vote(found.vectors[:, layer], point_senses(found.points, question.sentences), new, found.texts, own=sentence)


@dataclass(frozen=True, eq=False)
class Groups:
    """Clusters found without labels at one layer, the words around them, and how alike the points are.

    ``order`` is that of the clusters' tree, ``cosines`` are those it was made of, ``agreement`` is with the senses.
    *Shape:* ``cosines`` (point, point)
    """

    clusters: tuple[int, ...]
    words: tuple[tuple[ClusterWord, ...], ...]
    order: tuple[int, ...]
    cosines: np.ndarray
    agreement: float | None


def groups(question: Question, layer: int, count: int | None) -> Groups:
    """What lies together at a layer, and what the sentences of a group share."""
    from components.model.statistics.cosines import centred, cosine_matrix
    from components.senses.model.cluster_words import cluster_words
    from components.senses.model.clusters import agreement, dendrogram_order

    found = word_vectors(question, _quiet)
    of = clusters(question, layer, count)
    texts, spans = found.texts, [(point.start, point.end) for point in found.points]
    vectors = found.vectors[:, layer]
    order = tuple(dendrogram_order(vectors).tolist())
    senses = point_senses(found.points, question.sentences)
    agree = agreement(of, senses, texts)
    return Groups(of, cluster_words(texts, spans, of), order, cosine_matrix(centred(vectors)), agree)


@st.cache_resource(max_entries=1, show_spinner=False)
def _projector() -> "Projector":
    from components.senses.model.projector import Projector

    return Projector()


def map_bytes(
    drawn: np.ndarray, found: WordVectors, labels: tuple[str, ...], own: tuple[int, ...] = (), *, owner: str = ""
) -> bytes:
    """What the browser draws. *Shape:* ``drawn`` (layer + 1, point, 2)."""
    return sense_map_bytes(
        drawn,
        layer_names=["Layer 0: before any context", *(f"Layer {layer}" for layer in range(1, found.layers + 1))],
        labels=labels,
        texts=found.texts,
        spans=[(point.start, point.end) for point in found.points],
        own=own,
        owner=owner,
    )


def _quiet(_: str) -> None:
    """Ignore progress."""
