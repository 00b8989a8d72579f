"""Results of a benchmark of two models. They do not need torch. Field names are keys of files on disk."""

from dataclasses import dataclass
from enum import StrEnum

from components.model.checkpoints.device_results import Machine, MachineLoad, PeakPerformance
from components.model.statistics.bootstrap import Interval
from components.speed.model.spec import Benchmark, BenchmarkCell


class ModelPart(StrEnum):
    """Parts of a model between which the time of a forward pass is divided."""

    EMBEDDINGS = "embeddings"
    ATTENTION = "attention"
    FEED_FORWARD = "feed-forward"
    HEAD = "vocabulary head"
    OTHER = "other"


@dataclass(frozen=True)
class TimedModel:
    """Description of a timed model.

    Attributes:
        model_id: The registry's id.
        name: Its display name.
        revision: Revision of the weights, or "random weights".
        random: Whether it was built at full size with random weights.
        parameters: Number of parameters, with tied matrices counted once.
        weight_bytes: Bytes of the weights in the memory of the device.
        file_bytes: Bytes of the weight file, or None if it is not on this machine.
        ready_seconds: Seconds that it took to load or, with random weights, to build.
        attention: The attention implementation that was used: some architectures have only one.
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
    """One measured forward pass. ``model`` is 0 for the first and 1 for the second, ``number`` starts at 1."""

    cell: BenchmarkCell
    model: int
    number: int
    seconds: float


@dataclass(frozen=True)
class Latency:
    """Distribution of the times of one model in one cell, in seconds.

    Attributes:
        p50: The median.
        p90: The 90th percentile.
        p99: The 99th percentile.
        mean: The mean.
        sd: The standard deviation.
        minimum: The fastest run.
        maximum: The slowest run.
        count: Number of runs.
        sentences_per_second: Throughput at the median.
        tokens_per_second: Throughput at the median.
    """

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

    Attributes:
        peak_bytes: On a CUDA device the bytes that torch had allocated, including the weights of both models; elsewhere
            the resident set size of the whole process, None if unknown.
        reserved_bytes: On a CUDA device the bytes that torch had reserved; elsewhere None.
        of_process: Whether ``peak_bytes`` is of the whole process.
    """

    peak_bytes: int | None
    reserved_bytes: int | None
    of_process: bool


@dataclass(frozen=True)
class PartTimes:
    """Seconds of a forward pass by part, averaged over ``passes``. The seconds of ``parts`` sum to ``total``."""

    total: float
    parts: tuple[tuple[ModelPart, float], ...]
    passes: int


@dataclass(frozen=True)
class ModelTiming:
    """Measurements of one model in one cell.

    Attributes:
        times: Seconds of every run.
        latency: Their distribution.
        memory: Peak memory of a pass.
        operations: Floating-point operations of a pass, counted from its matrix products.
        peak_share: Operations per second at the median, as a share of the device's measured peak.
        parts: Time by part of the model; None for a compiled model.
    """

    times: tuple[float, ...]
    latency: Latency
    memory: Memory
    operations: int
    peak_share: float | None
    parts: PartTimes | None


@dataclass(frozen=True)
class CellResult:
    """Both models in one cell. ``speed_up`` is how many times as fast the second one is."""

    cell: BenchmarkCell
    first: ModelTiming
    second: ModelTiming
    speed_up: Interval
    load: MachineLoad

    @property
    def both(self) -> tuple[ModelTiming, ModelTiming]:
        """The measurements of the first and of the second model."""
        return self.first, self.second


@dataclass(frozen=True)
class SelfCheck:
    """The first model timed against itself.

    Attributes:
        cell: The cell in which it was timed.
        ratio: Ratio of the medians with its interval, which should contain 1.0.
        count: Number of runs on each side.
        confidence: Confidence level of the interval.
    """

    cell: BenchmarkCell
    ratio: Interval
    count: int
    confidence: float

    @property
    def passed(self) -> bool:
        """Whether the interval contains 1.0."""
        return self.ratio.contains(1.0)


@dataclass(frozen=True)
class BenchmarkSetup:
    """The machine and the models of a benchmark. It is yielded once both models are built."""

    machine: Machine
    first: TimedModel
    second: TimedModel
    peak: PeakPerformance


@dataclass(frozen=True)
class TimingResult:
    """A finished benchmark. ``measured`` is its date and time in UTC, in ISO 8601."""

    benchmark: Benchmark
    setup: BenchmarkSetup
    cells: tuple[CellResult, ...]
    self_check: SelfCheck
    measured: str

    @property
    def models(self) -> tuple[TimedModel, TimedModel]:
        """The first and the second model."""
        return self.setup.first, self.setup.second


BenchmarkEvent = BenchmarkSetup | MeasuredRun | CellResult | TimingResult
"""What a running benchmark yields."""
