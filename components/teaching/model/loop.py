"""The loop by hand: AdamW, a linear warm-up and decay, clipped gradients. The same steps as the Trainer takes.

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

LONGEST_GRADIENT = 1.0


def order(plan: Plan) -> list[list[int]]:
    """Which sentences each step sees, by number: every one once an epoch, in an order that the seed decides."""
    rng = np.random.default_rng(plan.seed)
    steps = []
    for _ in range(plan.epochs):
        shuffled = rng.permutation(plan.labels).tolist()
        steps += [shuffled[start : start + plan.batch] for start in range(0, plan.labels, plan.batch)]
    return steps


def seed_of_step(plan: Plan, step: int) -> int:
    """What dropout is drawn from: of its own for each step, so that runs that differ in nothing else agree."""
    return plan.seed * 100_003 + step


def trained_by_hand(model: Classifier, batches: Sequence[Batch], plan: Plan) -> Iterator[float]:
    """Train, a step at a time.

    Args:
        model: What is trained, in place.
        batches: One a step.
        plan: The run.

    Yields:
        The loss of each step's batch, in nats, as it was before the step.
    """
    optimizer = AdamW(groups(model, plan.weight_decay), lr=plan.rate)
    schedule = get_linear_schedule_with_warmup(optimizer, plan.warmup_steps, plan.steps)
    trainable = [weights for weights in model.parameters() if weights.requires_grad]
    for step, batch in enumerate(batches):
        model.train()
        torch.manual_seed(seed_of_step(plan, step))
        loss = model(**batch)["loss"]
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(trainable, LONGEST_GRADIENT)
        optimizer.step()
        schedule.step()
        yield loss.item()


def groups(model: torch.nn.Module, weight_decay: float) -> list[dict[str, object]]:
    """Weights that decay, and those that do not: biases and what belongs to a normalization."""
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
