"""Times on a GPU are of finished work: by events, after the GPU has been waited for."""

import threading
import time

import pytest
import torch

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.device import Device
from components.speed.model.benchmark import Stopwatch, run_benchmark
from components.speed.model.results import CellResult, TimingResult
from components.speed.model.spec import Benchmark


def test_the_stopwatch_times_the_work_and_not_its_launch(torch_device: torch.device) -> None:
    if torch_device.type != "cuda":
        pytest.skip("a processor computes at once")
    matrix = torch.randn(8192, 8192, device=torch_device)

    def work() -> torch.Tensor:
        result = matrix
        for _ in range(10):
            result = matrix @ result / 100
        return result

    watch = Stopwatch(torch_device)
    watch(work)  # the first run loads kernels
    launched = time.perf_counter()
    work()
    launched = time.perf_counter() - launched
    watch.wait()
    begun = time.perf_counter()
    work()
    torch.cuda.synchronize(torch_device)
    whole = time.perf_counter() - begun
    measured = watch(work)
    assert measured == pytest.approx(whole, rel=0.3)
    assert measured > 3 * launched


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_a_benchmark_ends_with_a_result(device: Device, dtype: str) -> None:
    if device.kind != "cuda" and dtype != "float32":
        pytest.skip("not every processor has it")
    benchmark = Benchmark(
        first="pocket-bert",
        second="minilm",
        device=device.id,
        dtype=dtype,
        batches=(4,),
        lengths=(32,),
        least_count=5,
        least_seconds=0.1,
    )
    events = list(run_benchmark(benchmark, weights_folder, stop=threading.Event()))
    (cell,) = (event for event in events if isinstance(event, CellResult))
    assert isinstance(events[-1], TimingResult)
    assert all(0 < each.latency.p50 < 5 for each in cell.both)
    assert all(each.memory.peak_bytes > 0 for each in cell.both)
