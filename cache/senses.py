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
from components.senses.model.projection_results import Projection, ProjectionSettings
from components.senses.model.results import (
    ClusterWord,
    LayerMeasures,
    PointNeighbour,
    Vote,
    WordPooling,
    WordVectors,
    concatenate_vectors,
    point_senses,
)
from components.senses.tables.map import encode_sense_map
from components.senses.tables.votes import voter_table

if TYPE_CHECKING:
    import pandas as pd

    from components.senses.model.projector import Projector

CLUSTERING_LIMIT = 1000  # points
SENTENCES_PER_PART = 64  # sentences between two steps of a progress bar
Progress = Callable[[str], None]


@dataclass(frozen=True)
class SensesRequest:
    """What is asked: a word, in all forms that count, in sentences, as a model reads them."""

    model_id: str
    forms: tuple[str, ...]
    sentences: tuple[LabelledSentence, ...]
    pooling: WordPooling = WordPooling.MEAN

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


def word_vectors(question: SensesRequest, on_progress: Progress) -> WordVectors:
    """The vectors of every occurrence; ``on_progress`` hears how far it is."""

    def compute() -> WordVectors:
        from components.senses.model.word_vectors import word_vectors

        texts = tuple(sentence.sentence for sentence in question.sentences)
        opened, parts = engine().open_model(question.model_id), []
        for start in range(0, len(texts), SENTENCES_PER_PART):
            if start:
                on_progress(f"Sentence {start:,} of {len(texts):,}")
            part = texts[start : start + SENTENCES_PER_PART]
            parts.append(word_vectors(opened, part, question.forms, pooling=question.pooling))
        return concatenate_vectors(parts)

    return _VECTORS.get((question.key,), compute)


def project(question: SensesRequest, settings: ProjectionSettings, on_progress: Progress) -> Projection:
    """The vectors drawn in a plane, layer by layer."""
    shipped = shipped_projections().get((question.key, settings))
    if shipped is not None:
        return shipped
    vectors = word_vectors(question, on_progress).vectors
    return _PICTURES.get(
        (question.key, repr(settings)), lambda: _projector().project(vectors, settings, on_progress=on_progress)
    )


def warm_projector() -> None:
    """Let UMAP be compiled in its own process, before somebody waits for it. Returns at once."""
    _projector().warm()


def measures(question: SensesRequest, on_progress: Progress) -> LayerMeasures:
    """How well each layer tells the labelled senses apart."""
    from components.senses.model.measures import measures_by_layer  # SciPy: not before somebody asks

    found = word_vectors(question, on_progress)
    senses = point_senses(found.points, question.sentences)

    def so_far(done: int, of: int) -> None:
        on_progress(f"Layer {done} of {of}")

    key = (question.key, repr(senses))
    return _MEASURES.get(key, lambda: measures_by_layer(found.vectors, senses, found.texts, on_progress=so_far))


def cluster_points(question: SensesRequest, layer: int, count: int | None) -> tuple[int, ...]:
    """A cluster for each point, found without labels at one layer.

    Raises:
        UserError: There are more than :data:`MOST_GROUPED` points: every one is compared with every other.
    """
    count_of = len(word_vectors(question, _quiet).points)
    if count_of > CLUSTERING_LIMIT:
        raise UserError(f"Clustering takes up to {CLUSTERING_LIMIT:,} sentences, not {count_of:,}. Use fewer.")
    return _clusters(question.key, layer, count, _question=question)


@st.cache_data(max_entries=200, show_spinner=False)
def _clusters(key: str, layer: int, count: int | None, *, _question: SensesRequest) -> tuple[int, ...]:
    from components.senses.model.clusters import cluster_points as found

    vectors = word_vectors(_question, _quiet)
    return tuple(found(vectors.vectors[:, layer], count, vectors.texts).tolist())


def place_point(question: SensesRequest, settings: ProjectionSettings, new: np.ndarray) -> np.ndarray:
    """Where a new point lands in every picture. *Shape:* ``new`` (layer + 1, width), (layer + 1, 2)."""
    from components.senses.model.projection import place_point as found

    vectors = word_vectors(question, _quiet).vectors
    place: np.ndarray = found(project(question, settings, _quiet), vectors, new)
    return place


@dataclass(frozen=True)
class MapWithSentence:
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


def map_with_sentence(question: SensesRequest, sentence: str) -> MapWithSentence | None:
    """The map of a word with one more sentence in it; None where the word does not stand there."""
    asked = SensesRequest(question.model_id, question.forms, (LabelledSentence(sentence),), question.pooling)
    own, found = word_vectors(asked, _quiet), word_vectors(question, _quiet)
    if not own.points:
        return None
    own, settings = own.first_point(), ProjectionSettings()
    spot = place_point(question, settings, own.vectors[0])
    places = np.concatenate([project(question, settings, _quiet).points, spot[:, None]], axis=1)
    senses = point_senses(found.points, question.sentences)
    labels = tuple(sense or "" for sense in senses)
    payload = encode_map(places, concatenate_vectors([found, own]), (*labels, ""), (len(found.points),))
    vote = neighbour_vote(question, found.layers, own.vectors[0, found.layers], sentence)
    return MapWithSentence(payload, vote, voter_table(vote, found.points, senses, labels), own.points[0].positions[0])


def nearest_points(found: WordVectors, layer: int, point: int, count: int) -> tuple[PointNeighbour, ...]:
    """The points nearest to one of them at a layer in so many other sentences, in the full space."""
    from components.senses.model.neighbours import nearest_to_point

    return nearest_to_point(found.vectors[:, layer], point, count, found.texts)


def neighbour_vote(question: SensesRequest, layer: int, new: np.ndarray, sentence: str) -> Vote:
    """The sense that the neighbours of a vector of ``sentence`` vote for. *Shape:* ``new`` (width,)."""
    from components.senses.model.neighbours import neighbour_vote

    found = word_vectors(question, _quiet)
    return neighbour_vote(
        found.vectors[:, layer], point_senses(found.points, question.sentences), new, found.texts, excluded=sentence
    )


@dataclass(frozen=True, eq=False)
class ClusterSummary:
    """Clusters found without labels at one layer, the words around them, and how alike the points are.

    ``order`` is that of the clusters' tree, ``cosines`` are those it was made of, ``agreement`` is with the senses.
    *Shape:* ``cosines`` (point, point)
    """

    clusters: tuple[int, ...]
    words: tuple[tuple[ClusterWord, ...], ...]
    order: tuple[int, ...]
    cosines: np.ndarray
    rand_index: float | None


def summarise_clusters(question: SensesRequest, layer: int, count: int | None) -> ClusterSummary:
    """What lies together at a layer, and what the sentences of a group share."""
    from components.model.statistics.cosines import centre_rows, cosine_matrix
    from components.senses.model.cluster_words import cluster_words
    from components.senses.model.clusters import adjusted_rand_index, dendrogram_order

    found = word_vectors(question, _quiet)
    of = cluster_points(question, layer, count)
    texts, spans = found.texts, [(point.start, point.end) for point in found.points]
    vectors = found.vectors[:, layer]
    order = tuple(dendrogram_order(vectors).tolist())
    senses = point_senses(found.points, question.sentences)
    agree = adjusted_rand_index(of, senses, texts)
    return ClusterSummary(of, cluster_words(texts, spans, of), order, cosine_matrix(centre_rows(vectors)), agree)


@st.cache_resource(max_entries=1, show_spinner=False)
def _projector() -> "Projector":
    from components.senses.model.projector import Projector

    return Projector()


def encode_map(
    drawn: np.ndarray, found: WordVectors, labels: tuple[str, ...], added: tuple[int, ...] = (), *, owner: str = ""
) -> bytes:
    """What the browser draws. *Shape:* ``drawn`` (layer + 1, point, 2)."""
    return encode_sense_map(
        drawn,
        layer_names=["Layer 0: before any context", *(f"Layer {layer}" for layer in range(1, found.layers + 1))],
        labels=labels,
        texts=found.texts,
        spans=[(point.start, point.end) for point in found.points],
        added=added,
        owner=owner,
    )


def _quiet(_: str) -> None:
    """Ignore progress."""
