"""In a benchmark two models take turns, read the same ids, and are measured long enough."""

import threading

import pytest
import torch

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.device import THREADS
from components.speed.model.benchmark import run_benchmark
from components.speed.model.results import BenchmarkEvent, BenchmarkSetup, CellResult, MeasuredRun, TimingResult
from components.speed.model.spec import MINIMUM_RUNS, Benchmark
from tests.components.speed.model.small_benchmark import SMALL, SmallModelBuilder, benchmark_events

pytestmark = pytest.mark.usefixtures("quickly")


@pytest.fixture(scope="module")
def finished() -> tuple[list[BenchmarkEvent], SmallModelBuilder]:
    builder = SmallModelBuilder()
    return list(benchmark_events(SMALL, builder)), builder


def test_the_setup_comes_first_then_every_cell_and_the_result_last(
    finished: tuple[list[BenchmarkEvent], SmallModelBuilder],
) -> None:
    events, _ = finished
    assert isinstance(events[0], BenchmarkSetup)
    assert isinstance(events[-1], TimingResult)
    cells = [event for event in events if isinstance(event, CellResult)]
    assert tuple(cell.cell for cell in cells) == SMALL.cells
    assert events[-1].cells == tuple(cells)
    assert events[-1].benchmark == SMALL


def test_models_take_turns(finished: tuple[list[BenchmarkEvent], SmallModelBuilder]) -> None:
    runs = [event for event in finished[0] if isinstance(event, MeasuredRun)]
    for cell in SMALL.cells:
        runs_of_cell = [run for run in runs if run.cell == cell]
        assert [run.model for run in runs_of_cell] == [0, 1] * (len(runs_of_cell) // 2)
        assert [run.number for run in runs_of_cell] == [1 + index // 2 for index in range(len(runs_of_cell))]


def test_every_yielded_run_is_in_the_result(finished: tuple[list[BenchmarkEvent], SmallModelBuilder]) -> None:
    events, _ = finished
    for result in (event for event in events if isinstance(event, CellResult)):
        for which, timed in enumerate(result.both):
            runs = [event for event in events if isinstance(event, MeasuredRun) and event.cell == result.cell]
            assert timed.times == tuple(run.seconds for run in runs if run.model == which)
            assert timed.latency.count == len(timed.times) == SMALL.least_count
            assert timed.memory.peak_bytes
            assert timed.operations > 0


def test_a_cell_ends_after_its_minimum_time_or_the_run_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("components.speed.model.benchmark.RUN_LIMIT", 20)
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
    for step in benchmark_events(endless, SmallModelBuilder(), stop):
        count += isinstance(step, MeasuredRun)
        if isinstance(step, CellResult):
            stop.set()
    assert count == 2 * 20


def test_both_models_read_the_same_ids(finished: tuple[list[BenchmarkEvent], SmallModelBuilder]) -> None:
    inputs = finished[1].inputs
    for cell in SMALL.cells:
        shape = (cell.batch, cell.length)
        by_model = {name: ids for name, ids in inputs if tuple(ids.shape) == shape}
        assert torch.equal(by_model["pocket-bert"], by_model["pocket-distilbert"])


def test_warm_ups_come_before_measured_runs() -> None:
    builder = SmallModelBuilder()
    events = benchmark_events(SMALL, builder)
    next(event for event in events if isinstance(event, MeasuredRun))
    assert [name for name, _ in builder.inputs] == ["pocket-bert", "pocket-distilbert"] * 2 + ["pocket-bert"]


def test_the_self_check_times_the_first_model_against_itself(
    finished: tuple[list[BenchmarkEvent], SmallModelBuilder],
) -> None:
    events, builder = finished
    assert isinstance(events[-1], TimingResult)
    check = events[-1].self_check
    assert check.cell == SMALL.cells[0]
    assert check.count == SMALL.least_count
    assert check.passed is (check.ratio.low <= 1.0 <= check.ratio.high)
    assert [name for name, _ in builder.inputs][-2 * check.count :] == ["pocket-bert"] * 2 * check.count


def test_a_model_against_itself_is_built_once() -> None:
    builder = SmallModelBuilder()
    again = Benchmark(**{**vars(SMALL), "second": SMALL.first, "batches": (1,), "lengths": (4,)})
    assert isinstance(list(benchmark_events(again, builder))[-1], TimingResult)
    assert builder.built == ["pocket-bert"]


def test_bundled_models_are_timed() -> None:
    small_grid = Benchmark(**{**vars(SMALL), "batches": (1,), "lengths": (4,), "least_count": MINIMUM_RUNS})
    last = list(run_benchmark(small_grid, weights_folder, stop=threading.Event()))[-1]
    assert isinstance(last, TimingResult)
    assert [model.random for model in last.models] == [False, False]
    assert last.models[0].parameters > last.models[1].parameters


def test_a_benchmark_uses_all_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("components.speed.model.benchmark.THREADS", 2)
    torch.set_num_threads(1)
    try:
        next(benchmark_events(SMALL, SmallModelBuilder()))
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(THREADS)
