"""The desk is one for all visitors, and is there without torch."""

import subprocess
import sys
from pathlib import Path

from cache.speed import counted_parameters, devices, speed_desk
from components.model.benchmark_spec import Benchmark
from components.model.speed_job import JobPhase
from tests.components.model.waiting import until

ROOT = Path(__file__).parents[2]


def test_the_desk_needs_no_torch() -> None:
    code = (
        "import sys; from cache.speed import speed_desk; desk = speed_desk(); print(desk.state(1), desk.last, "
        "sorted({'torch', 'transformers'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "None None []", done.stdout + done.stderr


def test_a_benchmark_runs_behind_the_page() -> None:
    desk = speed_desk()
    assert speed_desk() is desk
    number = desk.ask(
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
    until(lambda: (state := desk.state(number)) is not None and not state.active)
    state = desk.state(number)
    assert state is not None
    assert (state.phase, state.message) == (JobPhase.DONE, "")
    assert desk.last is state.result


def test_devices_and_sizes_are_known_without_opening_a_model() -> None:
    assert devices()[-1].id == "cpu"
    assert counted_parameters("bert-base-uncased") == 109_514_298
