"""How many operations a forward pass takes: counted, not measured.

torch sees every product of matrices of a pass and multiplies out their sizes, a multiplication and an addition counting
as two. Softmax, layer norms and whatever else is no matrix product are left out, as is usual.
"""

import torch
from torch import nn
from torch.utils.flop_counter import FlopCounterMode


@torch.inference_mode()
def operations(model: nn.Module, length: int) -> int:
    """Floating-point operations of one pass over one sentence of ``length`` tokens."""
    device = next(model.parameters()).device
    ids = torch.ones(1, length, dtype=torch.long, device=device)
    # A mask that is finished already: some architectures would look into one that they make, and see no numbers there.
    mask = torch.zeros(1, 1, length, length, device=device)
    with FlopCounterMode(display=False) as counter:
        model(input_ids=ids, attention_mask=mask)
    return int(counter.get_total_flops())
