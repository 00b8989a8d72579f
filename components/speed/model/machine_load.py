"""What else a machine does while something is timed on it.

A figure measured beside other work is not wrong, but it is a figure of that moment. The processor's time that everybody
took, less what this process took, is what others took; a load average alone would count the benchmark itself.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path

from components.model.checkpoints.device_results import MachineLoad

_STAT = Path("/proc/stat")
_IDLE = (3, 4)  # idle and waiting for a disk, of the numbers in the first line


class LoadMonitor:
    """Watches from when it is made until :attr:`load` is read."""

    def __init__(
        self,
        passes: Callable[[], int] = lambda: 0,
        *,
        busy: Callable[[], float | None] | None = None,
        process_seconds: Callable[[], float] = time.process_time,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """``passes`` counts forward passes of visitors so far; ``busy`` and ``own`` are seconds of processor time."""
        self._passes, self._busy, self._own, self._clock = passes, busy or busy_seconds, process_seconds, clock
        self._began = (passes(), self._busy(), process_seconds(), clock())

    @property
    def load(self) -> MachineLoad:
        """What went on since then."""
        passes, busy, own, clock = self._began
        busy_now, wall = self._busy(), self._clock() - clock
        others = None
        if busy is not None and busy_now is not None and wall > 0:
            others = max(0.0, (busy_now - busy - (self._own() - own)) / wall)
        average = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
        return MachineLoad(os.cpu_count() or 1, others, average, self._passes() - passes)


def busy_seconds() -> float | None:
    """Processor time that anything on this machine has taken since it started, or None where it is not told."""
    try:
        figures = [int(word) for word in _STAT.read_text(encoding="ascii").split("\n", 1)[0].split()[1:9]]
        return (sum(figures) - sum(figures[place] for place in _IDLE)) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return None
