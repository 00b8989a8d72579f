"""Training with Hugging Face's Trainer, on the same batches in the same order as the training loop."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import torch
from torch.utils.data import DataLoader
from transformers import Trainer, TrainerCallback, TrainingArguments

from components.teaching.model.classifier import Batch, Classifier
from components.teaching.model.plan import Plan
from components.teaching.model.training_loop import GRADIENT_NORM_LIMIT, step_seed

OnStep = Callable[[int, float], None]


def train_with_trainer(model: Classifier, batches: Sequence[Batch], plan: Plan, folder: Path, on_step: OnStep) -> None:
    """Train a classifier in place.

    Args:
        model: The classifier.
        batches: One batch a step, epoch after epoch.
        plan: The settings of the run.
        folder: An empty folder for the Trainer, which saves nothing there.
        on_step: Called after each step with its number, from 1, and the loss of its batch before it, in nats.
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
    """Prepared batches, one epoch per iteration."""

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
    """Seeds dropout as the training loop does, and reports each step's loss."""

    def __init__(self, plan: Plan, on_step: OnStep) -> None:
        self._plan, self._on_step = plan, on_step

    def on_step_begin(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        torch.manual_seed(step_seed(self._plan, state.global_step))

    def on_log(self, args: Any, state: Any, control: Any, logs: dict[str, float] | None = None, **_: Any) -> None:
        if logs and "loss" in logs:
            self._on_step(state.global_step, float(logs["loss"]))
