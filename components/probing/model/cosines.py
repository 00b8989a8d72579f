"""How similar words are by cosine, layer by layer, and what a shared direction has to do with it.

The vectors of a layer point into a narrow cone, so that two random words have a high cosine (Ethayarajh 2019,
https://aclanthology.org/D19-1006). Three means show it: of random words, of the same word in its sentences
("self-similarity"), and of a word with the mean of its sentence ("intra-sentence similarity"). What all vectors share
can be taken away: the mean, the mean and the largest principal directions (Mu and Viswanath 2018,
https://arxiv.org/abs/1702.01417), or the mean and the scale of each dimension, because a few dimensions may dominate
every cosine (Timkey and van Schijndel 2021, https://aclanthology.org/2021.emnlp-main.372).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch

from components.model.statistics.bootstrap import interval, mean_interval, resample_indices
from components.model.statistics.cosines import Array, Vectors, unit_rows
from components.model.user_errors import UserError
from components.probing.model.cosine_results import (
    DIRECTIONS_LIMIT,
    Correction,
    CorrectionKind,
    CosineBand,
    CosineProfile,
    DimensionContribution,
    LayerCosines,
    PairCosines,
    WordPlace,
)
from components.probing.model.sentences import word_spans
from components.probing.model.word_sample import Indices, WordSample

PAIR_LIMIT = 2000  # random pairs: with fewer words than that needs, all pairs are taken
RESAMPLES = 1000  # of the sentences, for the interval of random pairs
SEED = 0
TOLERANCE = 1e-9  # cosines that differ by less count as equal
DIMENSIONS_LISTED = 3
BAND = (5.0, 50.0, 95.0)  # percentiles


@dataclass(frozen=True, eq=False)
class FittedCorrection:
    """A correction with the values of one layer: what is subtracted, divided by, and projected out.

    *Shape:* ``mean``, ``scale`` (width,); ``directions`` (direction, width), orthonormal
    """

    mean: Array
    scale: Array
    directions: Array

    @property
    def size(self) -> int:
        """The size of its arrays in bytes."""
        return self.mean.nbytes + self.scale.nbytes + self.directions.nbytes

    def apply(self, vectors: Vectors) -> Array:
        """Correct vectors. *Shape:* (…, width)."""
        exact = (np.asarray(vectors, dtype=np.float64) - self.mean) / self.scale
        corrected: Array = exact - exact @ self.directions.T @ self.directions
        return corrected


def fit_correction(vectors: Vectors, correction: Correction) -> FittedCorrection:
    """Take the values of a correction from the vectors of one layer.

    Args:
        vectors: *Shape:* (word, width)
        correction: What is to be done to them.
    """
    exact = np.asarray(vectors, dtype=np.float64)
    width = exact.shape[1]
    mean, scale, directions = np.zeros(width), np.ones(width), np.empty((0, width))
    if correction.kind is not CorrectionKind.NONE:
        mean = exact.mean(axis=0)
    if correction.kind is CorrectionKind.STANDARDISED:
        deviation = exact.std(axis=0)
        scale = np.where(deviation > 0, deviation, 1.0)
    if correction.kind is CorrectionKind.DIRECTIONS and correction.directions:
        directions = principal_directions(exact - mean, min(correction.directions, DIRECTIONS_LIMIT, width))
    return FittedCorrection(mean, scale, directions)


def principal_directions(centred: Array, count: int) -> Array:
    """The directions of largest variance, the largest first. *Shape:* (word, width) -> (direction, width)."""
    columns = torch.linalg.eigh(torch.from_numpy(centred.T @ centred)).eigenvectors  # in rising order of variance
    directions: Array = columns.numpy().T[::-1][:count].copy()
    return directions


def random_pairs(sentence_indices: Indices, form_indices: Indices, *, limit: int = PAIR_LIMIT) -> Indices:
    """Pairs of different words of different sentences, drawn with a fixed seed; all of them if there are few.

    Args:
        sentence_indices: The sentence of each word. *Shape:* (word,)
        form_indices: Equal for the same word. *Shape:* (word,)
        limit: The largest number of pairs.

    Returns:
        *Shape:* (2, pair)
    """
    count = len(sentence_indices)
    if count * (count - 1) // 2 <= limit:
        pairs = np.stack(np.triu_indices(count, k=1))
    else:
        pairs = np.random.default_rng(SEED).integers(count, size=(2, 4 * limit))
    differ = (sentence_indices[pairs[0]] != sentence_indices[pairs[1]]) & (
        form_indices[pairs[0]] != form_indices[pairs[1]]
    )
    different: Indices = pairs[:, differ][:, :limit]
    return different


def self_similarities(unit: Array, groups: Sequence[Indices]) -> Array:
    """The mean cosine of every two members of each group.

    Args:
        unit: Vectors of length 1. *Shape:* (word, width)
        groups: The members of each group, at least two.

    Returns:
        *Shape:* (group,)
    """
    means = []
    for members in groups:
        rows = unit[members]
        count = len(rows)
        # The square of the sum is the sum of all products, each row with itself included.
        means.append(((rows.sum(axis=0) ** 2).sum() - (rows**2).sum()) / (count * (count - 1)))
    return np.array(means, dtype=np.float64)


def sentence_similarities(vectors: Array, sentence_indices: Indices) -> Array:
    """The mean cosine of each sentence's words with the mean of their vectors, for sentences of two words or more.

    *Shape:* ``vectors`` (word, width) -> (sentence,)
    """
    means = []
    for members in _members(sentence_indices):
        if len(members) < 2:
            continue
        rows = vectors[members]
        means.append(float((unit_rows(rows) @ unit_rows(rows.mean(axis=0, keepdims=True)).T).mean()))
    return np.array(means, dtype=np.float64)


def repeated_words(sample: WordSample) -> list[Indices]:
    """For each word of several sentences, its first occurrence in each of them."""
    groups = []
    for members in _members(sample.form_indices):
        first = np.unique(sample.sentence_indices[members], return_index=True)[1]
        if len(first) > 1:
            groups.append(members[first])
    return groups


def dimension_contributions(unit: Array, pairs: Indices) -> Array:
    """What each dimension adds to the mean cosine of pairs; the sum over dimensions is that mean.

    *Shape:* ``unit`` (word, width), ``pairs`` (2, pair) -> (width,)
    """
    contributions: Array = (unit[pairs[0]] * unit[pairs[1]]).mean(axis=0)
    return contributions


@dataclass(frozen=True, eq=False)
class FittedLayers:
    """A correction fitted at every layer of a sample, and the cosines of random pairs of corrected vectors.

    Attributes:
        correction: What is done to the vectors.
        layers: Its values at each layer.
        pairs: The random pairs. *Shape:* (2, pair)
        random_cosines: *Shape:* (layer + 1, pair)
    """

    correction: Correction
    layers: tuple[FittedCorrection, ...]
    pairs: Indices
    random_cosines: Array

    @property
    def size(self) -> int:
        """The size of its arrays in bytes."""
        return self.random_cosines.nbytes + self.pairs.nbytes + sum(layer.size for layer in self.layers)


def fit_layers(sample: WordSample, correction: Correction) -> FittedLayers:
    """Fit a correction at every layer, and take the cosines of random pairs.

    Raises:
        UserError: There are too few words.
    """
    pairs = random_pairs(sample.sentence_indices, sample.form_indices)
    if not pairs.size:
        raise UserError("There are too few different words to compare. Add sentences.")
    layers, cosines = [], []
    for vectors in sample.vectors:
        layers.append(fit_correction(vectors, correction))
        unit = unit_rows(layers[-1].apply(vectors))
        cosines.append(np.einsum("pw,pw->p", unit[pairs[0]], unit[pairs[1]]))
    return FittedLayers(correction, tuple(layers), pairs, np.stack(cosines))


def cosine_profile(sample: WordSample, fitted: FittedLayers) -> CosineProfile:
    """The mean cosines at every layer.

    Args:
        sample: The words.
        fitted: A correction fitted to them.

    Raises:
        UserError: No word is repeated.
    """
    pairs, groups = fitted.pairs, repeated_words(sample)
    if not groups:
        raise UserError("No word occurs in two of the sentences. Add a sentence that repeats a word of another one.")
    weights, sentences = _sentence_weights(sample.sentence_count), sample.sentence_indices[pairs]
    pair_weights = weights[:, sentences[0]] * weights[:, sentences[1]]  # (resample, pair)
    pair_weights = pair_weights[pair_weights.any(axis=1)]  # of few sentences, one may be drawn alone
    resampled = pair_weights @ fitted.random_cosines.T / pair_weights.sum(axis=1, keepdims=True)  # (resample, layer)
    group_draws = resample_indices(len(groups))
    layers = []
    for layer, vectors in enumerate(sample.vectors):
        corrected = fitted.layers[layer].apply(vectors)
        unit, cosines = unit_rows(corrected), fitted.random_cosines[layer]
        similarities = sentence_similarities(corrected, sample.sentence_indices)
        layers.append(
            LayerCosines(
                random_words=interval(float(cosines.mean()), resampled[:, layer]),
                same_word=mean_interval(self_similarities(unit, groups), group_draws),
                word_and_sentence=mean_interval(similarities, resample_indices(len(similarities))),
                band=CosineBand(*(float(value) for value in np.percentile(cosines, BAND))),
                dimensions=_largest(dimension_contributions(unit, pairs)),
            )
        )
    lengths = np.array([len(members) for members in _members(sample.sentence_indices) if len(members) > 1])
    return CosineProfile(
        layers=tuple(layers),
        correction=fitted.correction,
        width=int(sample.vectors.shape[-1]),
        sentence_count=sample.sentence_count,
        word_count=len(sample.texts),
        pair_count=pairs.shape[1],
        repeated_count=len(groups),
        chance_similarity=float((1 / np.sqrt(lengths)).mean()),
        conditions=sample.conditions,
    )


def pair_cosines(fitted: FittedLayers, of_pair: WordSample, places: tuple[WordPlace, WordPlace]) -> PairCosines:
    """The cosine of two words at every layer, and how many of the random pairs have a smaller one.

    Args:
        fitted: What is done to all vectors, and the random pairs.
        of_pair: The words of the sentences of ``places``, in that order.
        places: The two words.

    Raises:
        UserError: The model reads nothing where one of the words stands.
    """
    rows = [_row(of_pair, sentence, place) for sentence, place in enumerate(places)]
    cosines = []
    for layer, vectors in zip(fitted.layers, of_pair.vectors[:, rows], strict=True):
        first, second = unit_rows(layer.apply(vectors))
        cosines.append(float(np.clip(first @ second, -1.0, 1.0)))
    shares = (fitted.random_cosines < np.array(cosines)[:, None] - TOLERANCE).mean(axis=1).tolist()
    first_word, second_word = (of_pair.texts[row] for row in rows)
    return PairCosines((first_word, second_word), tuple(cosines), tuple(shares))


def _row(of_pair: WordSample, sentence: int, place: WordPlace) -> int:
    """The row of a word among ``of_pair``."""
    start, end = word_spans(place.sentence)[place.word]
    rows = np.nonzero((of_pair.sentence_indices == sentence) & (of_pair.starts == start))[0]
    if not len(rows):
        text = place.sentence[start:end]
        raise UserError(f"This model reads nothing where “{text}” stands. Choose another word.")
    return int(rows[0])


def _sentence_weights(count: int) -> Array:
    """How often each sentence is drawn in each resample. *Shape:* (resample, sentence)."""
    draws = resample_indices(count, resamples=RESAMPLES)
    return np.stack([np.bincount(draw, minlength=count) for draw in draws]).astype(np.float64)


def _members(labels: Indices) -> list[Indices]:
    """The indices that have each label, in the order of the labels."""
    order = np.argsort(labels, kind="stable")
    groups: list[Indices] = np.split(order, np.nonzero(np.diff(labels[order]))[0] + 1)
    return groups


def _largest(contributions: Array) -> tuple[DimensionContribution, ...]:
    order = np.argsort(-contributions, kind="stable")[:DIMENSIONS_LISTED]
    return tuple(DimensionContribution(int(index), float(contributions[index])) for index in order)
