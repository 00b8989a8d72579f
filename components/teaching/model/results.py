"""Results of fine-tuning, frozen dataclasses of plain Python values; and the messages of a run's process.

The process sends the server a line of JSON for each step and evaluation, and the whole result at the end.
"""

from dataclasses import dataclass
from enum import StrEnum

from components.model.results import Conditions
from components.teaching.model.plan import Plan, Start

Point = tuple[float, float]


@dataclass(frozen=True)
class TrainingStep:
    """One training step: the loss of its batch before the update, in nats; ``number`` counts from 1."""

    start: Start
    number: int
    loss: float


@dataclass(frozen=True)
class HeldOutEvaluation:
    """An evaluation on all held-out sentences after ``step`` steps: accuracy, and mean loss in nats."""

    start: Start
    step: int
    accuracy: float
    loss: float


@dataclass(frozen=True)
class TrainingHistory:
    """The history of one training run: losses by step, evaluations, and the final predictions."""

    start: Start
    losses: tuple[float, ...]
    evaluations: tuple[HeldOutEvaluation, ...]
    probabilities: tuple[tuple[float, ...], ...]  # after training. Shape: (held-out sentence, label)
    accuracies: tuple[float, ...]  # of each step's batch before the update


@dataclass(frozen=True)
class LayerChange:
    """How one layer changed during fine-tuning.

    Attributes:
        layer: 0 for the embeddings, then the layers from 1.
        weight_change: The norm of the weights' change divided by the norm of the weights before.
        cka: The linear CKA of held-out sentences' vectors before and after, from 0 to 1.
    """

    layer: int
    weight_change: float
    cka: float


@dataclass(frozen=True)
class VectorSpread:
    """How far apart held-out sentences' vectors are, measured in all dimensions.

    Attributes:
        distance: The root mean square distance from their mean.
        label_share: The share of the variance that the labels explain, from 0 to 1.
    """

    distance: float
    label_share: float


class MapMethod(StrEnum):
    """How vectors are drawn in two dimensions."""

    PCA = "PCA"
    TSNE = "t-SNE"


@dataclass(frozen=True)
class ClsMap:
    """The [CLS] vectors of held-out sentences in two dimensions, before and after a run, placed together."""

    projection: MapMethod
    before: tuple[Point, ...]
    after: tuple[Point, ...]


CAUSAL_MODEL_ID = "pocket-gpt"  # the model of the zero-shot baseline


class Baseline(StrEnum):
    """A simpler method than fine-tuning."""

    MAJORITY = "majority"  # always predicts the most frequent label
    WORDS = "words"  # TF-IDF and logistic regression
    PROBE = "probe"  # logistic regression on the vectors of the encoder before fine-tuning
    CAUSAL = "causal"  # a causal model, CAUSAL_MODEL_ID, zero-shot


@dataclass(frozen=True)
class BaselineResult:
    """The accuracy of a baseline on the same held-out sentences."""

    name: Baseline
    accuracy: float


@dataclass(frozen=True)
class FineTuningResult:
    """The result of a fine-tuning run, with what is compared with it.

    Attributes:
        plan: The settings of the run.
        labels: The names of the labels.
        test: The held-out sentences, each with the index of its label.
        histories: The run itself, then the same run from random weights unless it started there.
        maps: The held-out sentences' vectors in two dimensions at each evaluation, in one projection.
            *Shape:* (evaluation, sentence, 2)
        map_spreads: The spread of the same vectors before projection, one an evaluation.
        layer_changes: How each layer changed.
            *Shape:* (layer + 1, 2, sentence, 2)
        blank_losses: The loss on masked words before and after, in nats; None if the model fills no blanks.
        baselines: The accuracy of simpler methods.
        head_parameters: The number of parameters of the new head.
        trained_parameters: The number of trained parameters, the head's among them.
        parameters: The number of all parameters.
        truncated_count: The number of sentences that were truncated.
        seconds: The duration of the training itself.
        conditions: The hardware and software that computed it.
        cls_map: The vectors of [CLS] before and after.
    """

    plan: Plan
    labels: tuple[str, ...]
    test: tuple[tuple[str, int], ...]
    histories: tuple[TrainingHistory, ...]
    maps: tuple[tuple[Point, ...], ...]
    map_spreads: tuple[VectorSpread, ...]
    layer_changes: tuple[LayerChange, ...]
    blank_losses: tuple[float, float] | None
    baselines: tuple[BaselineResult, ...]
    head_parameters: int
    trained_parameters: int
    parameters: int
    truncated_count: int
    seconds: float
    conditions: Conditions
    cls_map: ClsMap

    @property
    def history(self) -> TrainingHistory:
        """The history of the run itself."""
        return self.histories[0]

    @property
    def steps(self) -> int:
        """The steps done: fewer than the plan's if the run reached its time limit."""
        return len(self.history.losses)

    @property
    def is_cut_short(self) -> bool:
        """Whether the run, or the same run from random weights, reached the time limit."""
        return any(len(history.losses) < self.plan.steps for history in self.histories)

    @property
    def random_history(self) -> TrainingHistory | None:
        """The history of the run from random weights; None if the run itself started there."""
        return self.histories[1] if len(self.histories) > 1 else None

    def correct(self, history: TrainingHistory) -> tuple[bool, ...]:
        """Whether each held-out sentence is classified correctly at the end of a history."""
        return tuple(
            max(range(len(row)), key=row.__getitem__) == label
            for row, (_, label) in zip(history.probabilities, self.test, strict=True)
        )


@dataclass(frozen=True)
class Status:
    """A short message about what the process is doing."""

    text: str


@dataclass(frozen=True)
class RunFailure:
    """Why the run failed, in a sentence for visitors."""

    text: str


Message = TrainingStep | HeldOutEvaluation | Status | RunFailure | FineTuningResult
