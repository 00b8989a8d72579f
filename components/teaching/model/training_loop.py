"""Training in two ways that take the same steps: with Hugging Face's Trainer, and by a loop without it.

Both take the same batches in the same order, with AdamW, linear warm-up and decay, and clipped gradients. The recipe is
BERT's (Devlin et al. 2018, https://arxiv.org/abs/1810.04805, appendix A.3), with AdamW (Loshchilov and Hutter 2019,
https://arxiv.org/abs/1711.05101).
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.optim import AdamW
from torch.utils.data import DataLoader
from transformers import Trainer, TrainerCallback, TrainingArguments, get_linear_schedule_with_warmup

from components.teaching.model.classifier import Batch, Classifier
from components.teaching.model.plan import Plan

GRADIENT_NORM_LIMIT = 1.0
OnStep = Callable[[int, float], None]


def batch_schedule(plan: Plan) -> list[list[int]]:
    """The sentence indices of each step's batch: each sentence once per epoch, in an order set by the seed."""
    rng = np.random.default_rng(plan.seed)
    steps = []
    for _ in range(plan.epochs):
        shuffled = rng.permutation(plan.train_size).tolist()
        steps += [shuffled[start : start + plan.batch_size] for start in range(0, plan.train_size, plan.batch_size)]
    return steps


def step_seed(plan: Plan, step: int) -> int:
    """The seed of a step's dropout. It depends only on the plan's seed and the step, so that both loops agree."""
    return plan.seed * 100_003 + step


def train_with_trainer(model: Classifier, batches: Sequence[Batch], plan: Plan, folder: Path, on_step: OnStep) -> None:
    """Train a classifier in place with Hugging Face's Trainer.

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


def train_by_hand(model: Classifier, batches: Sequence[Batch], plan: Plan) -> Iterator[float]:
    """Train a classifier in place without the Trainer, one step at a time.

    Args:
        model: The classifier.
        batches: One batch a step.
        plan: The settings of the run.

    Yields:
        The loss of each step's batch before the update, in nats.
    """
    optimizer = AdamW(parameter_groups(model, plan.weight_decay), lr=plan.learning_rate)
    schedule = get_linear_schedule_with_warmup(optimizer, plan.warmup_steps, plan.steps)
    trainable = [weights for weights in model.parameters() if weights.requires_grad]
    for step, batch in enumerate(batches):
        model.train()
        torch.manual_seed(step_seed(plan, step))
        loss = model(**batch)["loss"]
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(trainable, GRADIENT_NORM_LIMIT)
        optimizer.step()
        schedule.step()
        yield loss.item()


def parameter_groups(model: torch.nn.Module, weight_decay: float) -> list[dict[str, object]]:
    """Parameter groups for AdamW: no weight decay for biases and normalisation weights."""
    norms = {
        id(weights)
        for module in model.modules()
        if isinstance(module, torch.nn.LayerNorm)
        for weights in module.parameters()
    }
    decaying: list[torch.nn.Parameter] = []
    others: list[torch.nn.Parameter] = []
    for name, weights in model.named_parameters():
        if weights.requires_grad:
            (others if name.endswith("bias") or id(weights) in norms else decaying).append(weights)
    return [{"params": decaying, "weight_decay": weight_decay}, {"params": others, "weight_decay": 0.0}]


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
