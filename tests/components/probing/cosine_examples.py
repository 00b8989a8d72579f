"""Made-up samples and profiles of cosines."""

import numpy as np

from components.model.results import Conditions
from components.model.statistics.bootstrap import Interval
from components.probing.model.cosine_results import (
    Correction,
    CosineBand,
    CosineProfile,
    DimensionContribution,
    LayerCosines,
    PairCosines,
)
from components.probing.model.word_sample import WordSample

CONDITIONS = Conditions("pocket-bert", "r", "cpu", "float32", "v")


def word_sample(vectors: np.ndarray, sentence_indices: list[int], form_indices: list[int]) -> WordSample:
    """A sample with the given vectors. *Shape:* ``vectors`` (layer + 1, word, width)."""
    return WordSample(
        texts=tuple(f"w{form}" for form in form_indices),
        starts=np.arange(len(form_indices)),
        sentence_indices=np.array(sentence_indices),
        form_indices=np.array(form_indices),
        vectors=vectors.astype(np.float32),
        sentence_count=max(sentence_indices) + 1,
        conditions=CONDITIONS,
    )


def random_sample(seed: int, *, shift: float = 0.0, words: int = 60, width: int = 8, layers: int = 2) -> WordSample:
    """Words with normally distributed vectors around a point; sentences of five words, each word in several of them."""
    generator = np.random.default_rng(seed)
    vectors = generator.standard_normal((layers, words, width)) + shift * np.eye(width)[0]
    return word_sample(vectors, [word // 5 for word in range(words)], [word % 13 for word in range(words)])


def layer_cosines(
    random_words: float, same_word: float = 0.8, sentence: float = 0.6, dimensions: tuple[float, ...] = (0.0, 0.0, 0.0)
) -> LayerCosines:
    """Means with narrow intervals; ``dimensions`` are what the largest ones add."""
    return LayerCosines(
        *(Interval(value - 0.01, value, value + 0.01) for value in (random_words, same_word, sentence)),
        CosineBand(random_words - 0.1, random_words, random_words + 0.1),
        tuple(DimensionContribution(7 + number, value) for number, value in enumerate(dimensions)),
    )


def cosine_profile(*layers: LayerCosines, correction: Correction | None = None) -> CosineProfile:
    """A profile with these layers."""
    return CosineProfile(layers, correction or Correction(), 100, 250, 2500, 2000, 300, 0.3, CONDITIONS)


def pair_cosines(cosine: float, share_below: float) -> PairCosines:
    """A pair in a model of one layer, with the same cosine in layers 0 and 1."""
    return PairCosines(("bank", "river"), (cosine, cosine), (share_below, share_below))
