"""What a head says of every word: frozen results, safe to share between visitors."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from components.model.results import Conditions, Floats, Tokens
from components.tasks.model.specs import HeadSpec


@dataclass(frozen=True)
class Word:
    """A word of the text: its characters, as a visitor typed them, and its pieces."""

    text: str
    start: int
    end: int
    positions: tuple[int, ...]


class Answering(StrEnum):
    """Which pieces speak for a word; transformers calls the last two "average" and "max"."""

    FIRST = "the first piece"
    ALL = "all pieces"
    SUREST = "the surest piece"


@dataclass(frozen=True)
class WordsReading:
    """What a head says of every word.

    *Shape:* ``scores`` and ``probabilities`` (position, label), those of the tokenizer's own marks included.
    """

    tokens: Tokens
    spec: HeadSpec
    words: tuple[Word, ...]
    scores: Floats
    probabilities: Floats
    width: int
    conditions: Conditions

    def asked(self, *, answering: Answering = Answering.FIRST) -> Floats:
        """1 for the pieces that speak for a word, else 0. *Shape:* (position,)."""
        shares = np.zeros(len(self.tokens), dtype=np.float32)
        for word in self.words:
            shares[list(self._speaking(word, answering))] = 1
        return shares

    def of_words(self, *, answering: Answering = Answering.FIRST) -> Floats:
        """Probabilities of words: the mean over the pieces that speak for each. *Shape:* (word, label)."""
        found: Floats = np.stack(
            [self.probabilities[list(self._speaking(word, answering))].mean(axis=0) for word in self.words]
        )
        return found

    def tags(self, *, answering: Answering = Answering.FIRST) -> list[str]:
        """The likeliest label of each word, each by itself."""
        return [self.spec.labels[place] for place in self.of_words(answering=answering).argmax(axis=1)]

    def _speaking(self, word: Word, answering: Answering) -> tuple[int, ...]:
        if answering is Answering.ALL:
            return word.positions
        if answering is Answering.FIRST:
            return word.positions[:1]
        return (max(word.positions, key=lambda position: float(self.probabilities[position].max())),)
