"""Descriptions of the machine that a benchmark ran on. Importing this module does not import torch."""

from dataclasses import dataclass

BEST_DEVICE = "best"  # the fastest device of whichever machine asks


@dataclass(frozen=True)
class DeviceFacts:
    """A device that can be selected. ``id`` is torch's name for it, ``name`` describes it in full."""

    id: str
    kind: str
    name: str
    memory_bytes: int | None
    dtypes: tuple[str, ...]


@dataclass(frozen=True)
class Machine:
    """The machine that a benchmark ran on: device, processor, and software versions."""

    device: DeviceFacts
    processor: str
    cores: int
    threads: int
    system: str
    python: str
    torch: str
    transformers: str


@dataclass(frozen=True)
class PeakPerformance:
    """The highest measured speed of a device, for the product of two square matrices of ``size`` rows."""

    operations_per_second: float
    size: int


@dataclass(frozen=True)
class MachineLoad:
    """The other load of the machine during a benchmark.

    Attributes:
        cores: The number of cores of the machine.
        others: The mean number of cores that other processes used; None if the system does not report it.
        average: The system's load average over a minute, including the benchmark; None if there is none.
        visitors: The number of batches of visitors' predictions that this process computed meanwhile.
    """

    cores: int
    others: float | None
    average: float | None
    visitors: int = 0

    @property
    def disturbed(self) -> bool:
        """Whether the results are unreliable: visitors were served, or more than a tenth of the cores were busy."""
        return self.visitors > 0 or (self.others is not None and self.others > 0.1 * self.cores)
