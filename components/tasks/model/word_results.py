"""Predicted tags of words: frozen results, safe to share between visitors."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from components.model.heads.specs import HeadSpec
from components.model.results import Conditions, Floats, Tokens


@dataclass(frozen=True)
class TaggedWord:
    """A word of a text, as it was typed: its start and end in characters, and the positions of its tokens."""

    text: str
    start: int
    end: int
    positions: tuple[int, ...]


class TokenAggregation(StrEnum):
    """How the predictions of a split word's tokens are combined: transformers' ``aggregation_strategy``."""

    FIRST = "the first piece"
    AVERAGE = "all pieces"
    MAX = "the surest piece"


@dataclass(frozen=True)
class WordsReading:
    """A head's predictions for every token of a text, and the words that the tokens belong to.

    *Shape:* ``scores`` and ``probabilities`` (position, label), special tokens included. ``width`` is the size of a
    vector.
    """

    tokens: Tokens
    spec: HeadSpec
    words: tuple[TaggedWord, ...]
    scores: Floats
    probabilities: Floats
    width: int
    conditions: Conditions

    def reading_mask(self, *, aggregation: TokenAggregation = TokenAggregation.FIRST) -> Floats:
        """1 for tokens whose prediction counts for a word, else 0. *Shape:* (position,)."""
        shares = np.zeros(len(self.tokens), dtype=np.float32)
        for word in self.words:
            shares[list(self._positions(word, aggregation))] = 1
        return shares

    def word_probabilities(self, *, aggregation: TokenAggregation = TokenAggregation.FIRST) -> Floats:
        """Label probabilities of words: the mean over the tokens that count for each. *Shape:* (word, label)."""
        probabilities: Floats = np.stack(
            [self.probabilities[list(self._positions(word, aggregation))].mean(axis=0) for word in self.words]
        )
        return probabilities

    def tags(self, *, aggregation: TokenAggregation = TokenAggregation.FIRST) -> list[str]:
        """The most likely label of each word, chosen separately."""
        return [self.spec.labels[place] for place in self.word_probabilities(aggregation=aggregation).argmax(axis=1)]

    def _positions(self, word: TaggedWord, aggregation: TokenAggregation) -> tuple[int, ...]:
        if aggregation is TokenAggregation.AVERAGE:
            return word.positions
        if aggregation is TokenAggregation.FIRST:
            return word.positions[:1]
        return (max(word.positions, key=lambda position: float(self.probabilities[position].max())),)
