"""Results of probing: how well a label can be read from the vectors of each layer."""

from dataclasses import dataclass
from enum import StrEnum

from components.model.results import Conditions
from components.model.statistics.bootstrap import Interval


class TaskGroup(StrEnum):
    """What kind of knowledge a task asks for."""

    SURFACE = "surface"
    SYNTAX = "syntax"
    MEANING = "meaning"
    CUSTOM = "your labels"


@dataclass(frozen=True)
class LayerScore:
    """A probe of one layer.

    Attributes:
        accuracy: The share of test items whose label is right; of words, those whose form is in the training set.
        control: The same for a probe of random labels.
        selectivity: The difference of both.
        unseen: The accuracy on words whose form is not in the training set; None if there are none.
        overall: The accuracy on all test items.
    """

    accuracy: Interval
    control: Interval
    selectivity: Interval
    unseen: Interval | None
    overall: Interval


@dataclass(frozen=True)
class ProbeProgress:
    """The probes of a task that are trained so far, from layer 0 on.

    Attributes:
        accuracies: Of each of these layers, the value of :attr:`LayerScore.accuracy`.
        controls: The same of :attr:`LayerScore.control`.
        layer_count: The number of layers in all, with layer 0.
        majority: As in :class:`ProbedTask`.
    """

    accuracies: tuple[float, ...]
    controls: tuple[float, ...]
    layer_count: int
    majority: float


@dataclass(frozen=True)
class ProbedTask:
    """A task, probed on every layer of a model.

    Attributes:
        task: The key of the task.
        layers: One score for each layer; the first is layer 0, the embeddings.
        label_count: The number of different labels.
        train_count: The number of items that a probe was trained on; the mean if there are several folds.
        test_count: The number of items that ``accuracy`` is about.
        unseen_count: The number of test words whose form is not in the training set.
        majority: The share of these that always guessing the commonest label gets right.
        chance: The same share among all test items.
        by_form: Whether items are words, and random labels are drawn for each word form; else for each item.
        folds: The number of parts that were left out in turn; 1 if the test set is fixed.
        whole: The centre of gravity, counted from always guessing the commonest label; None if nothing is gained.
        added: The centre of gravity of what layers add to layer 0; None if they add nothing.
        left_out: The number of texts that the model cannot read.
        conditions: How it was computed.
    """

    task: str
    layers: tuple[LayerScore, ...]
    label_count: int
    train_count: int
    test_count: int
    unseen_count: int
    majority: float
    chance: float
    by_form: bool
    folds: int
    whole: Interval | None
    added: Interval | None
    left_out: int
    conditions: Conditions

    @property
    def best_layer(self) -> int:
        """The layer with the highest accuracy, the lowest of several."""
        return max(range(len(self.layers)), key=lambda layer: self.layers[layer].accuracy.value)

    @property
    def most_selective_layer(self) -> int:
        """The layer with the largest selectivity, the lowest of several."""
        return max(range(len(self.layers)), key=lambda layer: self.layers[layer].selectivity.value)


@dataclass(frozen=True)
class GroupCentre:
    """The mean of the centres of gravity of the tasks of a group.

    Attributes:
        group: The group.
        centre: The mean, with its interval.
        tasks: The keys of the tasks that have a centre.
    """

    group: TaskGroup
    centre: Interval
    tasks: tuple[str, ...]


@dataclass(frozen=True)
class LayerStack:
    """All tasks of a model.

    Attributes:
        tasks: The tasks.
        whole: For each group, the mean of the centres ``whole`` of its tasks, if any has one.
        added: The same of their centres ``added``.
    """

    tasks: tuple[ProbedTask, ...]
    whole: tuple[GroupCentre, ...]
    added: tuple[GroupCentre, ...]
