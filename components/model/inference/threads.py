"""How many cores one forward pass takes.

A sentence is over before a second core is of any help: MiniLM reads 14 pieces in 19 ms on one core and in 18 ms on two,
at twice the processor time. And threads that meet some hundred times a pass wait for one another by spinning: where
something else is using the cores, those 18 ms become 500. So a small pass stays on one core.
"""

import torch

from components.model.checkpoints.device import THREADS

ALL_CORES_MULTIPLICATIONS = (
    1_000_000_000  # multiplications, about one a parameter and piece: what one core does in a tenth of a second
)


def is_worth_all_cores(multiplications: int) -> bool:
    """Whether a pass is long enough to be computed on all cores, where there are several."""
    return THREADS > 1 and multiplications >= ALL_CORES_MULTIPLICATIONS


def set_thread_count(multiplications: int) -> None:
    """Let what this thread computes next have one core, or all if it is worth that."""
    torch.set_num_threads(THREADS if is_worth_all_cores(multiplications) else 1)
