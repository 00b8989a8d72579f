"""The number of floating-point operations of a forward pass, counted rather than measured.

torch counts every matrix product of a pass by its sizes; a multiplication and an addition are two operations. Softmax,
layer norms and other operations are left out, as is usual. Fused attention hides its two products from that count, so
passes are counted with eager attention, on torch's "meta" device, where tensors have shapes and no values.
"""

import copy
from collections.abc import Sequence

import torch
from torch import nn
from torch.utils.flop_counter import FlopCounterMode
from transformers import PreTrainedModel

PLAIN = "eager"


def meta_copy(model: PreTrainedModel) -> PreTrainedModel:
    """A copy of a model without weights, on the "meta" device and with eager attention; ``model`` is not changed."""
    replaced: dict[int, object] = {
        id(weight): nn.Parameter(weight.detach().to("meta"), requires_grad=False) for weight in model.parameters()
    }
    replaced |= {id(buffer): buffer.to("meta") for buffer in model.buffers()}
    plain = copy.deepcopy(model, replaced)
    plain.config._attn_implementation = PLAIN
    return plain


@torch.inference_mode()
def count_operations(model: PreTrainedModel, length: int) -> int:
    """Floating-point operations of one pass over one sentence of ``length`` tokens.

    Raises:
        ValueError: The model's attention is fused, so its products would be missing: see :func:`meta_copy`.
    """
    if model.config._attn_implementation != PLAIN:
        raise ValueError("the products of fused attention cannot be counted")
    device = next(model.parameters()).device
    ids = torch.ones(1, length, dtype=torch.long, device=device)
    # An additive mask: to make one from a padding mask, some architectures read values, which meta tensors lack.
    mask = torch.zeros(1, 1, length, length, device=device)
    with FlopCounterMode(display=False) as counter:
        model(input_ids=ids, attention_mask=mask)
    return int(counter.get_total_flops())


def mean_operations(model: PreTrainedModel, lengths: Sequence[int]) -> float:
    """Floating-point operations of one pass over one sentence, averaged over sentences of these lengths.

    The count is a quadratic polynomial of the length, since attention compares pairs, so three counts determine it.

    Raises:
        ValueError: As :func:`count_operations`.
    """
    first, second, third = (count_operations(model, length) for length in (1, 2, 3))
    square = (third - 2 * second + first) / 2
    linear = second - first - 3 * square
    constant = first - linear - square
    return sum(constant + linear * length + square * length**2 for length in lengths) / len(lengths)
