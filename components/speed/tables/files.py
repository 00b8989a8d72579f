"""A finished benchmark as files to take away: all its conditions, and every single run."""

from dataclasses import dataclass

import pandas as pd

from components.speed.model.results import TimingResult
from components.speed.model.spec import format_spec


@dataclass(frozen=True)
class SpeedConditions:
    """All that figures of a benchmark depend on, as columns of a file. ``benchmark`` is the text that repeats it."""

    benchmark: str
    first: str
    first_revision: str
    first_random_weights: bool
    first_attention: str
    first_parameters: int
    first_weight_bytes: int
    first_file_bytes: int | None
    first_ready_seconds: float
    second: str
    second_revision: str
    second_random_weights: bool
    second_attention: str
    second_parameters: int
    second_weight_bytes: int
    second_file_bytes: int | None
    second_ready_seconds: float
    dtype: str
    compiled: bool
    least_count: int
    least_seconds: float
    warm_ups: int
    device: str
    device_memory_bytes: int | None
    processor: str
    cores: int
    threads: int
    system: str
    python: str
    torch: str
    transformers: str
    peak_operations_per_second: float
    peak_matrix_rows: int
    self_check_low: float
    self_check_ratio: float
    self_check_high: float
    self_check_passed: bool
    measured: str


def speed_conditions(result: TimingResult) -> SpeedConditions:
    """What the figures of a finished benchmark were measured under."""
    asked, machine, (first, second) = result.benchmark, result.setup.machine, result.models
    return SpeedConditions(
        benchmark=format_spec(asked),
        first=first.model_id,
        first_revision=first.revision,
        first_random_weights=first.random,
        first_attention=first.attention,
        first_parameters=first.parameters,
        first_weight_bytes=first.weight_bytes,
        first_file_bytes=first.file_bytes,
        first_ready_seconds=first.ready_seconds,
        second=second.model_id,
        second_revision=second.revision,
        second_random_weights=second.random,
        second_attention=second.attention,
        second_parameters=second.parameters,
        second_weight_bytes=second.weight_bytes,
        second_file_bytes=second.file_bytes,
        second_ready_seconds=second.ready_seconds,
        dtype=asked.dtype,
        compiled=asked.compiled,
        least_count=asked.least_count,
        least_seconds=asked.least_seconds,
        warm_ups=asked.warm_ups,
        device=f"{machine.device.id}: {machine.device.name}",
        device_memory_bytes=machine.device.memory_bytes,
        processor=machine.processor,
        cores=machine.cores,
        threads=machine.threads,
        system=machine.system,
        python=machine.python,
        torch=machine.torch,
        transformers=machine.transformers,
        peak_operations_per_second=result.setup.peak.operations_per_second,
        peak_matrix_rows=result.setup.peak.size,
        self_check_low=result.self_check.ratio.low,
        self_check_ratio=result.self_check.ratio.value,
        self_check_high=result.self_check.ratio.high,
        self_check_passed=result.self_check.passed,
        measured=result.measured,
    )


def all_runs_table(result: TimingResult) -> pd.DataFrame:
    """Every measured run of a finished benchmark: ``batch``, ``length``, ``model``, ``run`` and ``seconds``."""
    rows = [
        (found.cell.batch, found.cell.length, model.model_id, number, seconds)
        for found in result.cells
        for model, timed in zip(result.models, found.both, strict=True)
        for number, seconds in enumerate(timed.times, 1)
    ]
    return pd.DataFrame(rows, columns=["batch", "length", "model", "run", "seconds"])
