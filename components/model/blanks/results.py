"""Results of computations about masked positions."""

from dataclasses import dataclass

from components.model.results import Conditions, MaskPrediction, Tokens


@dataclass(frozen=True)
class PossibleAnswer:
    """A token at a blank that can be selected as the answer: one of the most likely, or the masked one.

    ``rank`` is in the vocabulary, from 1; ``hidden`` says whether this is the masked token.
    """

    id: int
    text: str
    continues: bool
    probability: float
    rank: int
    hidden: bool


@dataclass(frozen=True)
class Occlusion:
    """The effect on an answer when one more token, at ``position``, is masked.

    ``probability`` is that of the answer then; ``loss`` is the decrease of its logarithm in nats, negative if masking
    the token helps.
    """

    position: int
    text: str
    probability: float
    loss: float


@dataclass(frozen=True)
class BlankPrediction:
    """What a model predicts at a blank, with the log-probability (in nats) and the rank of one word there."""

    prediction: MaskPrediction
    log_probability: float
    rank: int


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
class PairWord:
    """A token with its natural log-probabilities for the first and the second of a pair."""

    text: str
    continues: bool
    first: float
    second: float


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


@dataclass(frozen=True)
class ModelPair:
    """Two models at the same blank of one sentence.

    Attributes:
        first: The prediction of the first model.
        second: The prediction of the second.
        words: The union of each model's most likely tokens, whether or not the other model has them, with
            log-probabilities over the whole vocabulary: minus infinity for a token that a vocabulary lacks. Upper and
            lower case are summed, and written as the likelier of the two.
        shared: The number of tokens in both vocabularies.
        mass_first: The probability that the first model gives them together.
        mass_second: The same for the second.
        jsd: The Jensen-Shannon divergence in nats of the two distributions renormalised over the shared tokens.
        conditions: Those of both models.
    """

    first: MaskPrediction
    second: MaskPrediction
    words: tuple[PairWord, ...]
    shared: int
    mass_first: float
    mass_second: float
    jsd: float
    conditions: tuple[Conditions, Conditions]
