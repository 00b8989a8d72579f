"""Results about cosines: of words with each other, layer by layer, with and without a correction of the vectors."""

from dataclasses import dataclass
from enum import StrEnum

from components.model.results import Conditions
from components.model.statistics.bootstrap import Interval

DIRECTIONS_LIMIT = 5  # directions that a correction can take away


class CorrectionKind(StrEnum):
    """What is done to the vectors of a layer before cosines are taken. The values are labels on the page."""

    NONE = "as they are"
    MEAN = "without the mean"
    DIRECTIONS = "without mean and top directions"
    STANDARDISED = "each dimension standardised"


@dataclass(frozen=True)
class Correction:
    """A correction of the vectors of a layer.

    Attributes:
        kind: The kind of correction.
        directions: How many principal directions are taken away, in addition to the mean; 0 for the other kinds.
    """

    kind: CorrectionKind = CorrectionKind.NONE
    directions: int = 0


@dataclass(frozen=True)
class DimensionContribution:
    """What one dimension adds to the mean cosine of random pairs. ``dimension`` is counted from 0."""

    dimension: int
    contribution: float


@dataclass(frozen=True)
class CosineBand:
    """The 5th, 50th and 95th percentile of the cosines of random pairs."""

    low: float
    median: float
    high: float


@dataclass(frozen=True)
class LayerCosines:
    """Mean cosines at one layer, each with its 95% interval.

    Attributes:
        random_words: Of two different words of different sentences, over random pairs.
        same_word: Of a word with itself in another sentence: the mean over its pairs of sentences, then over words.
        word_and_sentence: Of a word with the mean of all words of its sentence: the mean over words, then over
            sentences.
        band: How the cosines of the random pairs are spread.
        dimensions: The dimensions that add most to the mean cosine of random pairs, the largest first.
    """

    random_words: Interval
    same_word: Interval
    word_and_sentence: Interval
    band: CosineBand
    dimensions: tuple[DimensionContribution, ...]


@dataclass(frozen=True)
class CosineProfile:
    """The cosines of a model's words, layer by layer; the first are those of the embeddings.

    Attributes:
        layers: One entry for each layer.
        correction: What was done to the vectors.
        width: The number of dimensions.
        sentence_count: The number of sentences.
        word_count: The number of words in them, repetitions included.
        pair_count: The number of random pairs.
        repeated_count: The number of different words that occur in more than one sentence.
        chance_similarity: What a word and its sentence would have if all words of it were orthogonal and of one length:
            the mean of 1/√n over the sentences, with n words each.
        conditions: How the vectors were computed.
    """

    layers: tuple[LayerCosines, ...]
    correction: Correction
    width: int
    sentence_count: int
    word_count: int
    pair_count: int
    repeated_count: int
    chance_similarity: float
    conditions: Conditions


@dataclass(frozen=True)
class WordPlace:
    """A word of a sentence, by its index among the sentence's words."""

    sentence: str
    word: int


@dataclass(frozen=True)
class PairCosines:
    """The cosine of two words layer by layer, beside those of random pairs; the first is that of the embeddings.

    Attributes:
        words: The two words, as written.
        cosines: Their cosine at each layer.
        shares_below: The share of the random pairs that have a smaller cosine at that layer, from 0 to 1.
    """

    words: tuple[str, str]
    cosines: tuple[float, ...]
    shares_below: tuple[float, ...]
