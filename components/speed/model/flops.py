"""The number of operations of a forward pass, and the peak rate of a device.

Operations are counted, not measured (:mod:`components.model.inference.operations`). The peak is measured: the
fastest of several products of two large square matrices, which is closer to what is attainable than a data sheet.
"""

from collections.abc import Callable
from pathlib import Path

import torch

from components.model.checkpoints.device_results import PeakPerformance
from components.model.checkpoints.records import ModelRecord
from components.model.inference.operations import count_operations
from components.speed.model.full_size_models import meta_model

PEAK_SIZES = {"cuda": 8192, "mps": 4096, "cpu": 1024}  # rows and columns: large enough to saturate the device
PEAK_RUNS = 12

Timer = Callable[[Callable[[], object]], float]  # runs a function and returns the seconds it took


class OperationCount:
    """The number of operations of one model's forward pass, for any batch size and length."""

    def __init__(self, record: ModelRecord, folder: Path | None) -> None:
        self._model = meta_model(record, folder)
        self._of_length: dict[int, int] = {}

    def __call__(self, batch: int, length: int) -> int:
        """Operations of one pass over ``batch`` sentences of ``length`` tokens, linear in ``batch``."""
        if length not in self._of_length:
            self._of_length[length] = count_operations(self._model, length)
        return batch * self._of_length[length]


@torch.inference_mode()
def measure_peak(device: torch.device, dtype: torch.dtype, timer: Timer, *, size: int | None = None) -> PeakPerformance:
    """The highest rate at which ``device`` multiplies matrices of ``dtype`` in several runs."""
    rows = size or PEAK_SIZES.get(device.type, 1024)
    left, right = (torch.randn(rows, rows, device=device).to(dtype) for _ in range(2))
    out = torch.empty_like(left)
    fastest = min(timer(lambda: torch.mm(left, right, out=out)) for _ in range(PEAK_RUNS))
    return PeakPerformance(2 * rows**3 / fastest, rows)
