"""What the heads say: frozen results of plain Python and numpy, safe to cache and to share between visitors."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from components.model.results import Conditions, Floats, Token, Tokens
from components.tasks.model.bio import begun, broken, likeliest
from components.tasks.model.specs import NAMES, HeadSpec, Pooling

LONGEST_ANSWER = 20  # pieces
AHEAD = -14.0  # how far an answer has to be ahead of none: what tells best on the first eight passages that ship


@dataclass(frozen=True)
class PooledReading:
    """A text by one pooling.

    *Shape:* ``weights`` (position,), how much of each piece is in the vector; ``vector`` (width,); ``products`` (label,
    width), each number of W times the number of x that it meets; ``bias``, ``scores`` and ``probabilities`` (label,).
    """

    pooling: Pooling
    weights: Floats
    vector: Floats
    products: Floats
    bias: Floats
    scores: Floats
    probabilities: Floats

    @property
    def best(self) -> int:
        """The label with the highest score."""
        return int(self.scores.argmax())


@dataclass(frozen=True)
class TextReading:
    """What a head says of a text, by each pooling it was trained with."""

    tokens: Tokens
    spec: HeadSpec
    poolings: tuple[PooledReading, ...]
    conditions: Conditions

    def by(self, pooling: Pooling) -> PooledReading:
        """The reading by one of them."""
        return next(one for one in self.poolings if one.pooling is pooling)


@dataclass(frozen=True)
class Likeness:
    """How alike two texts are by one pooling: the cosine of their vectors."""

    pooling: Pooling
    cosine: float


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

    def mended(self, *, answering: Answering = Answering.FIRST) -> tuple[list[int], list[str], list[str]]:
        """Which words have a tag that cannot be there, and the tags read as most scripts do, and as the likeliest."""
        tags = self.tags(answering=answering)
        if self.spec.name != NAMES:
            return [], tags, tags
        scores = np.log(np.maximum(self.of_words(answering=answering), 1e-30))
        return broken(tags), begun(tags), likeliest(scores, self.spec.labels)

    def _speaking(self, word: Word, answering: Answering) -> tuple[int, ...]:
        if answering is Answering.ALL:
            return word.positions
        if answering is Answering.FIRST:
            return word.positions[:1]
        return (max(word.positions, key=lambda position: float(self.probabilities[position].max())),)


@dataclass(frozen=True)
class Span:
    """A possible answer.

    Attributes:
        first: Its first piece, counted in the passage.
        last: Its last.
        score: The score of its beginning and that of its end.
        probability: Among all spans of its window and no answer.
        start: Its first character in the passage.
        end: The character after its last.
        window: Where it was found.
    """

    first: int
    last: int
    score: float
    probability: float
    start: int
    end: int
    window: int


@dataclass(frozen=True)
class Window:
    """A part of the passage that was read with the question.

    *Shape:* ``begins`` and ``ends`` (piece,), the scores of its pieces; the first is piece ``offset`` of the passage.
    ``total`` is the logarithm of the sum of the exponentials of all spans that are possible.
    """

    offset: int
    begins: Floats
    ends: Floats
    no_answer: float
    total: float


@dataclass(frozen=True)
class SpanReading:
    """The best spans of a passage, best first, and every window.

    ``pieces`` are the passage's, ``beginning`` is [CLS], and ``width`` is how many numbers a vector has.
    """

    question: str
    passage: str
    beginning: Token
    pieces: tuple[Token, ...]
    windows: tuple[Window, ...]
    spans: tuple[Span, ...]
    longest: int
    width: int
    conditions: Conditions

    @property
    def window(self) -> Window:
        """The one that won."""
        return self.windows[self.spans[0].window]

    @property
    def margin(self) -> float:
        """By how much the best span beats no answer, in the window that won."""
        return self.spans[0].score - self.window.no_answer

    def text(self, span: Span) -> str:
        """The characters of a span, as they were typed."""
        return self.passage[span.start : span.end]


def allowed_scores(begins: Floats, ends: Floats, longest: int) -> Floats:
    """The score of every span; minus infinity where it ends before it begins or is too long. *Shape:* (first, last)."""
    count = len(begins)
    first, last = np.indices((count, count))
    sums = begins[:, None] + ends[None, :]
    found: Floats = np.where((last >= first) & (last - first < longest), sums, -np.inf).astype(np.float32)
    return found


@dataclass(frozen=True)
class PairReading:
    """What a head says of a pair, and of the same two exchanged.

    *Shape:* ``probabilities`` and ``exchanged`` (label,); ``across`` (layer,), the share of the first text's attention
    that goes to the second, a mean over its pieces and all heads; ``by_length`` the share of the second text's pieces
    among all positions, which even attention would have.
    """

    tokens: Tokens
    spec: HeadSpec
    probabilities: Floats
    exchanged: Floats
    across: Floats
    by_length: float
    width: int
    conditions: Conditions

    @property
    def read_share(self) -> Floats:
        """1 for [CLS], which is all that the head reads, else 0. *Shape:* (position,)."""
        found = np.zeros(len(self.tokens), dtype=np.float32)
        found[0] = 1
        return found

    @property
    def best(self) -> int:
        """The likeliest label."""
        return int(self.probabilities.argmax())

    @property
    def best_exchanged(self) -> int:
        """The likeliest label of the two exchanged."""
        return int(self.exchanged.argmax())


@dataclass(frozen=True)
class Match:
    """A passage: the cosine with the question, and how likely it is to answer it; ranks begin at 1."""

    passage: int
    cosine: float
    answers: float
    rank_by_vectors: int
    rank_by_reading: int


@dataclass(frozen=True)
class Search:
    """What both ways find, in the order of the passages, and what each costs.

    Attributes:
        matches: One for each passage.
        width: Numbers of a vector.
        question: Floating-point operations of reading the question.
        passage: Of reading a passage of the mean length.
        pair: Of reading a pair of the mean length.
    """

    matches: tuple[Match, ...]
    width: int
    question: int
    passage: int
    pair: int
    conditions: Conditions

    def asking_vectors(self, passages: int) -> int:
        """Operations of asking one question of so many passages whose vectors are there: a pass, and the products."""
        return self.question + passages * 2 * self.width

    def asking_pairs(self, passages: int) -> int:
        """The same by reading the question with every one of them."""
        return passages * self.pair

    @property
    def by_vectors(self) -> Match:
        """The passage that the vectors put first."""
        return min(self.matches, key=lambda match: match.rank_by_vectors)

    @property
    def by_reading(self) -> Match:
        """The passage that reading pairs puts first."""
        return min(self.matches, key=lambda match: match.rank_by_reading)
