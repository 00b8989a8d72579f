"""Save benchmark results with their conditions in ``benchmarks/results/<name>.json``."""

import dataclasses
import datetime
import importlib.metadata
import json
import os
import platform
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


def save(name: str, result: BenchmarkResult) -> Path:
    """Write ``result`` to its file. Returns the file."""
    from components.model.serialisation import rounded  # needs msgspec, which a GPU machine may not have

    RESULTS.mkdir(exist_ok=True)
    file = RESULTS / f"{name}.json"
    content = {"result": rounded(dataclasses.asdict(result), _SIGNIFICANT), "conditions": conditions()}
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
