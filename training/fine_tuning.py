"""Fine-tuning a classifier by hand, without the Trainer: one step at a time, with a state that can be saved.

The steps are those of :func:`components.teaching.model.run.train_with_trainer`.
"""

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from typing import Any, NamedTuple

import torch
from torch.optim import AdamW
from transformers import get_linear_schedule_with_warmup

from components.teaching.model.classifier import Batch, Classifier
from components.teaching.model.plan import Plan
from components.teaching.model.run import GRADIENT_NORM_LIMIT, step_seed
from training.objectives import autocast


class StepFigures(NamedTuple):
    """The loss of a step's batch before the update, in nats; the share that was right; and the learning rate."""

    loss: float
    accuracy: float
    rate: float


class ClassifierTraining:
    """The optimizer and the schedule of one classifier, which is trained in place.

    Args:
        model: The classifier.
        plan: The settings of the run.
        mixed_precision: Multiply in bfloat16 where the processor has it; the weights stay in single precision.
    """

    def __init__(self, model: Classifier, plan: Plan, *, mixed_precision: bool = False) -> None:
        self._model, self._plan, self._mixed_precision = model, plan, mixed_precision
        self._optimizer = AdamW(parameter_groups(model, plan.weight_decay), lr=plan.learning_rate, fused=True)
        self._schedule = get_linear_schedule_with_warmup(self._optimizer, plan.warmup_steps, plan.steps)
        self._trainable = [weights for weights in model.parameters() if weights.requires_grad]
        self.steps_done = 0

    def step(self, batch: Batch) -> StepFigures:
        """Train on one batch."""
        self._model.train()
        # Dropout depends on the number of the step alone, so that a run goes on as if it had never been stopped.
        torch.manual_seed(step_seed(self._plan, self.steps_done))
        rate = self._schedule.get_last_lr()[0]
        with autocast(batch["labels"].device) if self._mixed_precision else nullcontext():
            output = self._model(**batch)
        self._optimizer.zero_grad()
        output["loss"].backward()
        torch.nn.utils.clip_grad_norm_(self._trainable, GRADIENT_NORM_LIMIT)
        self._optimizer.step()
        self._schedule.step()
        self.steps_done += 1
        right = output["logits"].argmax(dim=-1) == batch["labels"]
        return StepFigures(output["loss"].item(), float(right.float().mean()), rate)

    def state_dict(self) -> dict[str, Any]:
        """The trained weights, the moments, and how far the run is."""
        return {
            "weights": {name: each.detach() for name, each in self._model.named_parameters() if each.requires_grad},
            "optimizer": self._optimizer.state_dict(),
            "schedule": self._schedule.state_dict(),
            "steps_done": self.steps_done,
        }

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Continue from a state that :meth:`state_dict` returned."""
        with torch.no_grad():
            for name, weights in state["weights"].items():
                self._model.get_parameter(name).copy_(weights)
        self._optimizer.load_state_dict(state["optimizer"])
        self._schedule.load_state_dict(state["schedule"])
        self.steps_done = state["steps_done"]


def train_by_hand(
    model: Classifier, batches: Sequence[Batch], plan: Plan, *, mixed_precision: bool = False
) -> Iterator[float]:
    """Train a classifier in place, one batch a step; with the arguments of :class:`ClassifierTraining`.

    Yields:
        The loss of each step's batch before the update, in nats.
    """
    training = ClassifierTraining(model, plan, mixed_precision=mixed_precision)
    for batch in batches:
        yield training.step(batch).loss


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
