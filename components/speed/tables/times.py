"""Tables of two timed models: runs, latencies, speed-ups, and parts of the time."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from components.model.checkpoints.device_results import MachineLoad
from components.speed.model.results import BenchmarkSetup, CellResult, MeasuredRun
from components.speed.model.spec import BenchmarkCell
from components.tables.numbers import fixed
from components.tables.phrases import count_phrase

Names = tuple[str, str]


def model_names(setup: BenchmarkSetup) -> Names:
    """Display names of the two models, which differ even for a model against itself."""
    first, second = setup.first.name, setup.second.name
    return first, second if second != first else f"{second} (again)"


def row_names(names: Names) -> Names:
    """The two names without their common first words, because phones have little room beside the bars."""
    first, second = (name.split() for name in names)
    while len(first) > 1 and len(second) > 1 and first[0] == second[0]:
        first, second = first[1:], second[1:]
    return " ".join(first), " ".join(second)


def cell_name(cell: BenchmarkCell) -> str:
    """A short name of a cell, such as ``8 × 128``."""
    return f"{cell.batch} × {cell.length}"


def duration_text(seconds: float) -> str:
    """A time with three significant digits, in milliseconds or, from one second, in seconds."""
    if seconds >= 1:
        return f"{seconds:.3g} s" if seconds < 100 else f"{fixed(seconds, 0)} s"
    return f"{1e3 * seconds:.3g} ms" if seconds < 0.0995 else f"{fixed(1e3 * seconds, 0)} ms"


def run_table(runs: Sequence[MeasuredRun], names: Names) -> pd.DataFrame:
    """One row per measured run, in order. Columns: ``run`` from 1, ``model``, ``milliseconds``, ``cell``."""
    rows = [(run.number, names[run.model], 1e3 * run.seconds, cell_name(run.cell)) for run in runs]
    return pd.DataFrame(rows, columns=["run", "model", "milliseconds", "cell"])


def race_cell(cells: Sequence[CellResult]) -> CellResult:
    """The cell for the race: the smallest batch size with the longest sentences."""
    return min(cells, key=lambda result: (result.cell.batch, -result.cell.length))


def race_table(result: CellResult, names: Names) -> pd.DataFrame:
    """One row per measured pass of one cell.

    Columns: ``row``, 1 or 2 by model; ``model``; ``run`` from 1; ``milliseconds``; ``figure``, its median as text.
    """
    rows = [
        (row, name, run, 1e3 * seconds, duration_text(timed.latency.p50))
        for row, (name, timed) in enumerate(zip(names, result.both, strict=True), 1)
        for run, seconds in enumerate(timed.times, 1)
    ]
    return pd.DataFrame(rows, columns=["row", "model", "run", "milliseconds", "figure"])


def race_text(result: CellResult) -> str:
    """The speed-up of the second model as text, such as ``1.6×``."""
    return f"{fixed(result.speed_up.value, 1)}×"


def race_caption(result: CellResult, cell: str) -> str:
    """What :func:`race_text` is about: the cell, as text, and the 95% interval."""
    low, high = (fixed(end, 2) for end in (result.speed_up.low, result.speed_up.high))
    doubt = ", which includes 1.0" if result.speed_up.contains(1.0) else ""
    return f"as fast, {cell} (95% interval {low}–{high}{doubt})"


def speed_table(cells: Sequence[CellResult], names: Names) -> pd.DataFrame:
    """One row per cell and model with every measurement, for files.

    Columns: ``row`` from 1; ``batch``, ``length``, ``cell``, ``model``; ``p50``, ``p90``, ``p99``, ``mean``, ``sd``,
    ``minimum`` and ``maximum``, milliseconds; ``count``; ``sentences_per_second``, ``tokens_per_second``;
    ``peak_bytes``, ``reserved_bytes``, ``memory_of``; ``operations``, ``peak_share``; milliseconds of every
    part; ``speed_up`` with ``speed_up_low`` and ``speed_up_high``; ``others``, cores that other processes kept busy,
    ``load_average`` and ``visitors_passes``; ``name`` and ``figure``, labels for a chart.
    """
    rows: list[dict[str, Any]] = []
    for result in cells:
        for name, short_name, timed in zip(names, row_names(names), result.both, strict=True):
            times = timed.latency
            parts = timed.parts.parts if timed.parts else ()
            rows.append(
                {
                    "row": len(rows) + 1,
                    "batch": result.cell.batch,
                    "length": result.cell.length,
                    "cell": cell_name(result.cell),
                    "model": name,
                    **{
                        statistic: 1e3 * getattr(times, statistic)
                        for statistic in ("p50", "p90", "p99", "mean", "sd", "minimum", "maximum")
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
                    "speed_up": result.speed_up.value,
                    "speed_up_low": result.speed_up.low,
                    "speed_up_high": result.speed_up.high,
                    "others": result.load.others,
                    "load_average": result.load.average,
                    "visitors_passes": result.load.visitors,
                    "name": f"{cell_name(result.cell)}  {short_name}",
                    "figure": duration_text(times.p50),
                }
            )
    return pd.DataFrame(rows)


def speed_up_table(cells: Sequence[CellResult]) -> pd.DataFrame:
    """One row per cell: ``row`` from 1, ``name``, ``value`` with ``low`` and ``high``, ``certain``, ``figure``.

    ``certain`` is whether the interval excludes 1.0, which means no difference.
    """
    rows: list[dict[str, Any]] = []
    for row, result in enumerate(cells, 1):
        interval = result.speed_up
        rows.append(
            {
                "row": row,
                "batch": result.cell.batch,
                "length": result.cell.length,
                "name": cell_name(result.cell),
                "value": interval.value,
                "low": interval.low,
                "high": interval.high,
                "certain": not interval.contains(1.0),
                "figure": f"{fixed(interval.value, 2)} × ({fixed(interval.low, 2)}–{fixed(interval.high, 2)})",
            }
        )
    return pd.DataFrame(rows)


def part_table(cells: Sequence[CellResult], names: Names) -> pd.DataFrame:
    """One row per cell, model and part: ``row`` of the bar, ``name``, ``part``, ``milliseconds`` and ``share``.

    ``from`` and ``to`` are the ends of the part in its bar, ``order`` its index. Compiled models have no parts.
    """
    rows: list[dict[str, Any]] = []
    bar = 0
    for result in cells:
        for name, short_name, timed in zip(names, row_names(names), result.both, strict=True):
            if timed.parts is None:
                continue
            bar, start = bar + 1, 0.0
            for order, (part, seconds) in enumerate(timed.parts.parts):
                rows.append(
                    {
                        "row": bar,
                        "name": f"{cell_name(result.cell)}  {short_name}",
                        "cell": cell_name(result.cell),
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
    """The load by other processes and visitors as a sentence; empty if unknown."""
    clauses = []
    if load.others is not None and load.others >= 0.05:
        clauses.append(f"other processes kept {fixed(load.others, 1)} of {load.cores} cores busy")
    if load.visitors:
        clauses.append(f"other visitors ran {count_phrase(load.visitors, 'batch', 'batches')}")
    if not clauses:
        return "The machine was otherwise idle." if load.others is not None else ""
    return f"Meanwhile {' and '.join(clauses)}."
