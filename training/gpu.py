"""What a training step needs so that a GPU never waits for the processor. On a CPU nothing here changes anything.

The processor runs ahead of a GPU: it launches the kernels of one step while those of the step before are computed. Any
read of a result, and any copy from ordinary memory, makes it wait. So batches are drawn ahead and copied from pinned
memory, masks are made without looking at values on the device, and losses are read only when they are reported.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import torch
from transformers import PreTrainedModel

T = TypeVar("T")
FUSED = "sdpa"  # scaled_dot_product_attention of torch
TAKES_FULL_MASK = frozenset({"bert", "electra"})  # these use a mask of four dimensions as it is


def to_device(array: npt.NDArray[Any], device: torch.device) -> torch.Tensor:
    """Copy an array to ``device``; to a GPU without waiting for it."""
    tensor = torch.from_numpy(array)
    return tensor.pin_memory().to(device, non_blocking=True) if device.type == "cuda" else tensor.to(device)


def mask_for_attention(model: Any, attention_mask: npt.NDArray[np.int64], device: torch.device) -> torch.Tensor | None:
    """The attention mask as the model takes it; None if fused attention on a GPU needs none: nothing is padding.

    Given a plain mask, transformers looks on the device whether it masks anything, which stops the processor.

    *Shape:* ``attention_mask`` (batch, length); returns (batch, length), or (batch, 1, 1, length) for fused attention
    """
    if device.type != "cuda" or model.config._attn_implementation != FUSED:
        return to_device(attention_mask, device)
    if attention_mask.all():
        return None
    mask = to_device(attention_mask, device)
    return (mask == 1)[:, None, None, :] if model.config.model_type in TAKES_FULL_MASK else mask


def use_fused_attention(model: torch.nn.Module) -> None:
    """Switch the model, or the models in it, to fused attention where their architecture has it."""
    for part in model.modules():
        if isinstance(part, PreTrainedModel) and part._supports_sdpa:
            part.set_attn_implementation(FUSED)


def compile_layers(model: torch.nn.Module) -> None:
    """Compile every layer of the encoder for each shape of a batch: some seconds a shape, then faster steps."""
    torch._dynamo.config.recompile_limit = 64  # lengths of pairs and singles, in training and in evaluation
    for name, part in model.named_modules():
        if name.split(".")[-1].isdigit() and ".layer." in f".{name}":
            part.compile(dynamic=False)


def prefetch(items: Iterator[T]) -> Iterator[T]:
    """Yield ``items`` in their order, each computed in another thread while the one before is used."""
    end = object()
    with ThreadPoolExecutor(1, thread_name_prefix="batches") as executor:
        upcoming = executor.submit(next, items, end)
        while (item := upcoming.result()) is not end:
            upcoming = executor.submit(next, items, end)
            yield item  # type: ignore[misc]
