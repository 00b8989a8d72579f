"""Memory of a benchmark's pass: how much it took, and whether it will fit."""

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import torch
from transformers import PreTrainedModel

from components.model.user_errors import UserError
from components.speed.model.results import Memory
from components.speed.model.spec import BenchmarkCell

_STATUS, _FORGET = Path("/proc/self/status"), Path("/proc/self/clear_refs")
_AVAILABLE, _CGROUP = Path("/proc/meminfo"), Path("/sys/fs/cgroup")
SPARE = 0.9  # of what is free may be asked for: the server needs some of it too


class BatchTooLarge(UserError):
    """A batch needs more memory than there is."""


def measure_memory(work: Callable[[], object], device: torch.device) -> Memory:
    """Runs ``work`` once; the most memory that was in use meanwhile."""
    if device.type == "cuda":
        torch.cuda.synchronize(device)
        torch.cuda.reset_peak_memory_stats(device)
        work()
        torch.cuda.synchronize(device)
        return Memory(torch.cuda.max_memory_allocated(device), torch.cuda.max_memory_reserved(device), False)
    _forget_peak()
    work()
    return Memory(_peak_of_process(), None, True)


def batch_too_large(cell: BenchmarkCell, place: str) -> BatchTooLarge:
    """What a visitor is told of a batch that is too large."""
    return BatchTooLarge(
        f"A batch of {cell.batch:,} with {cell.length:,} tokens each does not fit into the memory of {place}. "
        "Choose a smaller batch or a shorter length."
    )


def check_memory(model: PreTrainedModel, cell: BenchmarkCell, *, free: int | None, place: str) -> None:
    """Refuses a batch before the system would end the whole server for it.

    A GPU says no by itself; a processor's system promises more memory than there is, and kills when it is used.

    Raises:
        DoesNotFit: The logits, and plain attention's weights, need more than is free.
    """
    if free is not None and needed_bytes(model, cell) > SPARE * free:
        raise batch_too_large(cell, place)


def needed_bytes(model: PreTrainedModel, cell: BenchmarkCell) -> int:
    """About what the largest tensors of a pass take: logits, with what they are made from, and attention weights."""
    config, item = model.config, model.dtype.itemsize
    tokens = cell.batch * cell.length
    logits = 2 * tokens * config.vocab_size
    plain = config._attn_implementation == "eager"
    weights = 3 * tokens * cell.length * config.num_attention_heads if plain else 0
    return int(item * (logits + weights + 8 * tokens * config.hidden_size))


def free_bytes() -> int | None:
    """Memory of the machine, or of its container, that nobody uses; None where the system does not say."""
    try:
        lines = _AVAILABLE.read_text(encoding="ascii").splitlines()
        free = next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable"))
    except (OSError, ValueError, StopIteration):
        return None
    try:
        most, now = ((_CGROUP / name).read_text(encoding="ascii").strip() for name in ("memory.max", "memory.current"))
        return min(free, int(most) - int(now))
    except (OSError, ValueError):  # "max": no limit of its own
        return free


def _forget_peak() -> None:
    with suppress(OSError):  # not Linux, or not allowed: the peak is that of the process so far
        _FORGET.write_text("5", encoding="ascii")  # from now on it is that of what comes (man 5 proc)


def _peak_of_process() -> int | None:
    with suppress(OSError, ValueError, StopIteration):
        lines = _STATUS.read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))
    if sys.platform == "win32":
        return None
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
