"""What the room hands out: frozen results of plain Python and numpy."""

from dataclasses import dataclass
from enum import StrEnum

from components.model.results import Candidate, Conditions, MaskPrediction, Tokens
from components.model.statistics.bootstrap import Interval


class MaskingScheme(StrEnum):
    """How the tokens that are predicted are chosen."""

    TOKENS = "tokens (BERT)"
    WORDS = "whole words"
    SPANS = "spans (SpanBERT)"
    SENTINELS = "sentinels (T5)"


class TokenCorruption(StrEnum):
    """What becomes of a chosen token."""

    MASK = "[MASK]"
    RANDOM = "random token"
    KEPT = "unchanged"


@dataclass(frozen=True)
class Masking:
    """How many tokens are chosen, and what becomes of them. All are shares from 0 to 1; the defaults are BERT's.

    Attributes:
        share: Of all tokens, those that are chosen.
        to_mask: Of the chosen, those that become [MASK].
        to_random: Of the chosen, those that become a random token; the rest stay.
    """

    share: float = 0.15
    to_mask: float = 0.8
    to_random: float = 0.1

    @property
    def outcomes(self) -> dict[TokenCorruption, float]:
        """The share of all tokens that meets each outcome in the long run."""
        unchanged = max(0.0, 1 - self.to_mask - self.to_random)
        return {
            TokenCorruption.MASK: self.share * self.to_mask,
            TokenCorruption.RANDOM: self.share * self.to_random,
            TokenCorruption.KEPT: self.share * unchanged,
        }


BERT_MASKING = Masking()


@dataclass(frozen=True)
class PredictionTarget:
    """One chosen piece: where it stands, what stood there, and what stands there now."""

    position: int
    token_id: int
    corruption: TokenCorruption
    input_id: int


@dataclass(frozen=True)
class MaskingSample:
    """One throw of the dice over a sentence. ``chosen`` is in the order of the sentence."""

    targets: tuple[PredictionTarget, ...]

    def input_ids(self, original: tuple[int, ...]) -> tuple[int, ...]:
        """The sentence as the model sees it."""
        shown = {target.position: target.input_id for target in self.targets}
        return tuple(shown.get(place, token_id) for place, token_id in enumerate(original))

    def labels(self, length: int) -> tuple[int, ...]:
        """What the model is asked for: the original piece where one was chosen, else :data:`NOT_ASKED`."""
        token_ids = {target.position: target.token_id for target in self.targets}
        return tuple(token_ids.get(place, IGNORE_INDEX) for place in range(length))


IGNORE_INDEX = -100  # what transformers leaves out of the loss


@dataclass(frozen=True)
class SpanCorruption:
    """T5's way: what is put in and what is asked for, with sentinels written <X>, <Y>, …."""

    inputs: tuple[str, ...]
    targets: tuple[str, ...]
    hidden: tuple[int, ...]


@dataclass(frozen=True)
class TokenLoss:
    """What one chosen piece adds to the loss: minus the logarithm of its probability, in nats."""

    target: PredictionTarget
    text: str
    input_text: str
    probability: float
    loss: float


@dataclass(frozen=True)
class MaskingLoss:
    """A throw as a model sees it, and its loss: the mean over the chosen pieces."""

    tokens: Tokens
    sample: MaskingSample
    token_losses: tuple[TokenLoss, ...]
    conditions: Conditions

    @property
    def loss(self) -> float:
        """The loss in nats; NaN where nothing was chosen."""
        return (
            sum(cost.loss for cost in self.token_losses) / len(self.token_losses) if self.token_losses else float("nan")
        )


@dataclass(frozen=True)
class CheckpointPrediction:
    """What a checkpoint says at a blank: ``probability`` and ``rank`` of the answer that is followed."""

    step: int
    pieces: int
    blank: MaskPrediction
    probability: float
    rank: int


@dataclass(frozen=True)
class LearningCurve:
    """One blank through all checkpoints of a training. ``answer`` is the finished model's first choice."""

    answer: Candidate
    steps: tuple[CheckpointPrediction, ...]
    conditions: Conditions


@dataclass(frozen=True)
class CheckpointMeasures:
    """What can be measured of one checkpoint, whatever a visitor types.

    Attributes:
        step: Steps of training.
        pieces: Pieces seen by then.
        loss: Mean cost of the word that stood in the blanks of the probe set, in nats.
        first: The share of them where it comes first.
        previous: The largest mean weight that any head gives the token before the one it reads.
        head: That head, as layer and head, from 1.
        senses: The share of sentences with "bank" whose nearest neighbour has the same sense, in the best layer.
        senses_by_chance: The same with shuffled labels, the best layer of each shuffle; the mean over shuffles.
    """

    step: int
    pieces: int
    loss: float
    first: float
    previous: float
    head: tuple[int, int]
    senses: float
    senses_by_chance: float


@dataclass(frozen=True)
class MixtureLoss:
    """Losses of a model trained with one way of treating chosen pieces, asked in three ways. In nats."""

    name: str
    masked: float
    unmasked: float
    random: float


@dataclass(frozen=True)
class CopyAccuracy:
    """What a model trained with some shares makes of a sentence.

    Attributes:
        shares: Of [MASK], a random piece and the piece itself, in its training.
        blank: What it says behind [MASK].
        seen: Pieces in plain sight.
        named: How many of them it names, asked what stands there.
        nats: What they cost it on average; NaN where there is none.
    """

    mixture: str
    blank: MaskPrediction
    visible_count: int
    correct_count: int
    loss: float


@dataclass(frozen=True)
class PairKind:
    """The share of pairs of one kind of which a model says that the second follows the first."""

    name: str
    share: Interval


@dataclass(frozen=True)
class StepPrediction:
    """A model after so many steps on one sentence: the wanted word there, and the word followed on another sentence."""

    steps: int
    loss: float
    probability: float
    first: str
    other_probability: float
    other_first: str


@dataclass(frozen=True)
class MatrixGradient:
    """One matrix's gradient: its norm as a share of the matrix's own."""

    name: str
    share: float


@dataclass(frozen=True)
class SentenceTraining:
    """What steps on one sentence did to it, to another sentence, and to the weights.

    Attributes:
        word: The word taught.
        other_word: The word followed on the other sentence.
        updates: The model after so many steps.
        gradients: The matrices on which the sentence pulls hardest before the first step, hardest first.
        first_step: How far the first step moved a weight: the median over those with a gradient.
        learning_rate: Of every step.
        conditions: What it was computed under.
    """

    word: str
    other_word: str
    predictions: tuple[StepPrediction, ...]
    gradients: tuple[MatrixGradient, ...]
    first_step: float
    learning_rate: float
    conditions: Conditions
