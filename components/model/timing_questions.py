"""What rooms ask about time: which devices there are, and two models timed against each other."""

import threading
from collections.abc import Callable, Iterator

from components.model.benchmark_spec import Benchmark
from components.model.device import device_facts, devices
from components.model.device_results import DeviceFacts
from components.model.registry import record
from components.model.timing import timing
from components.model.timing_results import Step
from components.model.true_size import FolderOf, counted


class TimingQuestions:
    """Benchmarks of models that are opened for them alone: what visitors use is not touched."""

    def __init__(self, folder_of: FolderOf, passes: Callable[[], int]) -> None:
        """``passes`` counts the forward passes that visitors have caused so far."""
        self._folder_of, self._passes = folder_of, passes

    def devices(self) -> tuple[DeviceFacts, ...]:
        """Every device of this machine, the fastest kind first."""
        return tuple(device_facts(device) for device in devices())

    def parameters(self, model_id: str) -> int:
        """How many numbers a model has learned, counted without opening it."""
        model = record(model_id)
        return counted(model, self._folder_of(model))

    def run(self, benchmark: Benchmark, stop: threading.Event) -> Iterator[Step]:
        """A benchmark, step by step, until it is done or ``stop`` is set. One at a time, or they time each other."""
        return timing(benchmark, self._folder_of, stop=stop, passes=self._passes)
