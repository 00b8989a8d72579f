"""The river of a word: where each of its sentences lies between two meanings, layer by layer.

In every layer an axis leads from the mean vector of the sentences with one meaning to that of the other meaning, after
all vectors were scaled to length 1, as for cosines. A sentence's height is its vector's distance along that axis from
the point halfway between the two means. A sentence that belongs to a mean would draw that mean towards itself, so its
height is computed with the sentence left out. Otherwise even random vectors would seem to separate: in a space of
hundreds of dimensions, every sentence is nearer to a mean that contains it.

The same heights with shuffled meanings are the control. A sentence that has the word twice is left out, and shuffled,
as a whole.
"""

from collections.abc import Hashable, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from components.model.statistics.cosines import Array, Vectors, unit_rows
from components.model.user_errors import UserError
from components.senses.model.neighbours import nearest_to_vector, neighbour_vote
from components.senses.model.results import WordPoint, WordVectors
from components.senses.model.river_results import River, RiverThread

SENTENCE_LIMIT = 1000  # of a river: the shuffled control reads all of them a hundred times
THREAD_LIMIT = 5  # of an added sentence that has the word more often
NEAREST = 3  # sentences listed for each layer of a thread
SHUFFLES, SEED = 100, 0
PERCENTILES = (2.5, 97.5)


def check_river(labels: Sequence[str | None], texts: Sequence[str], senses: tuple[str, str]) -> None:
    """Check that the sentences make a river between two meanings.

    Args:
        labels: The meaning of each point.
        texts: The sentence of each point.
        senses: The two meanings.

    Raises:
        UserError: There are too many sentences, or too few with one of the meanings.
    """
    if (count := sum(label in senses for label in labels)) > SENTENCE_LIMIT:
        raise UserError(f"The river takes up to {SENTENCE_LIMIT:,} sentences, not {count:,}. Use fewer.")
    for sense in senses:
        if len({text for text, label in zip(texts, labels, strict=True) if label == sense}) < 2:
            raise UserError(f"The river needs two sentences or more that mean “{sense}”. Add some.")


def compute_river(
    vectors: Vectors, labels: Sequence[str | None], texts: Sequence[Hashable], senses: tuple[str, str]
) -> River:
    """The heights of all sentences that have one of two meanings.

    Args:
        vectors: *Shape:* (point, layer + 1, width).
        labels: The meaning of each point; points with another meaning, or none, are left out.
        texts: The sentence of each point.
        senses: The meaning with negative heights, and the one with positive heights.

    Raises:
        ValueError: A meaning has fewer than two sentences, so that nothing remains when one of them is left out.
    """
    points = [point for point, label in enumerate(labels) if label in senses]
    signs = np.array([1 if labels[point] == senses[1] else -1 for point in points])
    numbers = {text: number for number, text in enumerate(dict.fromkeys(texts[point] for point in points))}
    sentences = np.array([numbers[texts[point]] for point in points])  # (point,)
    first = np.unique(sentences, return_index=True)[1]  # one point of each sentence
    for sign, sense in zip((-1, 1), senses, strict=True):
        if (count := int((signs[first] == sign).sum())) < 2:
            raise ValueError(f"expected at least two sentences with {sense!r}, got {count}")
    random = np.random.default_rng(SEED)
    shuffled = [random.permutation(signs[first])[sentences] for _ in range(SHUFFLES)]
    heights, right_counts, shares = [], [], []
    for layer in range(vectors.shape[1]):
        unit = unit_rows(vectors[points, layer])
        heights.append(_heights_left_out(unit, signs, sentences))
        right_counts.append(int((heights[-1] * signs > 0).sum()))
        shares.append([(_heights_left_out(unit, each, sentences) * each > 0).mean() for each in shuffled])
    low, high = np.percentile(shares, PERCENTILES, axis=1)
    return River(
        senses=senses,
        points=tuple(points),
        signs=tuple(signs.tolist()),
        heights=tuple(tuple(each.tolist()) for each in heights),
        right_counts=tuple(right_counts),
        shuffled=tuple(np.mean(shares, axis=1).tolist()),
        shuffled_low=tuple(low.tolist()),
        shuffled_high=tuple(high.tolist()),
    )


def add_thread(
    river: River, vectors: Vectors, texts: Sequence[Hashable], new: Vectors, *, excluded: Hashable | None = None
) -> RiverThread:
    """The thread of one more sentence: its height in every layer, and the sentences nearest to it there.

    Args:
        river: The river.
        vectors: The vectors that the river was made of. *Shape:* (point, layer + 1, width)
        texts: The sentence of each point.
        new: The vector of the new sentence in every layer. *Shape:* (layer + 1, width)
        excluded: The sentence itself. If it is among ``texts``, it is left out of the means and the neighbours.

    Raises:
        ValueError: Nothing remains of a meaning without that sentence.
    """
    members = [(point, sign) for point, sign in zip(river.points, river.signs, strict=True) if texts[point] != excluded]
    points, signs = [point for point, _ in members], np.array([sign for _, sign in members])
    if len(set(signs.tolist())) < 2:
        raise ValueError("expected at least one other sentence with each meaning")
    heights, nearest = [], []
    for layer in range(vectors.shape[1]):
        others = vectors[points, layer]
        unit = unit_rows(others)
        negative, positive = unit[signs < 0].mean(axis=0), unit[signs > 0].mean(axis=0)
        heights.append(float(_height(unit_rows(new[layer]), negative, positive)))
        neighbours = nearest_to_vector(others, new[layer], NEAREST, [texts[point] for point in points])
        nearest.append(tuple(points[neighbour.point] for neighbour in neighbours))
    return RiverThread(heights=tuple(heights), nearest=tuple(nearest))


def added_threads(
    river: River,
    vectors: WordVectors,
    labels: Sequence[str | None],
    added: WordVectors,
    similar_from: float | None,
) -> tuple[tuple[WordPoint, RiverThread], ...]:
    """A thread for each time that the word occurs in an added sentence, up to :data:`THREAD_LIMIT`.

    Args:
        river: The river.
        vectors: What it was made of.
        labels: The meaning of each of its points.
        added: The word in the added sentence.
        similar_from: The smallest cosine that a sentence with a meaning has with its nearest other one, in the last
            layer; None if unknown.
    """
    threads = []
    for point, new in zip(added.points[:THREAD_LIMIT], added.vectors, strict=False):
        thread = add_thread(river, vectors.vectors, vectors.texts, new, excluded=point.sentence)
        vote = neighbour_vote(
            vectors.vectors[:, river.last], labels, new[river.last], vectors.texts, excluded=point.sentence
        )
        threads.append((point, replace(thread, is_far=replace(vote, similar_from=similar_from).is_far)))
    return tuple(threads)


def nearest_senses(vectors: Vectors, labels: Sequence[str | None], new: Vectors) -> tuple[str, str]:
    """The two meanings whose mean vectors are most similar to a new vector, in the order of the labels.

    Args:
        vectors: *Shape:* (point, width).
        labels: The meaning of each point, or None; at least two meanings.
        new: *Shape:* (width,).
    """
    names = list(dict.fromkeys(label for label in labels if label is not None))
    unit = unit_rows(vectors)
    means = [unit[[label == name for label in labels]].mean(axis=0) for name in names]
    first, second = sorted(np.argsort(-(unit_rows(np.array(means)) @ unit_rows(new)), kind="stable")[:2].tolist())
    return names[first], names[second]


def _heights_left_out(unit: Array, signs: npt.NDArray[np.int_], sentences: npt.NDArray[np.intp]) -> Array:
    """The height of every point on the axis of all other sentences.

    Args:
        unit: Vectors of length 1. *Shape:* (point, width)
        signs: −1 or 1 for each point. *Shape:* (point,)
        sentences: The sentence of each point, counted from 0. *Shape:* (point,)

    Returns:
        *Shape:* (point,)
    """
    of_sentence = np.zeros((sentences.max() + 1, unit.shape[1]))
    np.add.at(of_sentence, sentences, unit)
    left_out, count_left_out = of_sentence[sentences], np.bincount(sentences)[sentences][:, None]
    means = {}
    for sign in (-1, 1):
        has = signs == sign
        own_sense = has[:, None]
        remaining = has.sum() - own_sense * count_left_out
        means[sign] = (unit[has].sum(axis=0) - own_sense * left_out) / remaining  # (point, width)
    return _height(unit, means[-1], means[1])


def _height(unit: Array, negative: Array, positive: Array) -> Array:
    """How far vectors lie from the middle between two means, along the axis from one to the other.

    *Shape:* (…, width) each -> (…,)
    """
    direction = positive - negative
    length = np.linalg.norm(direction, axis=-1)
    height: Array = ((unit - (negative + positive) / 2) * direction).sum(axis=-1) / np.where(length > 0, length, 1.0)
    return height
