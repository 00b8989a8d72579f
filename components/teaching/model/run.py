"""A run from beginning to end: trained by the Trainer, looked at on its way, and held against simpler ways."""

import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.special import log_softmax

from components.model.checkpoints.open_model import OpenModel
from components.teaching.model.asking import Said, blank_loss, said
from components.teaching.model.baselines import causal_baseline, probe_baseline, simple_baselines
from components.teaching.model.classifier import Classifier, batch_of, classifier, pieces_of, token_limit
from components.teaching.model.inside import changes, plane, spread, vectors_by_layer, weights_by_layer
from components.teaching.model.labelled import Labelled, LabelledList
from components.teaching.model.loop import order
from components.teaching.model.plan import Plan, Start
from components.teaching.model.results import Course, Look, Point, Ran, Step
from components.teaching.model.trainer import trained_by_trainer

LOOKS = 6  # after the first, which is before any step
MOST_ASKED = 200  # held-out sentences
_DIGITS = 4

Open = Callable[[Start], tuple[OpenModel, Path]]
Tell = Callable[[Step | Look | str], None]


@dataclass(frozen=True)
class Trained:
    """A run's result, and the model that came out of it."""

    ran: Ran
    model: Classifier
    opened: OpenModel
    folder: Path


def learned_from(plan: Plan, chosen: LabelledList) -> tuple[Labelled, ...]:
    """The sentences that a run learns from: so many of the list, drawn by the seed."""
    drawn = np.random.default_rng(plan.seed).permutation(len(chosen.train))[: plan.labels]
    return tuple(chosen.train[place] for place in drawn)


def marks(plan: Plan) -> tuple[int, ...]:
    """After how many steps all held-out sentences are asked: at the beginning, at the end, and evenly between."""
    return tuple(sorted({round(plan.steps * part / LOOKS) for part in range(LOOKS + 1)}))


def run(plan: Plan, chosen: LabelledList, open_model: Open, causal: OpenModel | None, tell: Tell) -> Trained:
    """Train, look, compare.

    Args:
        plan: The run; it asks for no more labels than the list has.
        chosen: The list.
        open_model: Opens the model as something begins, for this run alone; and where its weights lie.
        causal: What is asked without training, if there is such a model here.
        tell: Called with every step, every look, and a few words before what takes a while.
    """
    train, test = learned_from(plan, chosen), chosen.test[:MOST_ASKED]
    tell("opening the model")
    own = _Way(plan, chosen, train, test, *open_model(plan.start))
    began = time.perf_counter()
    own.train(tell)
    took = time.perf_counter() - began
    ways = [own]
    if plan.start is not Start.RANDOM:
        tell("training again from random weights")
        random = _Way(plan.from_random(), chosen, train, test, *open_model(Start.RANDOM))
        random.train(tell)
        ways.append(random)
    tell("comparing with baselines")
    was = _Way(plan, chosen, train, test, *open_model(plan.start))  # only now, so that the first step comes soon
    vectors_before, vectors_after = (vectors_by_layer(way.model, way.opened, own.asked) for way in (was, own))
    train_vectors = said(was.model, was.opened, own.pieces).vectors
    blanks = None
    if plan.start is not Start.RANDOM:
        before, after = (blank_loss(way.model, way.opened) for way in (was, own))
        blanks = None if before is None or after is None else (before, after)
    held_out = LabelledList(chosen.key, chosen.name, chosen.labels, chosen.train, test, chosen.about)
    simpler = [
        *simple_baselines(held_out, train),
        *probe_baseline(train_vectors, train, own.vectors[0], test),
        *(causal_baseline(causal, held_out) if causal is not None else []),
    ]
    maps = plane(*(vectors.astype(np.float64) for vectors in own.vectors))
    labels = [each.label for each in test]
    ran = Ran(
        plan=plan,
        labels=chosen.labels,
        test=tuple((each.text, each.label) for each in test),
        courses=tuple(way.course() for way in ways),
        maps=tuple(maps),
        map_spreads=tuple(spread(vectors.astype(np.float64), labels) for vectors in own.vectors),
        layers=changes(weights_by_layer(was.model), weights_by_layer(own.model), vectors_before, vectors_after),
        layer_maps=tuple(_pair(one, other) for one, other in zip(vectors_before, vectors_after, strict=True)),
        layer_spreads=tuple(
            (spread(one, labels), spread(other, labels))
            for one, other in zip(vectors_before, vectors_after, strict=True)
        ),
        blanks=blanks,
        baselines=tuple(simpler),
        head=sum(weights.numel() for weights in own.model.head.parameters()),
        trained=sum(weights.numel() for weights in own.model.parameters() if weights.requires_grad),
        parameters=sum(weights.numel() for weights in own.model.parameters()),
        cut=own.cut,
        seconds=took,
        conditions=own.opened.conditions,
    )
    return Trained(ran, own.model, own.opened, own.folder)


class _Way:
    """One start of a run: a model, and what was seen on its way."""

    def __init__(
        self,
        plan: Plan,
        chosen: LabelledList,
        train: Sequence[Labelled],
        test: Sequence[Labelled],
        opened: OpenModel,
        folder: Path,
    ) -> None:
        self.plan, self.opened, self.folder, self._train, self._test = plan, opened, folder, train, test
        self.pieces = [pieces_of(opened, each.text) for each in train]
        self.asked = [pieces_of(opened, each.text) for each in test]
        self.cut = sum(
            len(opened.tokenizer.tokens_of_any_length(each.text)) > token_limit(opened) for each in (*train, *test)
        )
        self.model = classifier(opened, folder, plan, len(chosen.labels))
        self.vectors: list[np.ndarray] = []
        self._losses: list[float] = []
        self._looks: list[Look] = []
        self._last: Said | None = None

    def train(self, tell: Tell) -> None:
        """The whole way."""
        at = marks(self.plan)

        def on_step(number: int, loss: float) -> None:
            self._losses.append(loss)
            tell(Step(self.plan.start, number, loss))
            if number in at:
                self._look(number, tell)

        batches = [
            batch_of(self.opened, [self.pieces[place] for place in step], [self._train[place].label for place in step])
            for step in order(self.plan)
        ]
        self._look(0, tell)
        with tempfile.TemporaryDirectory(prefix="riverbank-trainer-") as folder:
            trained_by_trainer(self.model, batches, self.plan, Path(folder), on_step)

    def course(self) -> Course:
        """What was seen."""
        assert self._last is not None
        probabilities = np.exp(_log_probabilities(self._last))
        return Course(
            self.plan.start,
            tuple(round(loss, _DIGITS) for loss in self._losses),
            tuple(self._looks),
            tuple(tuple(float(each) for each in row.round(_DIGITS)) for row in probabilities),
        )

    def _look(self, step: int, tell: Tell) -> None:
        self._last = said(self.model, self.opened, self.asked)
        self.vectors.append(self._last.vectors)
        labels = np.array([each.label for each in self._test])
        logs = _log_probabilities(self._last)
        right = float((logs.argmax(axis=1) == labels).mean())
        loss = float(-logs[np.arange(len(labels)), labels].mean())
        self._looks.append(Look(self.plan.start, step, right, round(loss, _DIGITS)))
        tell(self._looks[-1])


def _log_probabilities(found: Said) -> np.ndarray:
    """The logarithms of what it says, those of a model that has blown up being as good as chance."""
    logits = np.where(np.isfinite(found.logits).all(axis=1, keepdims=True), found.logits, 0.0)
    return np.asarray(log_softmax(logits.astype(np.float64), axis=1))


def _pair(one: np.ndarray, other: np.ndarray) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    before, after = plane(one, other)
    return before, after
