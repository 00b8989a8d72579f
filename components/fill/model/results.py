"""Results of the room “Masked words”."""

from dataclasses import dataclass

from components.model.blanks.results import PairWord
from components.model.results import Candidate, Conditions, Tokens


@dataclass(frozen=True)
class Fill:
    """One token for every blank, in the order of the sentence.

    The probability of each candidate is given with earlier blanks filled and later ones masked; ``log_probability`` is
    the sum of the natural logarithms.
    """

    candidates: tuple[Candidate, ...]
    log_probability: float


@dataclass(frozen=True)
class JointFill:
    """The blanks of a sentence filled independently and jointly.

    ``first_choices`` are each blank's first choice, with its probability while all other blanks are masked;
    ``independent`` is the same fill, scored like the joint ones; ``joint`` are the fills of a beam search of ``width``
    paths, best first.
    """

    tokens: Tokens
    blanks: tuple[int, ...]
    first_choices: tuple[Candidate, ...]
    independent: Fill
    joint: tuple[Fill, ...]
    width: int
    conditions: Conditions


@dataclass(frozen=True)
class ListItem:
    """A sentence of a visitor's list, with one blank, and the right word if it is given."""

    sentence: str
    word: str | None


@dataclass(frozen=True)
class ListRow:
    """A model's answer to one item.

    ``word_rank`` and ``word_probability`` are of the right word, over the whole vocabulary; None if none is given or if
    it has several tokens. ``problem`` is the message of a sentence or word that could not be scored.
    """

    sentence: str
    word: str | None
    first_choice: str | None
    first_probability: float | None
    word_probability: float | None
    word_rank: int | None
    problem: str | None


@dataclass(frozen=True)
class WordPieceScore:
    """A token of a word and its natural log-probability, with the tokens before it in place and the rest masked."""

    text: str
    continues: bool
    log_probability: float


@dataclass(frozen=True)
class NamedWord:
    """A word at a blank. ``rank`` is in the vocabulary, from 1; None for a word of several tokens."""

    word: str
    pieces: tuple[WordPieceScore, ...]
    rank: int | None

    @property
    def log_probability(self) -> float:
        """The natural log-probability of the whole word: the sum over its tokens."""
        return sum(piece.log_probability for piece in self.pieces)


@dataclass(frozen=True)
class NamedWords:
    """Words at one blank of a sentence, in the given order. ``vocabulary`` is the size of the model's vocabulary."""

    tokens: Tokens
    blank: int
    words: tuple[NamedWord, ...]
    vocabulary: int
    conditions: Conditions


@dataclass(frozen=True)
class SentencePair:
    """One model at the blank of two sentences.

    ``words`` are the union of the most likely tokens of both. The divergences are in nats, over the whole vocabulary:
    """

    first: Tokens
    second: Tokens
    words: tuple[PairWord, ...]
    jsd: float
    conditions: Conditions
