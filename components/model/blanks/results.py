"""What is found out about blanks."""

from dataclasses import dataclass

from components.model.results import Candidate, Conditions, MaskPrediction, Tokens


@dataclass(frozen=True)
class PossibleAnswer:
    """A word at a blank that can be followed: one of the likeliest, or the one a visitor hid.

    ``rank`` 1 is the likeliest piece of the vocabulary; ``hidden`` says whether this is the word that stood there.
    """

    id: int
    text: str
    continues: bool
    probability: float
    rank: int
    hidden: bool


@dataclass(frozen=True)
class Occlusion:
    """What an answer loses when one more token is masked.

    ``loss`` is the fall of the logarithm of its probability, in nats: below zero where the token stood in its way.
    """

    position: int
    text: str
    probability: float
    loss: float


@dataclass(frozen=True)
class LayerPrediction:
    """What the vocabulary head makes of a blank's vector after a layer; layer 0 is the embedding, before any layer."""

    layer: int
    probability: float
    rank: int
    first_choice: Candidate


@dataclass(frozen=True)
class BlankPrediction:
    """What a model predicts at a blank from what it was let see, and what it gives one word there.

    ``log_probability`` is in nats.
    """

    prediction: MaskPrediction
    log_probability: float
    rank: int


@dataclass(frozen=True)
class WordPieceScore:
    """A piece of a word and its log-probability (natural), the pieces before it in place and the rest masked."""

    text: str
    continues: bool
    log_probability: float


@dataclass(frozen=True)
class NamedWord:
    """A word at a blank. ``rank`` 1 is the likeliest piece; None for a word of several, which no vocabulary lists."""

    word: str
    pieces: tuple[WordPieceScore, ...]
    rank: int | None

    @property
    def log_probability(self) -> float:
        """Of the whole word: the sum over its pieces. Natural logarithm."""
        return sum(piece.log_probability for piece in self.pieces)


@dataclass(frozen=True)
class NamedWords:
    """Words at one blank of a sentence, in the order they were named. ``vocabulary`` counts the model's pieces."""

    tokens: Tokens
    blank: int
    words: tuple[NamedWord, ...]
    vocabulary: int
    conditions: Conditions


@dataclass(frozen=True)
class PairWord:
    """A piece and its log-probability (natural) on either side."""

    text: str
    continues: bool
    first: float
    second: float


@dataclass(frozen=True)
class SentencePair:
    """One model at the blank of two sentences.

    ``words`` are the union of the likeliest pieces of both. The divergences are in nats, over the whole vocabulary:
    ``kl_first`` is KL(first || second), ``kl_second`` KL(second || first).
    """

    first: Tokens
    second: Tokens
    words: tuple[PairWord, ...]
    kl_first: float
    kl_second: float
    jsd: float
    conditions: Conditions


@dataclass(frozen=True)
class ModelPair:
    """Two models at the same blank of one sentence.

    ``words`` are the union of the words likeliest to either among those that both vocabularies hold as whole words,
    with their log-probabilities over each model's whole vocabulary, capitals and small letters together. ``shared``
    counts those words; ``mass_first`` and ``mass_second`` are how much probability either model gives them; ``jsd``
    (nats) is between the two distributions over them alone, each scaled to a sum of 1.
    """

    first: MaskPrediction
    second: MaskPrediction
    words: tuple[PairWord, ...]
    shared: int
    mass_first: float
    mass_second: float
    jsd: float
    conditions: tuple[Conditions, Conditions]
