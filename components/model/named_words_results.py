"""How likely words are that a visitor named."""

from dataclasses import dataclass

from components.model.results import Conditions, Tokens


@dataclass(frozen=True)
class PieceScore:
    """A piece of a word and its log-probability (natural), the pieces before it in place and the rest masked."""

    text: str
    continues: bool
    log_probability: float


@dataclass(frozen=True)
class NamedWord:
    """A word at a blank. ``rank`` 1 is the likeliest piece; None for a word of several, which no vocabulary lists."""

    word: str
    pieces: tuple[PieceScore, ...]
    rank: int | None

    @property
    def log_probability(self) -> float:
        """Of the whole word: the sum over its pieces. Natural logarithm."""
        return sum(piece.log_probability for piece in self.pieces)


@dataclass(frozen=True)
class NamedWords:
    """Words at one blank of a sentence, in the order they were named. ``vocabulary`` counts the model's pieces."""

    tokens: Tokens
    position: int
    words: tuple[NamedWord, ...]
    vocabulary: int
    conditions: Conditions
