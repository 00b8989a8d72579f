"""A stopwatch for forward passes: CUDA events on GPUs, the processor's clock elsewhere.

Work on a GPU is asynchronous, so the processor's clock would only time its launch. CUDA events are markers in the queue
of the GPU: after waiting for the second one, the time between the two can be read.
"""

import time
from collections.abc import Callable

import torch


class Stopwatch:
    """Times work on one device."""

    def __init__(self, device: torch.device) -> None:
        self._device = device

    def __call__(self, work: Callable[[], object]) -> float:
        """Run ``work`` and return the seconds it took."""
        if self._device.type == "cuda":
            with torch.cuda.device(self._device):
                begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
                begin.record()
                work()
                end.record()
                end.synchronize()
                return float(begin.elapsed_time(end)) / 1e3
        self.wait()
        started = time.perf_counter()
        work()
        self.wait()
        return time.perf_counter() - started

    def wait(self) -> None:
        """Wait until the device has finished all its work."""
        if self._device.type == "cuda":
            torch.cuda.synchronize(self._device)
        elif self._device.type == "mps":
            torch.mps.synchronize()
