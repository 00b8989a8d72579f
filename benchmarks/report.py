"""Save benchmark results with their conditions in ``benchmarks/results/<name>.json``."""

import dataclasses
import datetime
import importlib.metadata
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, Protocol

RESULTS = Path(__file__).with_name("results")
PACKAGES = ("streamlit", "torch", "transformers", "tokenizers", "playwright")
_SIGNIFICANT = 4


class BenchmarkResult(Protocol):
    """The result of a benchmark: a frozen dataclass that formats itself as a line of a table."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    def line(self) -> str:
        """A Markdown table row: the question, the result, the comparison, the ratio."""
        ...


class LoadMeter:
    """How much of the machine others used while a benchmark ran: what it did itself does not count. Linux only."""

    def __init__(self) -> None:
        self._start = self._now()

    def others(self) -> float | None:
        """Cores that other programs kept busy since the meter was made, on average; None except on Linux."""
        if self._start is None or (now := self._now()) is None:
            return None
        wall, busy, ours = (after - before for after, before in zip(now, self._start, strict=True))
        return max(0.0, busy - ours) / wall if wall else 0.0

    @staticmethod
    def _now() -> tuple[float, float, float] | None:
        """Seconds on the clock, of all cores' work, and of this process with the children that have ended."""
        file = Path("/proc/stat")
        if not file.exists():
            return None
        # user, nice, system, idle, iowait, irq, softirq, in hundredths of a second
        counts = [int(count) for count in file.read_text(encoding="ascii").split("\n", 1)[0].split()[1:8]]
        times = os.times()
        ours = times.user + times.system + times.children_user + times.children_system
        return times.elapsed, (sum(counts) - counts[3] - counts[4]) / 100, ours


@contextmanager
def busy_core() -> Iterator[None]:
    """Keep one core busy inside the ``with`` block, as another program on a lecture's laptop would."""
    process = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        yield
    finally:
        process.kill()
        process.wait()


def load_text(others: float | None) -> str:
    """The load that a benchmark met, in words."""
    cores = os.cpu_count() or 1
    return "load unknown" if others is None else f"other programs kept {others:.1f} of {cores} cores busy"


def save(name: str, result: BenchmarkResult, others: float | None) -> Path:
    """Write ``result`` to its file. Returns the file.

    Args:
        name: The file's name.
        result: The result.
        others: Cores that other programs kept busy meanwhile, as :meth:`LoadMeter.others` says.
    """
    from components.model.serialisation import rounded  # needs msgspec, which a GPU machine may not have

    RESULTS.mkdir(exist_ok=True)
    file = RESULTS / f"{name}.json"
    content = {
        "result": rounded(dataclasses.asdict(result), _SIGNIFICANT),
        "conditions": conditions() | {"cores_used_by_others": others},
    }
    file.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return file


def conditions() -> dict[str, Any]:
    """The machine, the versions and the day."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    return {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "cpu": _processor(),
        "cores": os.cpu_count(),
        "load_average": None if load is None else round(load, 1),
        "system": platform.platform(aliased=True, terse=True),
        "python": platform.python_version(),
        **{package: importlib.metadata.version(package) for package in PACKAGES},
    }


def _processor() -> str:
    information = Path("/proc/cpuinfo")
    lines = information.read_text(encoding="utf-8").splitlines() if information.exists() else []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.processor() or platform.machine())
