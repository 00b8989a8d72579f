"""Two models timed against each other, as tables: runs, latencies, speed-ups, parts of the time, and files."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from components.model.checkpoints.device_results import MachineLoad
from components.speed.model.results import BenchmarkSetup, CellResult, MeasuredRun
from components.speed.model.spec import BenchmarkCell
from components.tables.numbers import fixed

Names = tuple[str, str]


def model_names(ready: BenchmarkSetup) -> Names:
    """What the two models are called in tables; a model against itself is told apart."""
    first, second = ready.first.name, ready.second.name
    return first, second if second != first else f"{second} (again)"


def row_names(names: Names) -> Names:
    """The two names without the words that both begin with: there is little room beside the bars on a phone."""
    first, second = (name.split() for name in names)
    while len(first) > 1 and len(second) > 1 and first[0] == second[0]:
        first, second = first[1:], second[1:]
    return " ".join(first), " ".join(second)


def cell_name(cell: BenchmarkCell) -> str:
    """A cell in a few words."""
    return f"{cell.batch} × {cell.length}"


def duration_text(seconds: float) -> str:
    """A time to three digits, in milliseconds, or in seconds where it is long."""
    if seconds >= 1:
        return f"{seconds:.3g} s" if seconds < 100 else f"{seconds:,.0f} s"
    return f"{1e3 * seconds:.3g} ms" if seconds < 0.0995 else f"{1e3 * seconds:.0f} ms"


def run_table(runs: Sequence[MeasuredRun], names: Names) -> pd.DataFrame:
    """One row a measured run, in order. Columns: ``run`` from 1, ``model``, ``milliseconds``, ``cell``."""
    rows = [(run.number, names[run.model], 1e3 * run.seconds, cell_name(run.cell)) for run in runs]
    return pd.DataFrame(rows, columns=["run", "model", "milliseconds", "cell"])


def race_cell(cells: Sequence[CellResult]) -> CellResult:
    """The cell that a race is about: of those with the fewest sentences at once, the one with most tokens."""
    return min(cells, key=lambda found: (found.cell.batch, -found.cell.length))


def race_table(found: CellResult, names: Names) -> pd.DataFrame:
    """One row a measured pass of one cell.

    Columns: ``row`` 1 or 2, the model's; ``model``; ``run`` from 1; ``milliseconds``; ``figure``, its model's median.
    """
    rows = [
        (row, name, run, 1e3 * seconds, duration_text(timed.latency.p50))
        for row, (name, timed) in enumerate(zip(names, found.both, strict=True), 1)
        for run, seconds in enumerate(timed.times, 1)
    ]
    return pd.DataFrame(rows, columns=["row", "model", "run", "milliseconds", "figure"])


def race_text(found: CellResult) -> str:
    """How many times as fast the second model is, as people say it: ``1.6×``."""
    return f"{fixed(found.speed_up.value, 1)}×"


def speed_table(cells: Sequence[CellResult], names: Names) -> pd.DataFrame:
    """One row for every cell and model, with every figure: what a file holds.

    Columns: ``row`` from 1; ``batch``, ``length``, ``cell``, ``model``; ``p50``, ``p90``, ``p99``, ``mean``, ``sd``,
    ``least`` and ``most``, milliseconds; ``count``; ``sentences_per_second``, ``tokens_per_second``; ``peak_bytes``,
    ``reserved_bytes``, ``memory_of``; ``operations``, ``peak_share``; milliseconds of every part; ``speed_up`` with
    ``speed_up_low`` and ``speed_up_high``; ``others``, cores that others kept busy, ``load_average`` and
    ``visitors_passes``; ``name`` and ``figure``, words for a chart.
    """
    rows: list[dict[str, Any]] = []
    for found in cells:
        for name, short, timed in zip(names, row_names(names), found.both, strict=True):
            times = timed.latency
            parts = timed.parts.parts if timed.parts else ()
            rows.append(
                {
                    "row": len(rows) + 1,
                    "batch": found.cell.batch,
                    "length": found.cell.length,
                    "cell": cell_name(found.cell),
                    "model": name,
                    **{
                        each: 1e3 * getattr(times, each)
                        for each in ("p50", "p90", "p99", "mean", "sd", "least", "most")
                    },
                    "count": times.count,
                    "sentences_per_second": times.sentences_per_second,
                    "tokens_per_second": times.tokens_per_second,
                    "peak_bytes": timed.memory.peak_bytes,
                    "reserved_bytes": timed.memory.reserved_bytes,
                    "memory_of": "process" if timed.memory.of_process else "device",
                    "operations": timed.operations,
                    "peak_share": timed.peak_share,
                    **{f"{part} ms": 1e3 * seconds for part, seconds in parts},
                    "speed_up": found.speed_up.value,
                    "speed_up_low": found.speed_up.low,
                    "speed_up_high": found.speed_up.high,
                    "others": found.load.others,
                    "load_average": found.load.average,
                    "visitors_passes": found.load.visitors,
                    "name": f"{cell_name(found.cell)}  {short}",
                    "figure": duration_text(times.p50),
                }
            )
    return pd.DataFrame(rows)


def speed_up_table(cells: Sequence[CellResult]) -> pd.DataFrame:
    """One row a cell: ``row`` from 1, ``name``, ``value`` with ``low`` and ``high``, ``certain``, ``figure``.

    ``certain`` says whether the interval leaves out 1.0, which would be no difference.
    """
    rows: list[dict[str, Any]] = []
    for row, found in enumerate(cells, 1):
        interval = found.speed_up
        rows.append(
            {
                "row": row,
                "batch": found.cell.batch,
                "length": found.cell.length,
                "name": cell_name(found.cell),
                "value": interval.value,
                "low": interval.low,
                "high": interval.high,
                "certain": not interval.contains(1.0),
                "figure": f"{fixed(interval.value, 2)} × ({fixed(interval.low, 2)}–{fixed(interval.high, 2)})",
            }
        )
    return pd.DataFrame(rows)


def part_table(cells: Sequence[CellResult], names: Names) -> pd.DataFrame:
    """One row for every cell, model and part: ``row`` of the bar, ``name``, ``part``, ``milliseconds`` and ``share``.

    ``from`` and ``to`` are where the part lies in its bar, ``order`` its place from 0. Compiled models have no parts.
    """
    rows: list[dict[str, Any]] = []
    bar = 0
    for found in cells:
        for name, short, timed in zip(names, row_names(names), found.both, strict=True):
            if timed.parts is None:
                continue
            bar, start = bar + 1, 0.0
            for order, (part, seconds) in enumerate(timed.parts.parts):
                rows.append(
                    {
                        "row": bar,
                        "name": f"{cell_name(found.cell)}  {short}",
                        "cell": cell_name(found.cell),
                        "model": name,
                        "part": part.value,
                        "order": order,
                        "milliseconds": 1e3 * seconds,
                        "share": seconds / timed.parts.total,
                        "from": start,
                        "to": start + 1e3 * seconds,
                    }
                )
                start += 1e3 * seconds
    columns = ["row", "name", "cell", "model", "part", "order", "milliseconds", "share", "from", "to"]
    return pd.DataFrame(rows, columns=columns)


def load_text(load: MachineLoad) -> str:
    """What else the machine did, in a sentence; empty where nothing is known of it."""
    said = []
    if load.others is not None and load.others >= 0.05:
        said.append(f"other processes kept {load.others:.1f} of {load.cores} cores busy")
    if load.visitors:
        said.append(f"other visitors ran {load.visitors:,} {'batch' if load.visitors == 1 else 'batches'}")
    if not said:
        return "The machine was otherwise idle." if load.others is not None else ""
    return f"Meanwhile {' and '.join(said)}."
