"""What a benchmark of two models finds, as frozen results that need no torch to be read."""

from dataclasses import dataclass
from enum import StrEnum

from components.model.checkpoints.device_results import Machine, MachineLoad, PeakPerformance
from components.model.statistics.bootstrap import Interval
from components.speed.model.spec import Benchmark, BenchmarkCell


class ModelPart(StrEnum):
    """Where the time of a forward pass goes."""

    EMBEDDINGS = "embeddings"
    ATTENTION = "attention"
    FEED_FORWARD = "feed-forward"
    HEAD = "vocabulary head"
    OTHER = "other"


@dataclass(frozen=True)
class TimedModel:
    """A model as it was timed.

    Attributes:
        model_id: The registry's id.
        name: What people call it.
        revision: Which weights, or "random weights".
        random: Whether it was built at its true size with random weights.
        parameters: Numbers, a tied matrix counted once.
        weight_bytes: What they take in the memory of the device.
        file_bytes: The size of the weight files, or None where there are none on this machine.
        ready_seconds: How long it took to load or, with random weights, to build.
        attention: How attention was really computed: some architectures know one way only.
    """

    model_id: str
    name: str
    revision: str
    random: bool
    parameters: int
    weight_bytes: int
    file_bytes: int | None
    ready_seconds: float
    attention: str


@dataclass(frozen=True)
class MeasuredRun:
    """One measured forward pass. ``model`` is 0 for the first and 1 for the second; ``number`` counts from 1."""

    cell: BenchmarkCell
    model: int
    number: int
    seconds: float


@dataclass(frozen=True)
class Latency:
    """The distribution of the times of one model, in seconds; throughput is that of the median."""

    p50: float
    p90: float
    p99: float
    mean: float
    sd: float
    minimum: float
    maximum: float
    count: int
    sentences_per_second: float
    tokens_per_second: float


@dataclass(frozen=True)
class Memory:
    """Peak memory of a forward pass.

    Of a CUDA device ``peak_bytes`` is what torch had allocated, weights of both models included, and ``reserved_bytes``
    what it had taken from the device; elsewhere ``peak_bytes`` is the whole server process (its resident set), None
    where the system does not tell.
    """

    peak_bytes: int | None
    reserved_bytes: int | None
    of_process: bool


@dataclass(frozen=True)
class PartTimes:
    """Seconds of one forward pass by part, mean of ``passes``; ``parts`` sum to ``total``."""

    total: float
    parts: tuple[tuple[ModelPart, float], ...]
    passes: int


@dataclass(frozen=True)
class ModelTiming:
    """One model in one cell.

    ``operations`` are floating-point operations of a forward pass, counted from its matrix products; ``peak_share`` is
    what part of the device's measured peak that makes at the median.
    """

    times: tuple[float, ...]
    latency: Latency
    memory: Memory
    operations: int
    peak_share: float | None
    parts: PartTimes | None


@dataclass(frozen=True)
class CellResult:
    """Both models in one cell, and how many times as fast the second is."""

    cell: BenchmarkCell
    first: ModelTiming
    second: ModelTiming
    speed_up: Interval
    load: MachineLoad

    @property
    def both(self) -> tuple[ModelTiming, ModelTiming]:
        """The first model's figures, then the second's."""
        return self.first, self.second


@dataclass(frozen=True)
class SelfCheck:
    """The first model timed against itself: ``ratio`` has to hold 1.0."""

    cell: BenchmarkCell
    ratio: Interval
    count: int
    confidence: float

    @property
    def passed(self) -> bool:
        """Whether it does."""
        return self.ratio.contains(1.0)


@dataclass(frozen=True)
class BenchmarkSetup:
    """The models are built and the clock can start."""

    machine: Machine
    first: TimedModel
    second: TimedModel
    peak: PeakPerformance


@dataclass(frozen=True)
class TimingResult:
    """A finished benchmark. ``measured`` is the day, as ISO 8601 writes it, and the time in UTC."""

    benchmark: Benchmark
    setup: BenchmarkSetup
    cells: tuple[CellResult, ...]
    self_check: SelfCheck
    measured: str

    @property
    def models(self) -> tuple[TimedModel, TimedModel]:
        """The first model, then the second."""
        return self.setup.first, self.setup.second


BenchmarkEvent = BenchmarkSetup | MeasuredRun | CellResult | TimingResult
"""What a benchmark tells as it goes on."""
