"""The run: its batches, its log, its evaluations, and a state that survives a kill.

In the run's folder:

* ``state.pt``: weights, moments, schedule and position, written every few minutes under another name and then renamed.
* ``log.jsonl``: a line for every step with its loss, batch accuracy and learning rate; a line for every evaluation.
* ``evaluation-….npz``: the logits of the held-out sentences and the vectors that the head read.

No state of a random number generator is saved: batches depend on the seed and the epoch alone, dropout on the seed and
the step alone.
"""

import json
import os
import time
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from scipy.special import log_softmax, softmax

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.registry import model_record
from components.model.lists.datasets import LabelledDataset
from components.teaching.model.classifier import (
    ClassifierOutput,
    build_classifier,
    collate,
    predict_labels,
    truncated_ids,
)
from components.teaching.model.layer_analysis import Weights, relative_change, weights_by_layer
from components.teaching.model.plan import Plan
from components.teaching.model.results import HeldOutEvaluation, TrainingHistory
from components.teaching.model.run import bucketed_schedule, training_sentences
from training.fine_tuning import ClassifierTraining, StepFigures

EVALUATIONS = 25  # with the one before the first step; the ends of three epochs are among them
SAVE_EVERY_S = 120
STATE, LOG = "state.pt", "log.jsonl"


def evaluated_steps(plan: Plan) -> tuple[int, ...]:
    """The steps after which the held-out sentences are read: before the first, after the last, and evenly between."""
    return tuple(sorted({round(plan.steps * part / (EVALUATIONS - 1)) for part in range(EVALUATIONS)}))


class TutorialRun:
    """One run on a dataset, from the start or from the state in its folder.

    Args:
        plan: The settings; ``train_size`` is the number of training sentences.
        dataset: The training and held-out sentences.
        folder: The folder of the run.

    Raises:
        ValueError: The state in the folder is of another plan.
    """

    def __init__(self, plan: Plan, dataset: LabelledDataset, folder: Path) -> None:
        self.plan, self.dataset, self.folder = plan, dataset, folder
        folder.mkdir(parents=True, exist_ok=True)
        record = model_record(plan.model_id)
        checkpoint = weights_folder(record)
        assert checkpoint is not None  # it is bundled
        self.checkpoint, self.opened = checkpoint, Loader(weights_folder).open(record)
        self.train_sentences = training_sentences(plan, dataset)
        self.train_token_ids = [truncated_ids(self.opened, each.text) for each in self.train_sentences]
        self.test_token_ids = [truncated_ids(self.opened, each.text) for each in dataset.test]
        self.model = build_classifier(self.opened, checkpoint, plan, len(dataset.labels))
        self._weights_before: list[Weights] = [
            {name: weights.detach().clone() for name, weights in layer.items()}
            for layer in weights_by_layer(self.model)
        ]
        self._training = ClassifierTraining(self.model, plan, mixed_precision=True)
        self.seconds = 0.0  # of processor time: the run may wait for others for hours
        self._load()

    @property
    def steps_done(self) -> int:
        """The steps so far."""
        return self._training.steps_done

    @property
    def finished(self) -> bool:
        """Whether all steps are done."""
        return self.steps_done == self.plan.steps

    def train(self, *, until: float) -> None:
        """Train to the end, or until it is late, and save.

        Args:
            until: When to stop, on the clock of :func:`time.monotonic`.
        """
        schedule = bucketed_schedule(self.plan, [len(ids) for ids in self.train_token_ids])
        evaluated = set(evaluated_steps(self.plan))
        saved = time.monotonic()
        self._drop_later_records()
        with (self.folder / LOG).open("a", encoding="utf-8") as log:
            if self.steps_done == 0:
                self._evaluate(log)
            while not self.finished and time.monotonic() < until:
                places = schedule[self.steps_done]
                batch = collate(
                    self.opened,
                    [self.train_token_ids[place] for place in places],
                    [self.train_sentences[place].label for place in places],
                )
                began = time.process_time()
                figures = self._training.step(batch)
                self.seconds += time.process_time() - began
                _write_line(log, {"step": self.steps_done, **_rounded(figures), "seconds": round(self.seconds, 1)})
                if self.steps_done in evaluated:
                    self._evaluate(log)
                    print(f"{self.steps_done} of {self.plan.steps} steps, {self.seconds / 60:.0f} minutes", flush=True)
                if time.monotonic() - saved > SAVE_EVERY_S:
                    self.save()
                    saved = time.monotonic()
        self.save()

    def save(self) -> None:
        """Write the state; a kill at any moment leaves the former one or this one."""
        state = {**self._training.state_dict(), "plan": self.plan.key, "seconds": self.seconds}
        partial = self.folder / f"{STATE}.partial"
        with partial.open("wb") as file:
            torch.save(state, file)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(self.folder / STATE)

    def records(self) -> list[dict[str, Any]]:
        """The lines of the log up to the state; a last line that a kill cut off is none."""
        file = self.folder / LOG
        text = file.read_text(encoding="utf-8") if self.steps_done else ""
        lines = [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()]
        return [line for line in lines if line["step"] <= self.steps_done]

    def evaluation(self, step: int) -> ClassifierOutput:
        """What the model made of the held-out sentences after a step."""
        with np.load(_evaluation_file(self.folder, step)) as arrays:
            return ClassifierOutput(arrays["logits"], arrays["vectors"].astype(np.float32))

    def _load(self) -> None:
        """Continue from the state, if there is one."""
        file = self.folder / STATE
        if not file.exists():
            return
        state = torch.load(file, weights_only=True)
        if state["plan"] != self.plan.key:
            raise ValueError(f"{file} is of another run; choose another folder, or move it away")
        self._training.load_state_dict(state)
        self.seconds = float(state["seconds"])

    def _drop_later_records(self) -> None:
        """Drop what was logged after the state was saved, since it comes again."""
        partial = self.folder / f"{LOG}.partial"
        partial.write_text("".join(json.dumps(line) + "\n" for line in self.records()), encoding="utf-8")
        partial.replace(self.folder / LOG)

    def _evaluate(self, log: Any) -> None:
        output = self._predict()
        partial = self.folder / "evaluation.partial"
        with partial.open("wb") as file:
            np.savez(file, logits=output.logits, vectors=output.vectors.astype(np.float16))
        partial.replace(_evaluation_file(self.folder, self.steps_done))
        labels = np.array([each.label for each in self.dataset.test])
        log_probabilities = log_softmax(output.logits.astype(np.float64), axis=1)
        answers = log_probabilities.argmax(axis=1)
        figures = {
            "accuracy": float((answers == labels).mean()),
            "loss": round(float(-log_probabilities[np.arange(len(labels)), labels].mean()), 4),
            "confusion": _confusion(labels, answers, len(self.dataset.labels)),
            "weight_changes": [
                round(relative_change(before, after), 6)
                for before, after in zip(self._weights_before, weights_by_layer(self.model), strict=True)
            ],
        }
        _write_line(log, {"step": self.steps_done, "held_out": figures})

    def _predict(self) -> ClassifierOutput:
        """The held-out sentences in single precision, read in the order of their lengths."""
        order = np.argsort([len(ids) for ids in self.test_token_ids], kind="stable")
        output = predict_labels(self.model, self.opened, [self.test_token_ids[place] for place in order])
        back = np.argsort(order)
        return ClassifierOutput(output.logits[back], output.vectors[back])


def history(run: TutorialRun) -> TrainingHistory:
    """The losses, evaluations and last predictions of a finished run."""
    records = run.records()
    steps = [line for line in records if "held_out" not in line]
    looks = [line for line in records if "held_out" in line]
    evaluations = tuple(
        HeldOutEvaluation(run.plan.start, line["step"], line["held_out"]["accuracy"], line["held_out"]["loss"])
        for line in looks
    )
    probabilities = softmax(run.evaluation(evaluations[-1].step).logits.astype(np.float64), axis=1)
    return TrainingHistory(
        run.plan.start,
        tuple(line["loss"] for line in steps),
        evaluations,
        tuple(tuple(float(each) for each in row.round(4)) for row in probabilities),
        tuple(line["accuracy"] for line in steps),
    )


def _confusion(labels: npt.NDArray[np.int64], answers: npt.NDArray[np.int64], count: int) -> list[list[int]]:
    """The number of sentences by label (row) and answer (column)."""
    return [[int(((labels == label) & (answers == answer)).sum()) for answer in range(count)] for label in range(count)]


def _rounded(figures: StepFigures) -> dict[str, float]:
    return {
        "loss": round(figures.loss, 4),
        "accuracy": round(figures.accuracy, 4),
        "rate": float(f"{figures.rate:.4g}"),
    }


def _evaluation_file(folder: Path, step: int) -> Path:
    return folder / f"evaluation-{step:05d}.npz"


def _write_line(log: Any, record: dict[str, Any]) -> None:
    log.write(json.dumps(record) + "\n")
    log.flush()
