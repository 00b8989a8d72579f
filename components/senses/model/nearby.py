"""Words of other sentences whose vectors are nearest to a word's, for a word whose meanings nobody has labelled.

They are searched in the last layer among the content words of the included sentences, and followed back through all
layers: how similar they were to the word before any context, and in which layer they have come close.
"""

from collections.abc import Callable, Sequence

import numpy as np

from components.model.checkpoints.open_model import OpenModel
from components.model.statistics.cosines import unit_rows
from components.model.tokens.occurrences import content_spans
from components.senses.model.neighbours import nearest_to_vector
from components.senses.model.results import WordPoint, WordVectors
from components.senses.model.river_results import NearbyWords, WordIndex
from components.senses.model.word_vectors import vectors_at

NEARBY = 10  # words
PART = 64  # sentences that are read between two reports of progress


def index_words(opened: OpenModel, sentences: Sequence[str], on_progress: Callable[[int, int], None]) -> WordIndex:
    """Read sentences, and keep the vectors of their content words in the last layer.

    Args:
        opened: The model.
        sentences: The sentences.
        on_progress: Called with the number of sentences that have been read, and of all.
    """
    points: list[WordPoint] = []
    vectors = []
    for start in range(0, len(sentences), PART):
        on_progress(start, len(sentences))
        read = vectors_at(opened, sentences[start : start + PART], content_spans, ())
        points += read.points
        vectors.append(unit_rows(read.vectors[:, -1]).astype(np.float32))
    return WordIndex(tuple(points), np.concatenate(vectors))


def nearby_words(opened: OpenModel, index: WordIndex, added: WordVectors) -> NearbyWords:
    """The words nearest to a visitor's in the last layer, one from each of :data:`NEARBY` other sentences.

    Args:
        opened: The model.
        index: The words to search.
        added: The visitor's word, once.
    """
    (point,) = added.points
    texts = [each.sentence for each in index.points]
    neighbours = nearest_to_vector(index.vectors, added.vectors[0, -1], NEARBY, texts, excluded=point.sentence)
    nearest = [index.points[neighbour.point] for neighbour in neighbours]
    spans = {each.sentence: ((each.start, each.end),) for each in nearest}
    read = vectors_at(opened, [each.sentence for each in nearest], spans.__getitem__, ())
    cosines = np.einsum("wld,ld->lw", unit_rows(read.vectors), unit_rows(added.vectors[0]))
    layers = tuple(tuple(layer.tolist()) for layer in np.clip(cosines, -1.0, 1.0))
    return NearbyWords(point, tuple(nearest), layers, is_far=neighbours[0].cosine < index.similar_from)
