"""A label for every word: which pieces are asked, and what they say."""

from dataclasses import dataclass

import numpy as np

from components.model.checkpoints.open_model import OpenModel
from components.model.results import Conditions, Floats, Token, Tokens
from components.tasks.model.bio import begun, broken, likeliest
from components.tasks.model.heads import Head, vectors_of
from components.tasks.model.specs import NAMES, HeadSpec


@dataclass(frozen=True)
class Word:
    """A word of the text: its characters, as a visitor typed them, and its pieces."""

    text: str
    start: int
    end: int
    positions: tuple[int, ...]


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
    conditions: Conditions

    def of_words(self, *, every_piece: bool = False) -> Floats:
        """Probabilities of words: their first piece's, or the mean of all their pieces. *Shape:* (word, label)."""
        rows = [
            self.probabilities[list(word.positions) if every_piece else [word.positions[0]]].mean(axis=0)
            for word in self.words
        ]
        found: Floats = np.stack(rows)
        return found

    def tags(self, *, every_piece: bool = False) -> list[str]:
        """The likeliest label of each word, each by itself."""
        return [self.spec.labels[place] for place in self.of_words(every_piece=every_piece).argmax(axis=1)]

    def mended(self, *, every_piece: bool = False) -> tuple[list[int], list[str], list[str]]:
        """Which words have a tag that cannot be there, and the tags read as most scripts do, and as the likeliest."""
        tags = self.tags(every_piece=every_piece)
        if self.spec.name != NAMES:
            return [], tags, tags
        scores = np.log(np.maximum(self.of_words(every_piece=every_piece), 1e-30))
        return broken(tags), begun(tags), likeliest(scores, self.spec.labels)


def read_words(opened: OpenModel, tokens: Tokens, head: Head) -> WordsReading:
    """Ask a head about every piece of a text."""
    (vectors,) = vectors_of(opened, [tokens])
    scores = head.scores(vectors)
    return WordsReading(tokens, head.spec, words_of(tokens), scores, head.probabilities(scores), opened.conditions)


def words_of(tokens: Tokens) -> tuple[Word, ...]:
    """The words as the tokenizer cuts them before it cuts pieces; marks are none."""
    groups: list[list[tuple[int, Token]]] = []
    for position, token in enumerate(tokens.items):
        if token.special:
            continue
        if token.continues and groups:
            groups[-1].append((position, token))
        else:
            groups.append([(position, token)])
    text = tokens.sentence
    return tuple(
        Word(text[of[0][1].start : of[-1][1].end], of[0][1].start, of[-1][1].end, tuple(position for position, _ in of))
        for of in groups
    )
