"""Tables of a benchmark as the page shows them: one of all cells, and one of the models' sizes."""

from collections.abc import Sequence

import pandas as pd

from components.speed.model.results import BenchmarkSetup, CellResult, TimedModel
from components.speed.tables.times import Names, cell_name, duration_text, model_names
from components.tables.numbers import bytes_text, fixed, percentage


def cell_display_table(cells: Sequence[CellResult], names: Names) -> pd.DataFrame:
    """One row per cell and model, formatted as text, with column names for display."""
    rows = [
        {
            "Sentences × tokens": cell_name(result.cell),
            "Model": name,
            "Median": duration_text(timed.latency.p50),
            "p90": duration_text(timed.latency.p90),
            "p99": duration_text(timed.latency.p99),
            "Mean": duration_text(timed.latency.mean),
            "Spread (SD)": duration_text(timed.latency.sd),
            "Runs": timed.latency.count,
            "Sentences per second": fixed(timed.latency.sentences_per_second, 1),
            "Tokens per second": fixed(timed.latency.tokens_per_second, 0),
            "Peak memory": _memory_text(timed.memory.peak_bytes, timed.memory.reserved_bytes, timed.memory.of_process),
            "Operations": f"{timed.operations / 1e9:,.3g} GFLOP",
            "Share of device peak": "–" if timed.peak_share is None else percentage(timed.peak_share),
        }
        for result in cells
        for name, timed in zip(names, result.both, strict=True)
    ]
    return pd.DataFrame(rows)


def size_display_table(setup: BenchmarkSetup) -> pd.DataFrame:
    """One row per model: its size, and the time it took to load or build."""
    return pd.DataFrame(
        [_size_row(name, model) for name, model in zip(model_names(setup), (setup.first, setup.second), strict=True)]
    )


def size_finding(setup: BenchmarkSetup) -> str:
    """The size of the second model relative to the first."""
    first, second = model_names(setup)
    share = setup.second.parameters / setup.first.parameters
    return (
        f"{first} has {setup.first.parameters:,} parameters; {second} has {setup.second.parameters:,} "
        f"({percentage(share, 1)})."
    )


def _size_row(name: str, model: TimedModel) -> dict[str, str]:
    return {
        "Model": name,
        "Parameters": f"{model.parameters:,}",
        "Weights in memory": bytes_text(model.weight_bytes),
        "File": bytes_text(model.file_bytes),
        "Time to build" if model.random else "Time to load": f"{fixed(model.ready_seconds, 2)} s",
        "Weights": model.revision,
    }


def _memory_text(peak: int | None, reserved: int | None, of_process: bool) -> str:
    if of_process:
        return "–" if peak is None else f"{bytes_text(peak)}, whole process"
    return f"{bytes_text(peak)} allocated, {bytes_text(reserved)} reserved"
