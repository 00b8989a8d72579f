"""A synthetic finished benchmark, for tests of tables and charts."""

from dataclasses import replace

from components.model.checkpoints.device_results import DeviceFacts, Machine, MachineLoad, PeakPerformance
from components.model.statistics.bootstrap import Interval
from components.speed.model.presets import BASE
from components.speed.model.results import (
    BenchmarkSetup,
    CellResult,
    Memory,
    ModelPart,
    ModelTiming,
    PartTimes,
    SelfCheck,
    TimedModel,
    TimingResult,
)
from components.speed.model.spec import BenchmarkCell
from components.speed.model.summary import latency, speed_up

DEVICE = DeviceFacts("cpu", "cpu", "CPU (a processor), 2 cores, 1 thread", 8_000_000_000, ("float32",))
MACHINE = Machine(DEVICE, "a processor", 2, 1, "a system", "3.11", "2.13.0", "5.23.0")
QUIET = MachineLoad(cores=2, others=0.0, average=0.5)
PARTS = dict(zip(ModelPart, (0.05, 0.3, 0.4, 0.2, 0.05), strict=True))


def timed_model(model_id: str, *, parameters: int, random: bool = False) -> TimedModel:
    return TimedModel(
        model_id=model_id,
        name=model_id.replace("-", " "),
        revision="random weights" if random else "bundled",
        random=random,
        parameters=parameters,
        weight_bytes=4 * parameters,
        file_bytes=None if random else 4 * parameters,
        ready_seconds=1.5,
        attention="sdpa",
    )


def timed(cell: BenchmarkCell, seconds: float, *, count: int = 12, compiled: bool = False) -> ModelTiming:
    times = tuple(seconds * (1 + 0.02 * (number % 5)) for number in range(count))
    total = 1.02 * seconds
    parts = PartTimes(total, tuple((part, share * total) for part, share in PARTS.items()), 5)
    return ModelTiming(
        times,
        latency(times, batch=cell.batch, length=cell.length),
        Memory(500_000_000, None, True),
        2_000_000 * cell.batch * cell.length,
        0.4,
        None if compiled else parts,
    )


def cell_result(
    cell: BenchmarkCell, *, ratio: float = 2.0, load: MachineLoad = QUIET, compiled: bool = False
) -> CellResult:
    seconds = 1e-4 * cell.batch * cell.length
    first, second = timed(cell, seconds, compiled=compiled), timed(cell, seconds / ratio, compiled=compiled)
    return CellResult(cell, first, second, speed_up(first.times, second.times), load)


def ready(
    *, first: str = "bert-base-uncased", second: str = "distilbert-base-uncased", random: bool = False
) -> BenchmarkSetup:
    return BenchmarkSetup(
        MACHINE,
        timed_model(first, parameters=109_514_298, random=random),
        timed_model(second, parameters=66_985_530),
        PeakPerformance(1e11, 1024),
    )


def timing_result(*, ratio: float = 1.6, random: bool = False, holds: bool = True) -> TimingResult:
    benchmark = replace(BASE, device="cpu")
    check = Interval(0.98, 1.01, 1.05) if holds else Interval(1.02, 1.04, 1.06)
    return TimingResult(
        benchmark,
        ready(random=random),
        tuple(cell_result(cell, ratio=ratio) for cell in benchmark.cells),
        SelfCheck(benchmark.cells[0], check, 20, 0.99),
        "2026-11-21T12:00:00+00:00",
    )
