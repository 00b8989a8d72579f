"""The number of cores of a forward pass.

A second core does not help with short sentences: MiniLM reads 14 tokens in 19 ms on one core and in 18 ms on two, at
twice the processor time. Threads synchronise about a hundred times a pass, and wait by spinning: when another process
uses the cores, those 18 ms become 500. So a small pass stays on one core.
"""

import torch

from components.model.checkpoints.device import THREADS

# About one multiplication for each parameter and token; one core does as many in a tenth of a second.
ALL_CORES_MULTIPLICATIONS = 1_000_000_000


def is_worth_all_cores(multiplications: int) -> bool:
    """Whether a pass is long enough to be computed on all cores, if there are several."""
    return THREADS > 1 and multiplications >= ALL_CORES_MULTIPLICATIONS


def set_thread_count(multiplications: int) -> None:
    """Let torch use one core for the next pass of this thread, or all of them for a long one."""
    torch.set_num_threads(THREADS if is_worth_all_cores(multiplications) else 1)
