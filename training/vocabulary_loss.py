"""Cross-entropy over a large vocabulary, computed in blocks of rows.

A thousand chosen tokens times 30,522 logits in single precision are 120 MB, which loss and gradient each read several
times. In blocks that fit the processor's cache, with the gradient computed along with the loss, a training step is 1.5
times as fast (two cores, BERT's vocabulary). A GPU has no such cache, and each block costs it a dozen launches, so
there the blocks are large.
"""

from typing import Any

import torch
from torch.nn import functional

PART_BYTES, GPU_PART_BYTES = 30 * 2**20, 2**30  # of logits in single precision


class _CrossEntropy(torch.autograd.Function):
    """Mean cross-entropy of ``hidden @ weight.T + bias``; the forward pass also computes the gradients."""

    @staticmethod
    def forward(
        ctx: Any, hidden: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor, targets: torch.Tensor
    ) -> torch.Tensor:
        rows = max(1, (GPU_PART_BYTES if hidden.is_cuda else PART_BYTES) // (4 * len(weight)))
        for_hidden = torch.empty_like(hidden)
        for_weight, for_bias = (torch.zeros_like(each, dtype=torch.float32) for each in (weight, bias))
        total = torch.zeros((), dtype=torch.float32, device=hidden.device)
        for begin in range(0, len(hidden), rows):
            part = slice(begin, begin + rows)
            logits = functional.linear(hidden[part], weight, bias).float()
            total += functional.cross_entropy(logits, targets[part], reduction="sum")
            slope = logits.softmax(dim=-1)  # gradient of the loss: softmax minus one at the target
            slope[torch.arange(len(slope), device=slope.device), targets[part]] -= 1
            for_bias += slope.sum(dim=0)
            slope = slope.to(hidden.dtype)
            for_hidden[part] = slope @ weight
            for_weight += slope.T @ hidden[part]
        ctx.save_for_backward(for_hidden, for_weight, for_bias)
        ctx.rows = len(hidden)
        return total / len(hidden)

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        for_hidden, for_weight, for_bias = ctx.saved_tensors
        scale = gradients[0] / ctx.rows  # autograd converts them to the inputs' dtypes
        return for_hidden * scale, for_weight * scale, for_bias * scale, None


def vocabulary_loss(
    hidden: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor, targets: torch.Tensor
) -> torch.Tensor:
    """Mean cross-entropy in nats of the logits ``hidden @ weight.T + bias``.

    Matrix products use the dtype of autocast if it is on; sums over the vocabulary use single precision.

    *Shape:* ``hidden`` (chosen, width); ``weight`` (vocabulary, width); ``bias`` (vocabulary,); ``targets`` (chosen,)
    """
    kind = hidden.device.type
    if torch.is_autocast_enabled(kind):
        hidden, weight, bias = (each.to(torch.get_autocast_dtype(kind)) for each in (hidden, weight, bias))
    with torch.autocast(kind, enabled=False):
        loss: torch.Tensor = _CrossEntropy.apply(hidden, weight, bias, targets)  # type: ignore[no-untyped-call]
    return loss
