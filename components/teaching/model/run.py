"""One fine-tuning run: training with Hugging Face's Trainer, evaluations on the way, and a comparison with baselines.

The recipe is BERT's (Devlin et al. 2018, https://arxiv.org/abs/1810.04805, appendix A.3), with AdamW (Loshchilov and
Hutter 2019, https://arxiv.org/abs/1711.05101): linear warm-up and decay, and clipped gradients.
"""

import math
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from scipy.special import log_softmax
from torch import nn
from torch.utils.data import DataLoader
from transformers import Trainer, TrainerCallback, TrainingArguments

from components.model.checkpoints.open_model import OpenModel
from components.model.lists.datasets import HELD_OUT_LIMIT, LabelledDataset, LabelledSentence
from components.teaching.model.classifier import (
    Batch,
    Classifier,
    ClassifierOutput,
    build_classifier,
    collate,
    predict_labels,
    token_limit,
    truncated_ids,
)
from components.teaching.model.plan import Plan, Start
from components.teaching.model.results import FineTuningResult, HeldOutEvaluation, TrainingHistory, TrainingStep
from components.teaching.model.run_result import FinishedRun, measure_run

EVALUATION_COUNT = 6  # at least, besides the one before the first step
EPOCHS_EVALUATED = 10  # with more epochs, only some are evaluated
GRADIENT_NORM_LIMIT = 1.0
BUCKETED_FROM = 750  # training sentences: below it, little time is lost to padding
POOLED_BATCHES = 50  # batches that are bucketed by length together
_DIGITS = 4

ModelOpener = Callable[[Start], tuple[OpenModel, Path]]
OnProgress = Callable[[TrainingStep | HeldOutEvaluation | str], None]
OnStep = Callable[[int, float], bool | None]


@dataclass(frozen=True)
class TrainedClassifier:
    """The result of a run and the fine-tuned model; ``folder`` holds the checkpoint that it started from."""

    result: FineTuningResult
    model: Classifier
    opened: OpenModel
    folder: Path


def training_sentences(plan: Plan, dataset: LabelledDataset) -> tuple[LabelledSentence, ...]:
    """The training sentences of a run: ``train_size`` of the dataset's, sampled with the seed."""
    drawn = np.random.default_rng(plan.seed).permutation(len(dataset.train))[: plan.train_size]
    return tuple(dataset.train[place] for place in drawn)


def batch_schedule(plan: Plan, lengths: Sequence[int]) -> list[list[int]]:
    """The sentence indices of each step's batch: each sentence once per epoch, in an order set by the seed.

    Of many sentences, those of similar length share a batch, as in the recorded run on SST-2.

    Args:
        plan: The settings of the run.
        lengths: The tokens of each training sentence.
    """
    if plan.train_size >= BUCKETED_FROM:
        return bucketed_schedule(plan, lengths)
    rng = np.random.default_rng(plan.seed)
    steps = []
    for _ in range(plan.epochs):
        shuffled = rng.permutation(plan.train_size).tolist()
        steps += [shuffled[start : start + plan.batch_size] for start in range(0, plan.train_size, plan.batch_size)]
    return steps


def bucketed_schedule(plan: Plan, lengths: Sequence[int]) -> list[list[int]]:
    """The sentence indices of each step's batch, with sentences of similar length together, so that little is padding.

    Each sentence comes once an epoch. The sentences are shuffled, sorted by length within pools of some batches, and
    the batches are shuffled again. The last batch of an epoch may be smaller.

    Args:
        plan: The settings of the run.
        lengths: The tokens of each training sentence.
    """
    rng = np.random.default_rng(plan.seed)
    size, full = plan.batch_size, plan.train_size // plan.batch_size * plan.batch_size
    steps: list[list[int]] = []
    for _ in range(plan.epochs):
        shuffled = rng.permutation(plan.train_size).tolist()
        batches = []
        for start in range(0, full, POOLED_BATCHES * size):
            pool = sorted(shuffled[start : min(start + POOLED_BATCHES * size, full)], key=lengths.__getitem__)
            batches += [pool[first : first + size] for first in range(0, len(pool), size)]
        steps += [batches[place] for place in rng.permutation(len(batches))]
        steps += [shuffled[full:]] if full < plan.train_size else []
    return steps


def step_seed(plan: Plan, step: int) -> int:
    """The seed of a step's dropout. It depends on nothing else, so that training by hand gives the same."""
    return plan.seed * 100_003 + step


def evaluation_steps(plan: Plan) -> tuple[int, ...]:
    """The steps at which held-out sentences are evaluated: before the first, after the last, and between.

    After every epoch, and evenly within epochs if there are few; at the ends of some epochs only if there are many.
    """
    if plan.epochs > EPOCHS_EVALUATED:
        ends = (round(plan.epochs * part / EVALUATION_COUNT) for part in range(EVALUATION_COUNT + 1))
        return tuple(sorted({end * plan.steps_per_epoch for end in ends}))
    parts = plan.epochs * -(-EVALUATION_COUNT // plan.epochs)
    return tuple(sorted({round(plan.steps * part / parts) for part in range(parts + 1)}))


def fine_tune(
    plan: Plan,
    dataset: LabelledDataset,
    open_model: ModelOpener,
    causal: OpenModel | None,
    on_progress: OnProgress,
    *,
    training_seconds: float = math.inf,
) -> TrainedClassifier:
    """Fine-tune a model, evaluate it on the way, and compare it with baselines.

    A run that reaches the time limit ends early, and everything is measured after the steps that were done. Its
    comparison from random weights gets as many steps, and half of the time.

    Args:
        plan: The settings; ``train_size`` is at most the size of the dataset.
        dataset: The list.
        open_model: Opens the model for this run alone, and returns it with the checkpoint's folder.
        causal: A causal model for the zero-shot baseline, or None.
        on_progress: Called with every step, every evaluation, and a status before each longer part.
        training_seconds: The time limit for training, from this call.
    """
    start_time = time.perf_counter()
    has_comparison = plan.start is not Start.RANDOM
    end_time = start_time + training_seconds
    train, test = training_sentences(plan, dataset), dataset.test[:HELD_OUT_LIMIT]
    on_progress("opening the model")
    tuned = _TrainingRun(plan, dataset, train, test, *open_model(plan.start))
    training_start = time.perf_counter()
    tuned.train(on_progress, end_time=start_time + training_seconds / 2 if has_comparison else end_time)
    seconds = time.perf_counter() - training_start
    training_runs = [tuned]
    if has_comparison:
        on_progress("training again from random weights")
        random = _TrainingRun(plan.with_random_start(), dataset, train, test, *open_model(Start.RANDOM))
        random.train(on_progress, end_time=end_time, step_limit=tuned.steps_done)
        training_runs.append(random)
    on_progress("comparing with baselines")
    untuned = _TrainingRun(
        plan, dataset, train, test, *open_model(plan.start)
    )  # opened last, so that training starts soon
    finished = FinishedRun(
        plan=plan,
        dataset=replace(dataset, test=test),
        train=train,
        model=tuned.model,
        opened=tuned.opened,
        train_token_ids=tuned.train_token_ids,
        test_token_ids=tuned.test_token_ids,
        histories=tuple(each.history() for each in training_runs),
        evaluation_vectors=tuned.evaluation_vectors,
        truncated_count=tuned.truncated_count,
        seconds=seconds,
    )
    return TrainedClassifier(measure_run(finished, untuned.model, causal), tuned.model, tuned.opened, tuned.folder)


class _TrainingRun:
    """One training run of a model: its losses and evaluations."""

    def __init__(
        self,
        plan: Plan,
        dataset: LabelledDataset,
        train: Sequence[LabelledSentence],
        test: Sequence[LabelledSentence],
        opened: OpenModel,
        folder: Path,
    ) -> None:
        self.plan, self.opened, self.folder, self._train, self._test = plan, opened, folder, train, test
        self.train_token_ids = [truncated_ids(opened, each.text) for each in train]
        self.test_token_ids = [truncated_ids(opened, each.text) for each in test]
        self.truncated_count = sum(
            len(opened.tokenizer.tokens_of_any_length(each.text)) > token_limit(opened) for each in (*train, *test)
        )
        self.model = build_classifier(opened, folder, plan, len(dataset.labels))
        self.evaluation_vectors: list[np.ndarray] = []
        self._losses: list[float] = []
        self._accuracies: list[float] = []
        self._evaluations: list[HeldOutEvaluation] = []
        self._last_output: ClassifierOutput | None = None

    @property
    def steps_done(self) -> int:
        """The number of steps so far."""
        return len(self._losses)

    def train(self, on_progress: OnProgress, *, end_time: float, step_limit: int | None = None) -> None:
        """Run the steps, evaluating on the way and after the last.

        Args:
            on_progress: As in :func:`fine_tune`.
            end_time: When to end early, on the clock of ``time.perf_counter``; at least one step is done.
            step_limit: The number of steps after which to end early; None for all.
        """
        limit = self.plan.steps if step_limit is None else step_limit
        evaluated_steps = {step for step in evaluation_steps(self.plan) if step < limit}

        def on_step(number: int, loss: float) -> bool:
            self._losses.append(loss)
            on_progress(TrainingStep(self.plan.start, number, loss))
            is_last = number >= limit or time.perf_counter() >= end_time
            if is_last or number in evaluated_steps:
                self._evaluate(number, on_progress)
            return is_last

        batches = [
            collate(
                self.opened,
                [self.train_token_ids[place] for place in step],
                [self._train[place].label for place in step],
            )
            for step in batch_schedule(self.plan, [len(ids) for ids in self.train_token_ids])
        ]
        self._evaluate(0, on_progress)
        counting = self.model.register_forward_hook(self._count_correct, with_kwargs=True)
        try:
            with tempfile.TemporaryDirectory(prefix="riverbank-trainer-") as folder:
                train_with_trainer(self.model, batches, self.plan, Path(folder), on_step)
        finally:
            counting.remove()

    def _count_correct(self, model: nn.Module, _: object, inputs: dict[str, Any], output: dict[str, Any]) -> None:
        """Store the accuracy of a training batch, as scripts that print it by epoch do."""
        if model.training and "labels" in inputs:
            right = output["logits"].argmax(dim=-1) == inputs["labels"]
            self._accuracies.append(round(float(right.float().mean()), _DIGITS))

    def history(self) -> TrainingHistory:
        """The history of the finished training."""
        assert self._last_output is not None
        probabilities = np.exp(_log_probabilities(self._last_output))
        return TrainingHistory(
            self.plan.start,
            tuple(round(loss, _DIGITS) for loss in self._losses),
            tuple(self._evaluations),
            tuple(tuple(float(each) for each in row.round(_DIGITS)) for row in probabilities),
            tuple(self._accuracies),
        )

    def _evaluate(self, step: int, on_progress: OnProgress) -> None:
        self._last_output = predict_labels(self.model, self.opened, self.test_token_ids)
        self.evaluation_vectors.append(self._last_output.vectors)
        labels = np.array([each.label for each in self._test])
        log_probabilities = _log_probabilities(self._last_output)
        accuracy = float((log_probabilities.argmax(axis=1) == labels).mean())
        loss = float(-log_probabilities[np.arange(len(labels)), labels].mean())
        self._evaluations.append(HeldOutEvaluation(self.plan.start, step, accuracy, round(loss, _DIGITS)))
        on_progress(self._evaluations[-1])


def train_with_trainer(model: Classifier, batches: Sequence[Batch], plan: Plan, folder: Path, on_step: OnStep) -> None:
    """Train a classifier in place with Hugging Face's Trainer.

    Args:
        model: The classifier.
        batches: One batch a step, epoch after epoch.
        plan: The settings of the run.
        folder: An empty folder for the Trainer, which saves nothing there.
        on_step: Called after each step with its number, from 1, and the loss of its batch before it, in nats. Training
            ends early when it returns True.
    """
    arguments = TrainingArguments(
        output_dir=str(folder),
        num_train_epochs=plan.epochs,
        learning_rate=plan.learning_rate,
        warmup_steps=plan.warmup_steps,
        lr_scheduler_type="linear",
        weight_decay=plan.weight_decay,
        max_grad_norm=GRADIENT_NORM_LIMIT,
        optim="adamw_torch",
        seed=plan.seed,
        logging_steps=1,
        logging_nan_inf_filter=False,  # a diverged run shows NaN
        save_strategy="no",
        report_to="none",
        disable_tqdm=True,
        use_cpu=batches[0]["input_ids"].device.type == "cpu",
        dataloader_pin_memory=False,
    )
    trainer = _InOrder(
        model=model,
        args=arguments,
        train_dataset=_Epochs(batches, plan.steps_per_epoch),
        callbacks=[_Steps(plan, on_step)],
    )
    for callback in ("PrinterCallback", "ProgressCallback"):
        trainer.callback_handler.callbacks = [
            each for each in trainer.callback_handler.callbacks if type(each).__name__ != callback
        ]
    trainer.train()


class _Epochs:
    """Batches of examples; each iteration over it is one epoch."""

    def __init__(self, batches: Sequence[Batch], steps_per_epoch: int) -> None:
        self._batches, self._an_epoch, self._epoch = batches, steps_per_epoch, 0

    def __len__(self) -> int:
        return self._an_epoch

    def __iter__(self) -> Iterator[Batch]:
        start = self._epoch * self._an_epoch
        self._epoch += 1
        return iter(self._batches[start : start + self._an_epoch])


class _InOrder(Trainer):
    """A Trainer that uses prepared batches in their order."""

    def get_train_dataloader(self) -> DataLoader[Any]:
        return self.train_dataset  # type: ignore[return-value]


class _Steps(TrainerCallback):
    """A callback that seeds dropout as the training loop does, and reports the loss of each step."""

    def __init__(self, plan: Plan, on_step: OnStep) -> None:
        self._plan, self._on_step = plan, on_step

    def on_step_begin(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        torch.manual_seed(step_seed(self._plan, state.global_step))

    def on_log(self, args: Any, state: Any, control: Any, logs: dict[str, float] | None = None, **_: Any) -> None:
        if logs and "loss" in logs:
            ends = self._on_step(state.global_step, float(logs["loss"]))
            control.should_training_stop = control.should_training_stop or bool(ends)


def _log_probabilities(output: ClassifierOutput) -> np.ndarray:
    """Log-probabilities of the labels; uniform where a diverged model's logits are not finite."""
    logits = np.where(np.isfinite(output.logits).all(axis=1, keepdims=True), output.logits, 0.0)
    return np.asarray(log_softmax(logits.astype(np.float64), axis=1))
