"""Handling of passes that run out of memory: detection, release, and the message for visitors."""

import gc
import traceback
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

import torch

from components.model.checkpoints.open_model import OpenModel
from components.model.user_errors import UserError

Function = TypeVar("Function", bound=Callable[..., Any])  # its first argument is an opened model
_WORDS = ("out of memory", "can't allocate memory", "not enough memory", "invalid buffer size")
_TOLD = (
    "There is not enough memory for this right now. "
    "Try a shorter text or a smaller model, or try again in a moment; your sentence is kept."
)


class OutOfMemory(UserError):
    """A forward pass needs more memory than is free."""

    def __init__(self) -> None:
        super().__init__(_TOLD)


def is_out_of_memory(error: BaseException) -> bool:
    """Whether torch raised ``error`` because memory ran out; on a CPU that is a plain RuntimeError."""
    if isinstance(error, (torch.OutOfMemoryError, MemoryError)):
        return True
    return isinstance(error, RuntimeError) and any(words in str(error).lower() for words in _WORDS)


def release_cached_memory(device: torch.device) -> None:
    """Collect garbage and return cached memory to the device."""
    gc.collect()
    if device.type == "cuda":
        with torch.cuda.device(device):
            torch.cuda.empty_cache()
    elif device.type == "mps":
        torch.mps.empty_cache()


def reports_out_of_memory(function: Function) -> Function:
    """Decorate a function of an opened model to release memory and raise :class:`OutOfMemory` when it runs out.

    Args:
        function: Takes an opened model as its first argument.
    """

    @wraps(function)
    def within_memory(opened: OpenModel, *args: Any, **kwargs: Any) -> Any:
        try:
            return function(opened, *args, **kwargs)
        except Exception as error:
            if not is_out_of_memory(error):
                raise
            traceback.clear_frames(error.__traceback__)
        # After the handler, when nothing refers to the error any more: its frames would keep the tensors alive.
        release_cached_memory(opened.device.torch_device)
        raise OutOfMemory

    return cast(Function, within_memory)
