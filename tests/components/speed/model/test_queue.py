"""One benchmark at a time: others wait in order, see how far it is, and nobody's trouble is another's."""

import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest

from components.model.user_errors import Busy, UserError
from components.speed.model.job import LEFT, JobPhase, JobState
from components.speed.model.queue import MOST_KEPT, MOST_WAITING, PATIENCE, PRESENT, BenchmarkQueue
from components.speed.model.results import Run, Step, TimingResult
from components.speed.model.spec import Benchmark
from tests.components.speed.model.timed_results import cell_result, ready, timing_result
from tests.components.waiting import LONG_ENOUGH, until

BENCHMARK = Benchmark(batches=(1, 2), lengths=(16,), least_count=5, least_seconds=0.0)


class Bench:
    """Benchmarks that go on when they are told to."""

    def __init__(self, *, trouble: Exception | None = None) -> None:
        self.trouble = trouble
        self.go = threading.Event()
        self.at_work = self.most_at_work = 0
        self.order: list[Benchmark] = []

    def __call__(self, benchmark: Benchmark, stop: threading.Event) -> Iterator[Step]:
        self.at_work += 1
        self.most_at_work = max(self.most_at_work, self.at_work)
        self.order.append(benchmark)
        try:
            yield ready()
            yield Run(benchmark.cells[0], 0, 1, 0.5)
            yield Run(benchmark.cells[0], 1, 1, 0.25)
            assert self.go.wait(LONG_ENOUGH)
            if self.trouble is not None:
                raise self.trouble
            if stop.is_set():
                return
            for cell in benchmark.cells:
                yield cell_result(cell)
            yield replace(timing_result(), benchmark=benchmark)
        finally:
            self.at_work -= 1


class Clock:
    """Seconds, turned by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def seen(desk: BenchmarkQueue, number: int) -> JobState:
    state = desk.state(number)
    assert state is not None
    return state


def under_way(desk: BenchmarkQueue, number: int) -> None:
    until(lambda: len(seen(desk, number).runs) == 2)


def over(desk: BenchmarkQueue, number: int) -> JobState:
    until(lambda: not seen(desk, number).active)
    return seen(desk, number)


def different(number: int) -> Benchmark:
    return replace(BENCHMARK, warm_ups=number)


def test_a_job_is_seen_while_it_goes_on_and_when_it_is_done() -> None:
    bench = Bench()
    desk = BenchmarkQueue(bench)
    number = desk.ask(BENCHMARK)
    under_way(desk, number)
    state = seen(desk, number)
    assert (state.phase, state.place) == (JobPhase.RUNNING, 0)
    assert state.ready == ready()
    assert [run.model for run in state.runs] == [0, 1]
    assert 0 < state.share < 1
    assert state.seconds_left is not None
    bench.go.set()
    state = over(desk, number)
    assert state.phase is JobPhase.DONE
    assert isinstance(state.result, TimingResult)
    assert state.result == desk.last
    assert [found.cell for found in state.cells] == list(BENCHMARK.cells)
    assert (state.share, state.message, state.seconds_left) == (1.0, "", None)


def test_others_wait_in_order_and_see_their_place() -> None:
    bench = Bench()
    desk = BenchmarkQueue(bench)
    numbers = [desk.ask(different(place)) for place in range(4)]
    under_way(desk, numbers[0])
    assert [seen(desk, number).place for number in numbers] == [0, 1, 2, 3]
    assert desk.under_way == 4
    assert {seen(desk, number).phase for number in numbers[1:]} == {JobPhase.WAITING}
    bench.go.set()
    assert [over(desk, number).phase for number in numbers] == [JobPhase.DONE] * 4
    assert bench.order == [different(place) for place in range(4)]
    assert bench.most_at_work == 1


def test_many_threads_ask_and_one_benchmark_runs() -> None:
    bench = Bench()
    bench.go.set()
    desk = BenchmarkQueue(bench)
    barrier = threading.Barrier(6)
    numbers: list[int] = []

    def visitor() -> None:
        barrier.wait(LONG_ENOUGH)
        numbers.append(desk.ask(different(len(numbers))))

    threads = [threading.Thread(target=visitor) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LONG_ENOUGH)
    assert len(set(numbers)) == 6
    assert {over(desk, number).phase for number in numbers} == {JobPhase.DONE}
    assert bench.most_at_work == 1


def test_a_stop_is_seen_at_once_and_the_next_one_waits_for_the_thread() -> None:
    bench = Bench()
    desk = BenchmarkQueue(bench)
    first, second = desk.ask(BENCHMARK), desk.ask(different(9))
    under_way(desk, first)
    desk.stop(first)
    stopped = seen(desk, first)
    assert stopped.phase is JobPhase.STOPPED
    assert "Stopped" in stopped.message
    assert seen(desk, second).phase is JobPhase.WAITING  # the first thread has not ended yet
    assert (seen(desk, second).place, desk.under_way) == (0, 1)  # and is before nobody all the same
    bench.go.set()
    assert over(desk, second).phase is JobPhase.DONE
    assert seen(desk, first) == stopped
    assert bench.most_at_work == 1


def test_one_that_waits_can_be_stopped_and_never_runs() -> None:
    bench = Bench()
    desk = BenchmarkQueue(bench)
    first, second, third = (desk.ask(different(place)) for place in range(3))
    under_way(desk, first)
    desk.stop(second)
    assert seen(desk, second).phase is JobPhase.STOPPED
    assert seen(desk, third).place == 1
    bench.go.set()
    over(desk, third)
    assert bench.order == [different(0), different(2)]


@pytest.mark.parametrize(
    ("trouble", "words"),
    [(UserError("That does not fit."), "That does not fit."), (RuntimeError("secret path"), "Something went wrong")],
)
def test_trouble_is_told_and_the_next_one_runs(trouble: Exception, words: str) -> None:
    bench = Bench(trouble=trouble)
    desk = BenchmarkQueue(bench)
    first = desk.ask(BENCHMARK)
    under_way(desk, first)
    bench.go.set()
    state = over(desk, first)
    assert state.phase is JobPhase.FAILED
    assert state.message.startswith(words)
    assert "secret" not in state.message
    assert desk.last is None
    bench.trouble = None
    assert over(desk, desk.ask(BENCHMARK)).phase is JobPhase.DONE


def test_a_queue_has_an_end() -> None:
    bench = Bench()
    desk = BenchmarkQueue(bench)
    under_way(desk, desk.ask(BENCHMARK))
    numbers = [desk.ask(different(number)) for number in range(10, 10 + MOST_WAITING)]
    with pytest.raises(Busy):
        desk.ask(different(9))
    assert desk.ask(different(10)) not in numbers  # who shares one takes no place
    bench.go.set()
    over(desk, numbers[-1])


def test_one_that_nobody_looks_at_makes_room() -> None:
    bench, clock = Bench(), Clock()
    desk = BenchmarkQueue(bench, clock=clock)
    first, second = desk.ask(BENCHMARK), desk.ask(different(8))
    under_way(desk, first)
    clock.now = PATIENCE + 1
    seen(desk, first)
    third = desk.ask(different(9))
    assert seen(desk, third).place == 1
    assert seen(desk, second).phase is JobPhase.STOPPED
    bench.go.set()
    assert over(desk, first).phase is over(desk, third).phase is JobPhase.DONE


def test_those_who_ask_for_the_same_share_one_and_none_stops_it_for_the_others() -> None:
    bench, clock = Bench(), Clock()
    desk = BenchmarkQueue(bench, clock=clock)
    first = desk.ask(BENCHMARK)
    under_way(desk, first)
    others = [desk.ask(BENCHMARK) for _ in range(MOST_KEPT + 5)]
    assert desk.under_way == 1
    assert desk.measures(BENCHMARK)
    assert not desk.measures(different(9))
    assert {seen(desk, number).runs for number in others} == {seen(desk, first).runs}
    desk.stop(first)
    assert (seen(desk, first).phase, seen(desk, first).message) == (JobPhase.STOPPED, LEFT)
    clock.now = PRESENT + 1
    assert seen(desk, first).phase is JobPhase.STOPPED
    assert seen(desk, others[0]).phase is JobPhase.RUNNING
    desk.stop(others[0])  # nobody else has looked for a while, and one who left does not count
    assert seen(desk, others[0]).message != LEFT
    bench.go.set()
    assert {over(desk, number).phase for number in others} == {JobPhase.STOPPED}
    again = desk.ask(BENCHMARK)
    shared = [desk.ask(BENCHMARK) for _ in range(MOST_KEPT + 5)]
    assert {over(desk, number).phase for number in (again, *shared)} == {JobPhase.DONE}


def test_one_who_loads_the_page_anew_finds_the_measurement_again_and_can_stop_it() -> None:
    bench, clock = Bench(), Clock()
    desk = BenchmarkQueue(bench, clock=clock)
    before = desk.ask(BENCHMARK)
    under_way(desk, before)
    clock.now = PRESENT + 1
    after = desk.ask(BENCHMARK)
    assert seen(desk, after).runs
    desk.stop(after)
    assert seen(desk, after).phase is seen(desk, before).phase is JobPhase.STOPPED
    assert not desk.measures(BENCHMARK)
    bench.go.set()


def test_what_cannot_be_run_is_refused_before_it_waits() -> None:
    bench = Bench()
    with pytest.raises(UserError, match="batch size of 0"):
        BenchmarkQueue(bench).ask(replace(BENCHMARK, batches=(0,)))
    assert bench.order == []


def test_old_jobs_are_forgotten_and_unknown_ones_are_not_known() -> None:
    bench = Bench()
    bench.go.set()
    desk = BenchmarkQueue(bench)
    first = desk.ask(BENCHMARK)
    over(desk, first)
    for _ in range(MOST_KEPT):
        over(desk, desk.ask(BENCHMARK))
    assert desk.state(first) is None
    assert desk.state(-1) is None
    desk.stop(first)
    assert desk.last is not None
