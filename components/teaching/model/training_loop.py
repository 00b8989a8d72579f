"""The training loop without the Trainer: AdamW, linear warm-up and decay, clipped gradients; the same steps.

The recipe is BERT's (Devlin et al. 2018, https://arxiv.org/abs/1810.04805, appendix A.3), with AdamW (Loshchilov and
Hutter 2019, https://arxiv.org/abs/1711.05101).
"""

from collections.abc import Iterator, Sequence

import numpy as np
import torch
from torch.optim import AdamW
from transformers import get_linear_schedule_with_warmup

from components.teaching.model.classifier import Batch, Classifier
from components.teaching.model.plan import Plan

GRADIENT_NORM_LIMIT = 1.0


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


def train_by_hand(model: Classifier, batches: Sequence[Batch], plan: Plan) -> Iterator[float]:
    """Train a classifier in place, one step at a time.

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
