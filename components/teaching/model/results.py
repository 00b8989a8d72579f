"""What the room hands out: frozen results of plain Python, and the same as JSON."""

from dataclasses import dataclass
from enum import StrEnum

from components.model.results import Conditions
from components.teaching.model.plan import Plan, Start

Point = tuple[float, float]


@dataclass(frozen=True)
class TrainingStep:
    """The loss of one step's batch, before the step; ``number`` from 1."""

    start: Start
    number: int
    loss: float


@dataclass(frozen=True)
class HeldOutEvaluation:
    """All held-out sentences asked after so many steps: the share right, and the mean loss in nats."""

    start: Start
    step: int
    accuracy: float
    loss: float


@dataclass(frozen=True)
class TrainingHistory:
    """One way through a run: from what the encoder began as."""

    start: Start
    losses: tuple[float, ...]
    evaluations: tuple[HeldOutEvaluation, ...]
    probabilities: tuple[tuple[float, ...], ...]  # (held-out sentence, label), at the end


@dataclass(frozen=True)
class LayerChange:
    """What a run did to a layer, 0 being the embeddings.

    Attributes:
        layer: Which.
        weight_change: How far its weights went, as a share of their own length.
        cka: Linear CKA of held-out sentences' vectors before and after, from 0 to 1.
    """

    layer: int
    weight_change: float
    cka: float


@dataclass(frozen=True)
class VectorSpread:
    """How held-out sentences' vectors lie apart, over all their dimensions.

    Attributes:
        distance: The root of the mean squared distance from their mean.
        label_share: The share of the squared distances that labels account for, from 0 to 1.
    """

    distance: float
    label_share: float


class Baseline(StrEnum):
    """A simpler way to tell labels."""

    MAJORITY = "majority"  # always the most frequent label
    WORDS = "words"  # TF-IDF and logistic regression
    PROBE = "probe"  # logistic regression on the vectors of the encoder as it was
    CAUSAL = "causal"  # a causal model, asked without training


@dataclass(frozen=True)
class BaselineResult:
    """What something simpler gets right on the same held-out sentences."""

    name: Baseline
    accuracy: float


@dataclass(frozen=True)
class FineTuningResult:
    """A run and all that is told of it.

    Attributes:
        plan: What was run.
        labels: The names of the labels.
        test: Held-out sentences, each with the number of its label.
        histories: The run itself, and the same from random weights.
        maps: Where held-out sentences lie when it was looked at them, in one projection for all looks of the run.
            *Shape:* (look, sentence, 2)
        map_spreads: How the same vectors lie apart, before anything was projected; one a look, or none in results
            that were stored before this was measured.
        layer_changes: What it did to each layer.
        layer_maps: The same sentences in each layer before and after, one projection a layer.
            *Shape:* (layer + 1, 2, sentence, 2)
        layer_spreads: How the vectors of each layer lie apart before and after, before anything was projected; none
            in results that were stored before this was measured.
        blank_losses: The loss at blanks before and after, in nats; None for a model that fills none.
        baselines: What simpler ways get right.
        head_parameters: How many numbers the new head has.
        trained_parameters: How many numbers were trained, the head's among them.
        parameters: How many numbers there are.
        truncated_count: How many sentences are longer than what is read.
        seconds: What the run took, without what is told beside it.
        conditions: What it was computed by.
    """

    plan: Plan
    labels: tuple[str, ...]
    test: tuple[tuple[str, int], ...]
    histories: tuple[TrainingHistory, ...]
    maps: tuple[tuple[Point, ...], ...]
    map_spreads: tuple[VectorSpread, ...]
    layer_changes: tuple[LayerChange, ...]
    layer_maps: tuple[tuple[tuple[Point, ...], tuple[Point, ...]], ...]
    layer_spreads: tuple[tuple[VectorSpread, VectorSpread], ...]
    blank_losses: tuple[float, float] | None
    baselines: tuple[BaselineResult, ...]
    head_parameters: int
    trained_parameters: int
    parameters: int
    truncated_count: int
    seconds: float
    conditions: Conditions

    @property
    def history(self) -> TrainingHistory:
        """The run itself."""
        return self.histories[0]

    @property
    def random_history(self) -> TrainingHistory | None:
        """The same from random weights; None where the run itself began there."""
        return self.histories[1] if len(self.histories) > 1 else None

    def correct(self, history_checked: TrainingHistory) -> tuple[bool, ...]:
        """Which held-out sentences a course gets right."""
        return tuple(
            max(range(len(row)), key=row.__getitem__) == label
            for row, (_, label) in zip(history_checked.probabilities, self.test, strict=True)
        )
