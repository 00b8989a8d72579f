"""Results of the room “Pre-training”: frozen, safe to share between visitors."""

from dataclasses import dataclass
from enum import StrEnum

from components.model.results import Candidate, Conditions, MaskPrediction, Tokens
from components.model.statistics.bootstrap import Interval


class TokenCorruption(StrEnum):
    """What replaces a chosen token in the input."""

    MASK = "[MASK]"
    RANDOM = "random token"
    KEPT = "unchanged"


@dataclass(frozen=True)
class Masking:
    """The shares of a masking scheme. All are shares from 0 to 1; the defaults are BERT's.

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
        """The expected share of all tokens with each outcome."""
        unchanged = max(0.0, 1 - self.to_mask - self.to_random)
        return {
            TokenCorruption.MASK: self.share * self.to_mask,
            TokenCorruption.RANDOM: self.share * self.to_random,
            TokenCorruption.KEPT: self.share * unchanged,
        }


BERT_MASKING = Masking()


@dataclass(frozen=True)
class PredictionTarget:
    """A token to predict: its position and id, its corruption, and the id that the model sees there."""

    position: int
    token_id: int
    corruption: TokenCorruption
    input_id: int


@dataclass(frozen=True)
class MaskingSample:
    """One draw of the tokens to predict in a sentence, in the order of the sentence."""

    targets: tuple[PredictionTarget, ...]

    def input_ids(self, original: tuple[int, ...]) -> tuple[int, ...]:
        """The ids that the model sees."""
        shown = {target.position: target.input_id for target in self.targets}
        return tuple(shown.get(place, token_id) for place, token_id in enumerate(original))

    def labels(self, length: int) -> tuple[int, ...]:
        """What the model is asked for: the original piece where one was chosen, else :data:`IGNORE_INDEX`."""
        token_ids = {target.position: target.token_id for target in self.targets}
        return tuple(token_ids.get(place, IGNORE_INDEX) for place in range(length))


IGNORE_INDEX = -100  # of labels that PyTorch's cross-entropy leaves out of the loss


@dataclass(frozen=True)
class TokenLoss:
    """The loss on one predicted token: minus the logarithm of its probability, in nats.

    ``text`` is the original token, ``input_text`` the one that the model sees.
    """

    target: PredictionTarget
    text: str
    input_text: str
    probability: float
    loss: float


@dataclass(frozen=True)
class MaskingLoss:
    """A masked sentence, and a model's loss on it: the mean over the predicted tokens."""

    tokens: Tokens
    sample: MaskingSample
    token_losses: tuple[TokenLoss, ...]
    conditions: Conditions

    @property
    def loss(self) -> float:
        """The loss in nats; NaN if no token is predicted."""
        return (
            sum(cost.loss for cost in self.token_losses) / len(self.token_losses) if self.token_losses else float("nan")
        )


@dataclass(frozen=True)
class CheckpointPrediction:
    """A checkpoint's prediction for a blank, with the ``probability`` and ``rank`` of the answer that is followed.

    ``step`` is the training step, ``pieces`` the number of tokens seen by then.
    """

    step: int
    pieces: int
    blank: MaskPrediction
    probability: float
    rank: int


@dataclass(frozen=True)
class LearningCurve:
    """One blank at all checkpoints of a training. ``answer`` is the finished model's first choice."""

    answer: Candidate
    steps: tuple[CheckpointPrediction, ...]
    conditions: Conditions


@dataclass(frozen=True)
class CheckpointMeasures:
    """Measures of one checkpoint that do not depend on a visitor's sentence.

    Attributes:
        step: The training step.
        pieces: Tokens seen by then.
        loss: Mean loss of the correct words in the blanks of the probe set, in nats.
        first: The share of blanks where the correct word is the first choice.
        previous: The largest mean attention weight of any head on the previous token.
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
    """Losses, in nats, of a model trained with one masking mixture, by what is shown at the predicted token."""

    name: str
    masked: float
    unmasked: float
    random: float


@dataclass(frozen=True)
class CopyAccuracy:
    """How a model trained with one masking mixture predicts masked and visible tokens.

    Attributes:
        mixture: The shares of [MASK], random and unchanged tokens in its training.
        blank: Its prediction for the blank.
        visible_count: The number of visible tokens.
        correct_count: For how many of them its first choice is correct.
        loss: The mean loss on them, in nats; NaN if there are none.
    """

    mixture: str
    blank: MaskPrediction
    visible_count: int
    correct_count: int
    loss: float


@dataclass(frozen=True)
class PairKind:
    """The share of sentence pairs of one kind for which a model predicts that the second follows the first.

    Attributes:
        name: The kind.
        share: The share.
        lost: Of the same places in the text, how many are accepted as they stand there but not in this kind.
        gained: How many are accepted in this kind only.
    """

    name: str
    share: Interval
    lost: int
    gained: int


@dataclass(frozen=True)
class StepPrediction:
    """Predictions after some training steps.

    Attributes:
        steps: The number of steps.
        loss: The mean loss of the targets, in nats.
        probabilities: Of the original tokens, in the order of the targets.
        first: The first choice at the first target.
        other_probability: Of the first target's token at the blank of another sentence; None without one.
        other_first: The first choice there; empty without one.
    """

    steps: int
    loss: float
    probabilities: tuple[float, ...]
    first: str
    other_probability: float | None
    other_first: str


@dataclass(frozen=True)
class SentenceTraining:
    """The effect of training on one masked sentence: on it, on another sentence, and on the weights.

    Attributes:
        words: The original tokens, in the order of the targets.
        other: The other sentence; empty without one.
        predictions: The predictions after each number of steps.
        first_step: The median change of the weights with a gradient in the first step.
        learning_rate: The learning rate of every step.
        conditions: How it was computed.
    """

    words: tuple[str, ...]
    other: str
    predictions: tuple[StepPrediction, ...]
    first_step: float
    learning_rate: float
    conditions: Conditions


@dataclass(frozen=True)
class NextSentencePrediction:
    """The next-sentence prediction for a pair with given segments. ``logits``: “follows”, “does not follow”."""

    name: str
    logits: tuple[float, float]
    probability: float


@dataclass(frozen=True)
class NextSentencePredictions:
    """Predictions with correct segments, with one segment, with swapped segments, and with swapped sentences."""

    readings: tuple[NextSentencePrediction, ...]
    conditions: Conditions
