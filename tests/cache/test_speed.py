"""One queue for all visitors, which does not import torch."""

import subprocess
import sys
from pathlib import Path

from cache.speed import benchmark_queue, devices
from components.model.checkpoints.registry import model_record
from components.model.job_queue import JobPhase
from components.speed.model.full_size_models import meta_model
from components.speed.model.spec import Benchmark
from tests.components.waiting import until

ROOT = Path(__file__).parents[2]


def test_the_queue_needs_no_torch() -> None:
    code = (
        "import sys; from cache.speed import benchmark_queue as queue; print(queue().state(1), queue().latest_result, "
        "sorted({'torch', 'transformers'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "None None []", done.stdout + done.stderr


def test_a_benchmark_runs_in_the_background() -> None:
    queue = benchmark_queue()
    assert benchmark_queue() is queue
    number = queue.submit(
        Benchmark(
            first="pocket-bert",
            second="pocket-distilbert",
            device="cpu",
            batches=(1,),
            lengths=(4,),
            least_count=5,
            least_seconds=0.0,
        )
    )
    until(lambda: (state := queue.state(number)) is not None and not state.active)
    state = queue.state(number)
    assert state is not None
    assert (state.phase, state.message) == (JobPhase.DONE, "")
    assert queue.latest_result is state.result
    benchmark_queue.clear()  # so that later tests do not see this result


def test_devices_and_sizes_are_known_without_opening_a_model() -> None:
    assert devices()[-1].id == "cpu"
    assert meta_model(model_record("bert-base-uncased")).num_parameters() == 109_514_298
