"""Cached results of the room “Word meanings”: vectors, projections and measures, shared by all visitors.

The projections of presets are shipped (:mod:`cache.shipped.sense_pictures`) because UMAP is slow. They are used when
the request equals the one they were made for.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from cache.engine import engine
from cache.shipped.sense_pictures import shipped_projections
from cache.sized_cache import share_results
from components.model.word_senses import concordance, sense_presets
from components.senses.model.projection_results import Projection, ProjectionSettings
from components.senses.model.request import SENTENCES_PER_PART, SensesRequest
from components.senses.model.results import (
    LayerMeasures,
    PointNeighbour,
    Vote,
    WordVectors,
    concatenate_vectors,
    point_senses,
)

if TYPE_CHECKING:
    from components.senses.model.projector import Projector

Progress = Callable[[str], None]


def included_sentences() -> tuple[str, ...]:
    """The sentences of all words that ship with their meanings, each once."""
    return tuple(
        dict.fromkeys(each.sentence for preset in (*sense_presets(), *concordance()) for each in preset.sentences)
    )


@share_results(size=lambda word: word.vectors.nbytes, by=lambda request, on_progress: request.key)
def word_vectors(request: SensesRequest, on_progress: Progress) -> WordVectors:
    """The vectors of every occurrence of the word; ``on_progress`` is called with a short status text."""
    from components.senses.model.word_vectors import word_vectors

    texts = tuple(sentence.sentence for sentence in request.sentences)
    opened, parts = engine().open_model(request.model_id), []
    for start in range(0, len(texts), SENTENCES_PER_PART):
        if start:
            on_progress(f"Sentence {start:,} of {len(texts):,}")
        part = texts[start : start + SENTENCES_PER_PART]
        parts.append(word_vectors(opened, part, request.forms, pooling=request.pooling))
    return concatenate_vectors(parts)


def project(
    request: SensesRequest, settings: ProjectionSettings, on_progress: Progress, *, asker: str = ""
) -> Projection:
    """The projection of the vectors to a plane, layer by layer; ``asker`` is whose turn it counts as."""
    shipped = shipped_projections().get((request.key, settings))
    if shipped is not None:
        return shipped
    return _project(request, settings, on_progress, asker)


@share_results(size=lambda drawn: drawn.points.nbytes, by=lambda request, settings, *_: (request.key, settings))
def _project(request: SensesRequest, settings: ProjectionSettings, on_progress: Progress, asker: str) -> Projection:
    vectors = word_vectors(request, on_progress).vectors
    return _projector().project(vectors, settings, on_progress=on_progress, asker=asker)


def warm_projector() -> None:
    """Start compiling UMAP in the worker process before a visitor waits for it. Returns at once."""
    _projector().warm()


@share_results(200)
def measures(request: SensesRequest, on_progress: Progress) -> LayerMeasures:
    """How well each layer separates the labelled senses."""
    from components.senses.model.measures import measures_by_layer  # imports SciPy, so only when needed

    vectors = word_vectors(request, on_progress)
    senses = point_senses(vectors.points, request.sentences)

    def report_layer(done: int, of: int) -> None:
        on_progress(f"Layer {done} of {of}")

    return measures_by_layer(vectors.vectors, senses, vectors.texts, on_progress=report_layer)


def place_point(request: SensesRequest, settings: ProjectionSettings, new: np.ndarray) -> np.ndarray:
    """The position of a new point in every picture. *Shape:* ``new`` (layer + 1, width) -> (layer + 1, 2)."""
    from components.senses.model.projection import place_point

    vectors = word_vectors(request, _ignore_progress).vectors
    position: np.ndarray = place_point(project(request, settings, _ignore_progress), vectors, new)
    return position


def nearest_points(vectors: WordVectors, layer: int, point: int, count: int) -> tuple[PointNeighbour, ...]:
    """The points nearest to one point at a layer, one from each of ``count`` other sentences."""
    from components.senses.model.neighbours import nearest_to_point

    return nearest_to_point(vectors.vectors[:, layer], point, count, vectors.texts)


def neighbour_vote(request: SensesRequest, layer: int, new: np.ndarray, sentence: str) -> Vote:
    """The vote of the neighbours of a vector of ``sentence`` at a layer. *Shape:* ``new`` (width,)."""
    from components.senses.model.neighbours import neighbour_vote

    vectors = word_vectors(request, _ignore_progress)
    senses = point_senses(vectors.points, request.sentences)
    vote = neighbour_vote(vectors.vectors[:, layer], senses, new, vectors.texts, excluded=sentence)
    return replace(vote, similar_from=similar_from(request, layer))


@share_results(200)
def similar_from(request: SensesRequest, layer: int) -> float | None:
    """The smallest cosine at a layer that a sentence with a sense has with its nearest other one."""
    from components.senses.model.neighbours import lowest_labelled_cosine

    vectors = word_vectors(request, _ignore_progress)
    labels = point_senses(vectors.points, request.sentences)
    return lowest_labelled_cosine(vectors.vectors[:, layer], labels, vectors.texts)


@share_results(1)
def _projector() -> "Projector":
    from components.senses.model.projector import Projector

    return Projector()


def _ignore_progress(_: str) -> None:
    """Ignore progress."""
