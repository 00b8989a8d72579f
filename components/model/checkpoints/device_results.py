"""What is known of the machine that something was timed on, readable without torch."""

from dataclasses import dataclass

BEST_DEVICE = "best"  # the fastest device of whichever machine asks


@dataclass(frozen=True)
class DeviceFacts:
    """A device that can be chosen. ``id`` is torch's name for it, ``name`` says in full what it is."""

    id: str
    kind: str
    name: str
    memory_bytes: int | None
    dtypes: tuple[str, ...]


@dataclass(frozen=True)
class Machine:
    """Where a benchmark ran: the device, the processor beside it and the versions."""

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
    """The fastest a device was seen to compute: a product of two square matrices of ``size`` rows."""

    operations_per_second: float
    size: int


@dataclass(frozen=True)
class MachineLoad:
    """What else the machine did meanwhile.

    Attributes:
        cores: Of the machine.
        others: How many cores other processes kept busy, on average; None where the system does not say.
        average: The system's load average over a minute, this benchmark included; None where there is none.
        visitors: Batches of other visitors' predictions that this process computed in the meantime.
    """

    cores: int
    others: float | None
    average: float | None
    visitors: int = 0

    @property
    def disturbed(self) -> bool:
        """Whether the figures are likely to have suffered: a tenth of the machine was busy with something else."""
        return self.visitors > 0 or (self.others is not None and self.others > 0.1 * self.cores)
