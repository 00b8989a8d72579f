"""The benchmark queue of the room “Speed and size”, shared by all visitors of a process."""

import threading
from collections.abc import Iterator

from cache.engine import engine
from cache.sized_cache import share_results
from components.model.checkpoints.device_results import DeviceFacts
from components.speed.model.queue import BenchmarkQueue
from components.speed.model.results import BenchmarkEvent
from components.speed.model.spec import Benchmark


@share_results(1)
def benchmark_queue() -> BenchmarkQueue:
    """The queue of all benchmarks in this process."""
    return BenchmarkQueue(_run_benchmark)


@share_results(1)
def devices() -> tuple[DeviceFacts, ...]:
    """All devices of this machine, the fastest kind first."""
    from components.model.checkpoints.device import available_devices, device_facts

    return tuple(device_facts(device) for device in available_devices())


def _run_benchmark(benchmark: Benchmark, stop: threading.Event) -> Iterator[BenchmarkEvent]:
    from components.speed.model.benchmark import run_benchmark

    return run_benchmark(benchmark, engine().weights_folder, stop=stop, passes=lambda: engine().batcher.batches)
