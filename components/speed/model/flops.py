"""How much a forward pass computes, and how much a device can.

Operations are counted, not measured (:mod:`components.model.inference.operations`). What a device can do is measured:
the fastest of some products of two large square matrices, which is closer to what it can reach than the figure of a
data sheet.
"""

from collections.abc import Callable
from pathlib import Path

import torch

from components.model.checkpoints.device_results import PeakPerformance
from components.model.checkpoints.records import ModelRecord
from components.model.inference.operations import count_operations
from components.speed.model.full_size_models import meta_model

PEAK_SIZES = {"cuda": 8192, "mps": 4096, "cpu": 1024}  # rows: large enough to keep the device busy
PEAK_RUNS = 12

Timer = Callable[[Callable[[], object]], float]  # runs something and says how many seconds it took


class OperationCount:
    """Operations of the forward passes of one model, at any batch size and length."""

    def __init__(self, record: ModelRecord, folder: Path | None) -> None:
        self._model = meta_model(record, folder)
        self._of_length: dict[int, int] = {}

    def __call__(self, batch: int, length: int) -> int:
        """Of one pass over ``batch`` sentences of ``length`` tokens; each sentence takes as many as the next."""
        if length not in self._of_length:
            self._of_length[length] = count_operations(self._model, length)
        return batch * self._of_length[length]


@torch.inference_mode()
def measure_peak(device: torch.device, dtype: torch.dtype, timed: Timer, *, size: int | None = None) -> PeakPerformance:
    """The fastest that ``device`` multiplies matrices of ``dtype``, as far as some runs show."""
    rows = size or PEAK_SIZES.get(device.type, 1024)
    one, other = (torch.randn(rows, rows, device=device).to(dtype) for _ in range(2))
    out = torch.empty_like(one)
    best = min(timed(lambda: torch.mm(one, other, out=out)) for _ in range(PEAK_RUNS))
    return PeakPerformance(2 * rows**3 / best, rows)
