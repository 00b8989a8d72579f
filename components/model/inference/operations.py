"""How many operations a forward pass takes: counted, not measured.

torch sees every product of matrices of a pass and multiplies out their sizes, a multiplication and an addition counting
as two. Softmax, layer norms and whatever else is no matrix product are left out, as is usual. Fused attention hides its
two products from that count, so it is counted with plain attention, on torch's "meta" device, where tensors have shapes
and no numbers.
"""

import copy
from collections.abc import Sequence

import torch
from torch import nn
from torch.utils.flop_counter import FlopCounterMode
from transformers import PreTrainedModel

PLAIN = "eager"


def meta_copy(model: PreTrainedModel) -> PreTrainedModel:
    """The same model without weights, on the "meta" device and with plain attention; ``model`` stays as it is."""
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
        ValueError: The model's attention is fused, so that its products would be missing: see :func:`countable`.
    """
    if model.config._attn_implementation != PLAIN:
        raise ValueError("the products of fused attention cannot be counted")
    device = next(model.parameters()).device
    ids = torch.ones(1, length, dtype=torch.long, device=device)
    # A mask that is finished already: some architectures would look into one that they make, and see no numbers there.
    mask = torch.zeros(1, 1, length, length, device=device)
    with FlopCounterMode(display=False) as counter:
        model(input_ids=ids, attention_mask=mask)
    return int(counter.get_total_flops())


def mean_operations(model: PreTrainedModel, lengths: Sequence[int]) -> float:
    """Floating-point operations of one pass, on average over sentences of these lengths.

    They are a polynomial of the second degree in the length, since attention compares pairs, so three counts give all.

    Raises:
        ValueError: As :func:`operations`.
    """
    one, two, three = (count_operations(model, length) for length in (1, 2, 3))
    square = (three - 2 * two + one) / 2
    linear = two - one - 3 * square
    constant = one - linear - square
    return sum(constant + linear * length + square * length**2 for length in lengths) / len(lengths)
