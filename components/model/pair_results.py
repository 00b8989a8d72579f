"""Two distributions beside each other: of two sentences, or of two models."""

from dataclasses import dataclass

from components.model.results import Conditions, MaskPrediction, Tokens


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
