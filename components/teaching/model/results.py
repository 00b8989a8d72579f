"""What the room hands out: frozen results of plain Python, and the same as JSON."""

from dataclasses import dataclass
from enum import StrEnum

from components.model.results import Conditions
from components.teaching.model.plan import Plan, Start

Point = tuple[float, float]


@dataclass(frozen=True)
class Step:
    """The loss of one step's batch, before the step; ``number`` from 1."""

    start: Start
    number: int
    loss: float


@dataclass(frozen=True)
class Look:
    """All held-out sentences asked after so many steps: the share right, and the mean loss in nats."""

    start: Start
    step: int
    accuracy: float
    loss: float


@dataclass(frozen=True)
class Course:
    """One way through a run: from what the encoder began as."""

    start: Start
    losses: tuple[float, ...]
    looks: tuple[Look, ...]
    probabilities: tuple[tuple[float, ...], ...]  # (held-out sentence, label), at the end


@dataclass(frozen=True)
class LayerChange:
    """What a run did to a layer, 0 being the embeddings.

    Attributes:
        layer: Which.
        moved: How far its weights went, as a share of their own length.
        alike: Linear CKA of held-out sentences' vectors before and after, from 0 to 1.
    """

    layer: int
    moved: float
    alike: float


@dataclass(frozen=True)
class Spread:
    """How held-out sentences' vectors lie apart, over all their dimensions.

    Attributes:
        distance: The root of the mean squared distance from their mean.
        by_label: The share of the squared distances that labels account for, from 0 to 1.
    """

    distance: float
    by_label: float


class Simpler(StrEnum):
    """A simpler way to tell labels."""

    MAJORITY = "majority"  # always the most frequent label
    WORDS = "words"  # TF-IDF and logistic regression
    PROBE = "probe"  # logistic regression on the vectors of the encoder as it was
    CAUSAL = "causal"  # a causal model, asked without training


@dataclass(frozen=True)
class Baseline:
    """What something simpler gets right on the same held-out sentences."""

    name: Simpler
    accuracy: float


@dataclass(frozen=True)
class Ran:
    """A run and all that is told of it.

    Attributes:
        plan: What was run.
        labels: The names of the labels.
        test: Held-out sentences, each with the number of its label.
        courses: The run itself, and the same from random weights.
        maps: Where held-out sentences lie when it was looked at them, in one projection for all looks of the run.
            *Shape:* (look, sentence, 2)
        map_spreads: How the same vectors lie apart, before anything was projected; one a look, or none in results
            that were stored before this was measured.
        layers: What it did to each layer.
        layer_maps: The same sentences in each layer before and after, one projection a layer.
            *Shape:* (layer + 1, 2, sentence, 2)
        layer_spreads: How the vectors of each layer lie apart before and after, before anything was projected; none
            in results that were stored before this was measured.
        blanks: The loss at blanks before and after, in nats; None for a model that fills none.
        baselines: What simpler ways get right.
        head: How many numbers the new head has.
        trained: How many numbers were trained, the head's among them.
        parameters: How many numbers there are.
        cut: How many sentences are longer than what is read.
        seconds: What the run took, without what is told beside it.
        conditions: What it was computed by.
    """

    plan: Plan
    labels: tuple[str, ...]
    test: tuple[tuple[str, int], ...]
    courses: tuple[Course, ...]
    maps: tuple[tuple[Point, ...], ...]
    map_spreads: tuple[Spread, ...]
    layers: tuple[LayerChange, ...]
    layer_maps: tuple[tuple[tuple[Point, ...], tuple[Point, ...]], ...]
    layer_spreads: tuple[tuple[Spread, Spread], ...]
    blanks: tuple[float, float] | None
    baselines: tuple[Baseline, ...]
    head: int
    trained: int
    parameters: int
    cut: int
    seconds: float
    conditions: Conditions

    @property
    def own(self) -> Course:
        """The run itself."""
        return self.courses[0]

    @property
    def random(self) -> Course | None:
        """The same from random weights; None where the run itself began there."""
        return self.courses[1] if len(self.courses) > 1 else None

    def right(self, course: Course) -> tuple[bool, ...]:
        """Which held-out sentences a course gets right."""
        return tuple(
            max(range(len(row)), key=row.__getitem__) == label
            for row, (_, label) in zip(course.probabilities, self.test, strict=True)
        )
