"""A finished benchmark as files to download: its conditions, and every run."""

import pandas as pd

from components.speed.model.results import TimedModel, TimingResult
from components.speed.model.spec import format_spec

PLAN_CONDITIONS = ("dtype", "compiled", "least_count", "least_seconds", "warm_ups")
MODEL_CONDITIONS = ("attention", "parameters", "weight_bytes", "file_bytes", "ready_seconds")


def speed_conditions(result: TimingResult) -> dict[str, object]:
    """The conditions of a finished benchmark as columns of a file, by their names.

    ``benchmark`` is the text that repeats it in a link. ``…_revision`` is that of the weights, or "random weights";
    ``…_file_bytes`` and ``device_memory_bytes`` are None if unknown. The self-check is the speed-up of the first model
    over itself, which should be 1. ``measured`` is the end in UTC, in ISO 8601.
    """
    benchmark, setup, check = result.benchmark, result.setup, result.self_check
    first, second = result.models
    machine = dict(vars(setup.machine))
    device = machine.pop("device")
    return {
        "benchmark": format_spec(benchmark),
        **_model_conditions("first", first),
        **_model_conditions("second", second),
        **{name: getattr(benchmark, name) for name in PLAN_CONDITIONS},
        "device": f"{device.id}: {device.name}",
        "device_memory_bytes": device.memory_bytes,
        **machine,
        "peak_operations_per_second": setup.peak.operations_per_second,
        "peak_matrix_rows": setup.peak.size,
        "self_check_low": check.ratio.low,
        "self_check_ratio": check.ratio.value,
        "self_check_high": check.ratio.high,
        "self_check_passed": check.passed,
        "measured": result.measured,
    }


def _model_conditions(which: str, model: TimedModel) -> dict[str, object]:
    return {
        which: model.model_id,
        f"{which}_revision": model.revision,
        f"{which}_random_weights": model.random,
        **{f"{which}_{name}": getattr(model, name) for name in MODEL_CONDITIONS},
    }


def all_runs_table(result: TimingResult) -> pd.DataFrame:
    """One row per measured run of a finished benchmark: ``batch``, ``length``, ``model``, ``run`` and ``seconds``."""
    rows = [
        (cell_result.cell.batch, cell_result.cell.length, model.model_id, number, seconds)
        for cell_result in result.cells
        for model, timed in zip(result.models, cell_result.both, strict=True)
        for number, seconds in enumerate(timed.times, 1)
    ]
    return pd.DataFrame(rows, columns=["batch", "length", "model", "run", "seconds"])
