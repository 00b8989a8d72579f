"""Times forward passes: by the device's own clock where it works on after Python has gone on, else by the processor's.

A GPU is given its work and does it later, so a clock beside it would time the giving. CUDA events are marks in its own
queue; one wait for the second mark, and the time between the two is read off.
"""

import time
from collections.abc import Callable

import torch


class Stopwatch:
    """Times work on one device."""

    def __init__(self, device: torch.device) -> None:
        self._device = device

    def __call__(self, work: Callable[[], object]) -> float:
        """Runs ``work``; the seconds it took."""
        if self._device.type == "cuda":
            with torch.cuda.device(self._device):
                begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
                begin.record()
                work()
                end.record()
                end.synchronize()
                return float(begin.elapsed_time(end)) / 1e3
        self.wait()
        began = time.perf_counter()
        work()
        self.wait()
        return time.perf_counter() - began

    def wait(self) -> None:
        """Until the device has done all it was given."""
        if self._device.type == "cuda":
            torch.cuda.synchronize(self._device)
        elif self._device.type == "mps":
            torch.mps.synchronize()
