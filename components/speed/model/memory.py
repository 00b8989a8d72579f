"""Memory of a forward pass: its measured peak, and whether a batch will fit."""

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import torch
from transformers import PreTrainedModel

from components.model.user_errors import UserError
from components.speed.model.results import Memory
from components.speed.model.spec import BenchmarkCell

_STATUS, _CLEAR_REFS = Path("/proc/self/status"), Path("/proc/self/clear_refs")
_MEMINFO, _CGROUP = Path("/proc/meminfo"), Path("/sys/fs/cgroup")
USABLE_SHARE = 0.9  # of the free memory: the server needs some, too


class BatchTooLarge(UserError):
    """A batch needs more memory than there is."""


def measure_memory(work: Callable[[], object], device: torch.device) -> Memory:
    """Run ``work`` once and return the peak memory meanwhile."""
    if device.type == "cuda":
        torch.cuda.synchronize(device)
        torch.cuda.reset_peak_memory_stats(device)
        work()
        torch.cuda.synchronize(device)
        return Memory(torch.cuda.max_memory_allocated(device), torch.cuda.max_memory_reserved(device), False)
    _reset_peak()
    work()
    return Memory(_peak_of_process(), None, True)


def batch_too_large(cell: BenchmarkCell, place: str) -> BatchTooLarge:
    """The error for a batch that is too large, with a message for visitors."""
    return BatchTooLarge(
        f"A batch of {cell.batch:,} with {cell.length:,} tokens each does not fit into the memory of {place}. "
        "Choose a smaller batch or a shorter length."
    )


def check_memory(model: PreTrainedModel, cell: BenchmarkCell, *, free: int | None, place: str) -> None:
    """Raise an error for a batch that would make the system kill the server.

    A GPU raises an error itself. The memory of a CPU is overcommitted, and the process is killed when it is used.

    Raises:
        DoesNotFit: The logits, and plain attention's weights, need more than is free.
    """
    if free is not None and needed_bytes(model, cell) > USABLE_SHARE * free:
        raise batch_too_large(cell, place)


def needed_bytes(model: PreTrainedModel, cell: BenchmarkCell) -> int:
    """Approximate bytes of the largest tensors of a pass: logits, hidden states and attention weights."""
    config, item_bytes = model.config, model.dtype.itemsize
    tokens = cell.batch * cell.length
    logits = 2 * tokens * config.vocab_size
    eager = config._attn_implementation == "eager"
    attention_weights = 3 * tokens * cell.length * config.num_attention_heads if eager else 0
    return int(item_bytes * (logits + attention_weights + 8 * tokens * config.hidden_size))


def free_bytes() -> int | None:
    """Free memory of the machine or its container; None if the system does not report it."""
    try:
        lines = _MEMINFO.read_text(encoding="ascii").splitlines()
        free = next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable"))
    except (OSError, ValueError, StopIteration):
        return None
    try:
        limit, used = (
            (_CGROUP / name).read_text(encoding="ascii").strip() for name in ("memory.max", "memory.current")
        )
        return min(free, int(limit) - int(used))
    except (OSError, ValueError):  # "max": the container has no limit
        return free


def _reset_peak() -> None:
    with suppress(OSError):  # not Linux, or not permitted: the peak is that of the process so far
        _CLEAR_REFS.write_text("5", encoding="ascii")  # resets the peak resident set size (man 5 proc)


def _peak_of_process() -> int | None:
    with suppress(OSError, ValueError, StopIteration):
        lines = _STATUS.read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))
    if sys.platform == "win32":
        return None
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
