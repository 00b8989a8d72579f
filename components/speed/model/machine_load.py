"""The load of other processes while a benchmark runs.

The processor time of all processes minus that of this process is the time used by others. A load average alone would
include the benchmark itself.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path

from components.model.checkpoints.device_results import MachineLoad

_STAT = Path("/proc/stat")
_IDLE = (3, 4)  # columns idle and iowait of the first line


class LoadMonitor:
    """Measures the load from its creation until :attr:`load` is read."""

    def __init__(
        self,
        passes: Callable[[], int] = lambda: 0,
        *,
        busy: Callable[[], float | None] | None = None,
        process_seconds: Callable[[], float] = time.process_time,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """Start measuring.

        Args:
            passes: Returns the number of visitors' forward passes so far.
            busy: Returns the processor seconds of all processes, or None if unknown.
            process_seconds: Returns the processor seconds of this process.
            clock: Returns the time in seconds.
        """
        self._passes, self._busy = passes, busy or busy_seconds
        self._process_seconds, self._clock = process_seconds, clock
        self._start = (passes(), self._busy(), process_seconds(), clock())

    @property
    def load(self) -> MachineLoad:
        """The load since creation."""
        passes, busy, process_seconds, clock = self._start
        busy_now, wall = self._busy(), self._clock() - clock
        others = None
        if busy is not None and busy_now is not None and wall > 0:
            others = max(0.0, (busy_now - busy - (self._process_seconds() - process_seconds)) / wall)
        average = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
        return MachineLoad(os.cpu_count() or 1, others, average, self._passes() - passes)


def busy_seconds() -> float | None:
    """Processor seconds used by all processes since the machine started; None if the system does not report them."""
    try:
        counters = [int(field) for field in _STAT.read_text(encoding="ascii").split("\n", 1)[0].split()[1:9]]
        return (sum(counters) - sum(counters[column] for column in _IDLE)) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return None
