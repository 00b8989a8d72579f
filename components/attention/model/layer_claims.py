"""What tutorials say about early, middle and late layers, measured on one sentence.

The claims go back to Clark et al. 2019 (https://arxiv.org/abs/1906.04341) and Jawahar et al. 2019
(https://aclanthology.org/P19-1356), who average over many sentences; a single sentence may differ.
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from components.model.results import Floats, Trace
from components.model.tokens.function_words import is_content_token

PAIRS_BELOW = 0.95  # of all other pairs of words stay below the baseline of two words
SMALLEST_COUNT = 4  # words of a sentence: fewer have too few other pairs to compare with


class LayerPart(StrEnum):
    """A third of the layers."""

    EARLY = "early"
    MIDDLE = "middle"
    LATE = "late"


@dataclass(frozen=True)
class LayerClaim:
    """One claim: something is strongest in one third of the layers.

    Attributes:
        part: The third that tutorials name.
        by_layer: The measured value, one a layer, from 0 to 1.
        heads: The head that has it, from 0, one a layer; empty for averages over heads.
        baseline: Of averages over heads, the value if attention were spread evenly over all tokens. Of a largest
            weight, the largest weight in any layer and head that :data:`PAIRS_BELOW` of the other pairs of words have
            at most: a maximum is compared with maxima.
    """

    part: LayerPart
    by_layer: tuple[float, ...]
    heads: tuple[int, ...]
    baseline: float

    @property
    def strongest_layer(self) -> int:
        """The layer with the largest value, from 0."""
        return int(np.argmax(self.by_layer))

    @property
    def is_in_part(self) -> bool:
        """Whether the largest value is in the named third."""
        return part_of_layer(self.strongest_layer, len(self.by_layer)) is self.part

    @property
    def is_above_baseline(self) -> bool:
        """Whether the largest value is above the baseline, by more than rounding."""
        return max(self.by_layer) > self.baseline * (1 + 1e-5)

    @property
    def holds(self) -> bool:
        """Whether the largest value is in the named third and above the baseline."""
        return self.is_in_part and self.is_above_baseline


@dataclass(frozen=True)
class LayerClaims:
    """The three claims on one sentence; None for what the sentence or the model does not have.

    Attributes:
        nearby: Attention of words to the word before and the word after, averaged over words and heads: early.
        pair: The largest weight from one word to another over the heads of a layer: middle.
        content: Attention of the start token to content words, averaged over heads: late.
    """

    nearby: LayerClaim | None
    pair: LayerClaim | None
    content: LayerClaim | None


def part_of_layer(layer: int, count: int) -> LayerPart:
    """The third of ``count`` layers that a layer, from 0, belongs to."""
    return list(LayerPart)[min(2, 3 * layer // count)]


def three_layers(count: int) -> tuple[int, ...]:
    """The first, the middle and the last of ``count`` layers, from 0, each once: 1, 6 and 12 of twelve."""
    return tuple(sorted({0, max(0, count // 2 - 1), count - 1}))


def layer_claims(trace: Trace, pair: tuple[int, int] | None) -> LayerClaims:
    """Measure the claims.

    Args:
        trace: The sentence.
        pair: Positions of a word and of the word that it may attend to.
    """
    attention, items = trace.attention, trace.tokens.items
    words = np.array([not token.special for token in items])
    content = [position for position, token in enumerate(items) if is_content_token(token)]
    starts = items[0].special
    return LayerClaims(
        nearby=_nearby(attention, words),
        pair=None if pair is None or words.sum() < SMALLEST_COUNT else _pair(attention, words, *pair),
        content=_content(attention, content) if starts and content else None,
    )


def _nearby(attention: Floats, words: np.ndarray) -> LayerClaim | None:
    count = len(words)
    distance = np.abs(np.arange(count)[:, None] - np.arange(count)[None])
    near = (distance == 1) & words[:, None] & words[None]  # (query, key)
    if not near.any():
        return None
    sums = (attention * near).sum(axis=-1)[:, :, words]  # (layer, head, word)
    return LayerClaim(
        LayerPart.EARLY, _floats(sums.mean(axis=(1, 2))), (), float(near.sum(axis=-1)[words].mean() / count)
    )


def _pair(attention: Floats, words: np.ndarray, query: int, key: int) -> LayerClaim:
    weights = attention[:, :, query, key]  # (layer, head)
    heads = tuple(int(head) for head in weights.argmax(axis=-1))
    others = words[:, None] & words[None] & ~np.eye(len(words), dtype=bool)  # (query, key)
    others[query, key] = False
    largest = attention.max(axis=(0, 1))[others]
    baseline = float(np.quantile(largest, PAIRS_BELOW, method="higher"))
    return LayerClaim(LayerPart.MIDDLE, _floats(weights.max(axis=-1)), heads, baseline)


def _content(attention: Floats, content: list[int]) -> LayerClaim:
    shares = attention[:, :, 0, content].sum(axis=-1)  # (layer, head)
    return LayerClaim(LayerPart.LATE, _floats(shares.mean(axis=-1)), (), len(content) / attention.shape[-1])


def _floats(values: np.ndarray) -> tuple[float, ...]:
    return tuple(float(value) for value in values)
