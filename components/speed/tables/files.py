"""A finished benchmark as files to download: its conditions, and every run."""

from dataclasses import dataclass

import pandas as pd

from components.speed.model.results import TimingResult
from components.speed.model.spec import format_spec


@dataclass(frozen=True)
class SpeedConditions:
    """The conditions of a benchmark as columns of a file, whose names are those of the fields.

    Attributes:
        benchmark: The benchmark as text; in a link it repeats the benchmark.
        first: Id of the first model.
        first_revision: Revision of its weights, or "random weights".
        first_random_weights: Whether it was built with random weights.
        first_attention: The attention implementation that it used.
        first_parameters: Number of its parameters, with tied matrices counted once.
        first_weight_bytes: Bytes of its weights in the memory of the device.
        first_file_bytes: Bytes of its weight file; None if that is not on the machine.
        first_ready_seconds: Seconds that it took to load or build it.
        second: Id of the second model.
        second_revision: Revision of its weights, or "random weights".
        second_random_weights: Whether it was built with random weights.
        second_attention: The attention implementation that it used.
        second_parameters: Number of its parameters, with tied matrices counted once.
        second_weight_bytes: Bytes of its weights in the memory of the device.
        second_file_bytes: Bytes of its weight file; None if that is not on the machine.
        second_ready_seconds: Seconds that it took to load or build it.
        dtype: Number format of the weights and activations.
        compiled: Whether ``torch.compile`` was applied.
        least_count: Minimum number of runs of each model in every cell.
        least_seconds: Minimum seconds of both models' runs in every cell.
        warm_ups: Number of runs of each model before the measured ones.
        device: Id and name of the device.
        device_memory_bytes: Memory of the device in bytes; None if unknown.
        processor: Name of the processor.
        cores: Number of its cores.
        threads: Number of threads that torch used.
        system: Name and version of the operating system.
        python: Version of Python.
        torch: Version of torch.
        transformers: Version of transformers.
        peak_operations_per_second: Highest measured rate of matrix products on the device.
        peak_matrix_rows: Rows of the square matrices of those products.
        self_check_low: Lower end of the self-check's interval.
        self_check_ratio: Speed-up of the first model over itself, which should be 1.
        self_check_high: Upper end of the self-check's interval.
        self_check_passed: Whether the interval contains 1.
        measured: Date and time of the end in UTC, in ISO 8601.
    """

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
    """The conditions of a finished benchmark."""
    benchmark, machine, (first, second) = result.benchmark, result.setup.machine, result.models
    return SpeedConditions(
        benchmark=format_spec(benchmark),
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
        dtype=benchmark.dtype,
        compiled=benchmark.compiled,
        least_count=benchmark.least_count,
        least_seconds=benchmark.least_seconds,
        warm_ups=benchmark.warm_ups,
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
    """One row per measured run of a finished benchmark: ``batch``, ``length``, ``model``, ``run`` and ``seconds``."""
    rows = [
        (cell_result.cell.batch, cell_result.cell.length, model.model_id, number, seconds)
        for cell_result in result.cells
        for model, timed in zip(result.models, cell_result.both, strict=True)
        for number, seconds in enumerate(timed.times, 1)
    ]
    return pd.DataFrame(rows, columns=["batch", "length", "model", "run", "seconds"])
