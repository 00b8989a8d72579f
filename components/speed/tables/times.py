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


def paired_durations(first: float, second: float) -> tuple[str, str]:
    """Two times in seconds as text, with as many decimals as the longer, unless one is ten times the other."""
    longer = max(first, second)
    if longer >= 1 or longer >= 10 * min(first, second):
        return duration_text(first), duration_text(second)
    decimals = 0 if longer >= 0.0995 else 1 if longer >= 0.00995 else 2
    return f"{fixed(1e3 * first, decimals)} ms", f"{fixed(1e3 * second, decimals)} ms"


def run_table(runs: Sequence[MeasuredRun], names: Names) -> pd.DataFrame:
    """One row per measured run, in order. Columns: ``run`` from 1, ``model``, ``milliseconds``, ``cell``."""
    rows = [(run.number, names[run.model], 1e3 * run.seconds, cell_name(run.cell)) for run in runs]
    return pd.DataFrame(rows, columns=["run", "model", "milliseconds", "cell"])


def race_table(result: CellResult, names: Names) -> pd.DataFrame:
    """One row per model.

    Columns: ``row`` from 1; ``model``; ``milliseconds``, the median; ``low`` and ``high``, the fastest pass and the
    90th percentile; ``figure``, the median as text; ``half``, half of the first model's median, missing for the first.
    """
    rows = [
        (
            row,
            name,
            *(1e3 * seconds for seconds in (times.p50, times.minimum, times.p90)),
            figure,
            half,
        )
        for row, (name, times, figure, half) in enumerate(
            zip(
                names,
                (timed.latency for timed in result.both),
                paired_durations(*(timed.latency.p50 for timed in result.both)),
                (None, 1e3 * result.first.latency.p50 / 2),
                strict=True,
            ),
            1,
        )
    ]
    columns = ["row", "model", "milliseconds", "low", "high", "figure", "half"]
    return pd.DataFrame(rows, columns=columns).astype({"half": float})


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


def part_table(result: CellResult) -> pd.DataFrame:
    """One row per part of the models, the longest of the first model first; empty for compiled models.

    Columns: ``row`` from 1; ``word``, the part; ``first`` and ``second``, its milliseconds in either model, which add
    up to the model's median; ``first_chance`` and ``second_chance``, the same as text. The parts were timed in passes
    of their own, so each model's are scaled to its median.
    """
    sides = [
        {part: seconds / timed.parts.total * timed.latency.p50 for part, seconds in timed.parts.parts}
        for timed in result.both
        if timed.parts is not None
    ]
    columns = ["row", "word", "first", "second", "first_chance", "second_chance"]
    if len(sides) < 2:
        return pd.DataFrame(columns=columns)
    first, second = sides
    rows = [
        (row, part.value, 1e3 * first[part], 1e3 * second[part], *paired_durations(first[part], second[part]))
        for row, part in enumerate(sorted(first, key=first.__getitem__, reverse=True), 1)
    ]
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
