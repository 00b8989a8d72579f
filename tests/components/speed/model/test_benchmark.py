"""Two models take turns, read the same, and are measured long enough."""

import threading

import pytest
import torch

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.device import THREADS
from components.speed.model.benchmark import run_benchmark
from components.speed.model.results import BenchmarkEvent, BenchmarkSetup, CellResult, MeasuredRun, TimingResult
from components.speed.model.spec import MINIMUM_RUNS, Benchmark
from tests.components.speed.model.small_benchmark import SMALL, Builder, steps

pytestmark = pytest.mark.usefixtures("quickly")


@pytest.fixture(scope="module")
def told() -> tuple[list[BenchmarkEvent], Builder]:
    builder = Builder()
    return list(steps(SMALL, builder)), builder


def test_models_come_first_then_every_cell_and_the_whole_at_the_end(told: tuple[list[BenchmarkEvent], Builder]) -> None:
    found, _ = told
    assert isinstance(found[0], BenchmarkSetup)
    assert isinstance(found[-1], TimingResult)
    cells = [step for step in found if isinstance(step, CellResult)]
    assert tuple(cell.cell for cell in cells) == SMALL.cells
    assert found[-1].cells == tuple(cells)
    assert found[-1].benchmark == SMALL


def test_models_take_turns(told: tuple[list[BenchmarkEvent], Builder]) -> None:
    runs = [step for step in told[0] if isinstance(step, MeasuredRun)]
    for cell in SMALL.cells:
        here = [run for run in runs if run.cell == cell]
        assert [run.model for run in here] == [0, 1] * (len(here) // 2)
        assert [run.number for run in here] == [1 + place // 2 for place in range(len(here))]


def test_every_run_that_was_told_counts_and_there_are_enough(told: tuple[list[BenchmarkEvent], Builder]) -> None:
    found, _ = told
    for result in (step for step in found if isinstance(step, CellResult)):
        for which, timed in enumerate(result.both):
            runs = [step for step in found if isinstance(step, MeasuredRun) and step.cell == result.cell]
            assert timed.times == tuple(run.seconds for run in runs if run.model == which)
            assert timed.latency.count == len(timed.times) == SMALL.least_count
            assert timed.memory.peak_bytes
            assert timed.operations > 0


def test_a_cell_goes_on_until_it_took_long_enough_or_has_very_many_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("components.speed.model.benchmark.MOST_RUNS", 20)
    endless = Benchmark(
        first="pocket-bert",
        second="pocket-bert",
        device="cpu",
        batches=(1,),
        lengths=(2,),
        least_count=MINIMUM_RUNS,
        least_seconds=60.0,
        warm_ups=0,
    )
    stop = threading.Event()
    count = 0
    for step in steps(endless, Builder(), stop):
        count += isinstance(step, MeasuredRun)
        if isinstance(step, CellResult):
            stop.set()
    assert count == 2 * 20


def test_both_models_read_the_same(told: tuple[list[BenchmarkEvent], Builder]) -> None:
    given = told[1].given
    for cell in SMALL.cells:
        shape = (cell.batch, cell.length)
        by_model = {name: ids for name, ids in given if tuple(ids.shape) == shape}
        assert torch.equal(by_model["pocket-bert"], by_model["pocket-distilbert"])


def test_warm_ups_come_before_what_counts() -> None:
    builder = Builder()
    found = steps(SMALL, builder)
    next(step for step in found if isinstance(step, MeasuredRun))
    assert [name for name, _ in builder.given] == ["pocket-bert", "pocket-distilbert"] * 2 + ["pocket-bert"]


def test_the_check_is_the_first_model_against_itself(told: tuple[list[BenchmarkEvent], Builder]) -> None:
    found, builder = told
    assert isinstance(found[-1], TimingResult)
    check = found[-1].self_check
    assert check.cell == SMALL.cells[0]
    assert check.count == SMALL.least_count
    assert check.passed is (check.ratio.low <= 1.0 <= check.ratio.high)
    assert [name for name, _ in builder.given][-2 * check.count :] == ["pocket-bert"] * 2 * check.count


def test_a_model_against_itself_is_built_once() -> None:
    builder = Builder()
    again = Benchmark(**{**vars(SMALL), "second": SMALL.first, "batches": (1,), "lengths": (4,)})
    assert isinstance(list(steps(again, builder))[-1], TimingResult)
    assert builder.built == ["pocket-bert"]


def test_real_models_of_the_registry_are_timed() -> None:
    small_grid = Benchmark(**{**vars(SMALL), "batches": (1,), "lengths": (4,), "least_count": MINIMUM_RUNS})
    last = list(run_benchmark(small_grid, weights_folder, stop=threading.Event()))[-1]
    assert isinstance(last, TimingResult)
    assert [model.random for model in last.models] == [False, False]
    assert last.models[0].parameters > last.models[1].parameters


def test_visitors_small_passes_leave_it_all_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("components.speed.model.benchmark.THREADS", 2)
    torch.set_num_threads(1)
    try:
        next(steps(SMALL, Builder()))
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(THREADS)
