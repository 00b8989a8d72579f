"""Memory that runs out in a pass: how torch says so, how it comes back, and what a visitor is told."""

import gc
import traceback
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

import torch

from components.model.checkpoints.open_model import OpenModel
from components.model.user_errors import UserError

Function = TypeVar("Function", bound=Callable[..., Any])  # of an opened model, first, and whatever else
_WORDS = ("out of memory", "can't allocate memory", "not enough memory", "invalid buffer size")
_TOLD = (
    "There is not enough memory for this right now. "
    "Try a shorter text or a smaller model, or try again in a moment; your sentence is kept."
)


class OutOfMemory(UserError):
    """A pass needs more memory than there is."""

    def __init__(self) -> None:
        super().__init__(_TOLD)


def is_out_of_memory(error: BaseException) -> bool:
    """Whether this is how torch says that memory ran out: on a CPU as a plain RuntimeError."""
    if isinstance(error, (torch.OutOfMemoryError, MemoryError)):
        return True
    return isinstance(error, RuntimeError) and any(words in str(error).lower() for words in _WORDS)


def release_cached_memory(device: torch.device) -> None:
    """Memory that nothing refers to any more goes back to the system or to the device."""
    gc.collect()
    if device.type == "cuda":
        with torch.cuda.device(device):
            torch.cuda.empty_cache()
    elif device.type == "mps":
        torch.mps.empty_cache()


def reports_out_of_memory(function: Function) -> Function:
    """A function of an opened model that says in words when memory runs out, once it has given back what it took.

    Raises:
        OutOfMemory: It did.
    """

    @wraps(function)
    def within_memory(opened: OpenModel, *args: Any, **kwargs: Any) -> Any:
        try:
            return function(opened, *args, **kwargs)
        except Exception as error:
            if not is_out_of_memory(error):
                raise
            traceback.clear_frames(error.__traceback__)
        # Past the handler, where nothing holds the error any more: its frames would hold the tensors.
        release_cached_memory(opened.device.torch_device)
        raise OutOfMemory

    return cast(Function, within_memory)
