"""One benchmark at a time: others wait in order, see how far it is, and nobody's trouble is another's."""

import threading
from dataclasses import replace

import pytest

from components.model.user_errors import Busy, UserError
from components.speed.model.job import JobPhase
from components.speed.model.queue import ABANDONED_AFTER_SECONDS, FINISHED_LIMIT, WAITING_LIMIT, BenchmarkQueue
from components.speed.model.results import TimingResult
from tests.components.speed.model.desk import BENCHMARK, Bench, _Clock, different, over, seen, under_way
from tests.components.speed.model.timed_results import ready
from tests.components.waiting import LONG_ENOUGH


def test_a_job_is_seen_while_it_goes_on_and_when_it_is_done() -> None:
    bench = Bench()
    desk = BenchmarkQueue(bench)
    number = desk.submit(BENCHMARK)
    under_way(desk, number)
    state = seen(desk, number)
    assert (state.phase, state.jobs_ahead) == (JobPhase.RUNNING, 0)
    assert state.setup == ready()
    assert [run.model for run in state.runs] == [0, 1]
    assert 0 < state.fraction_done < 1
    assert state.seconds_left is not None
    bench.go.set()
    state = over(desk, number)
    assert state.phase is JobPhase.DONE
    assert isinstance(state.result, TimingResult)
    assert state.result == desk.latest_result
    assert [found.cell for found in state.cells] == list(BENCHMARK.cells)
    assert (state.fraction_done, state.message, state.seconds_left) == (1.0, "", None)


def test_others_wait_in_order_and_see_their_place() -> None:
    bench = Bench()
    desk = BenchmarkQueue(bench)
    numbers = [desk.submit(different(place)) for place in range(4)]
    under_way(desk, numbers[0])
    assert [seen(desk, number).jobs_ahead for number in numbers] == [0, 1, 2, 3]
    assert desk.active_count == 4
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
        numbers.append(desk.submit(different(len(numbers))))

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
    first, second = desk.submit(BENCHMARK), desk.submit(different(9))
    under_way(desk, first)
    desk.stop(first)
    stopped = seen(desk, first)
    assert stopped.phase is JobPhase.STOPPED
    assert "Stopped" in stopped.message
    assert seen(desk, second).phase is JobPhase.WAITING  # the first thread has not ended yet
    assert (seen(desk, second).jobs_ahead, desk.active_count) == (0, 1)  # and is before nobody all the same
    bench.go.set()
    assert over(desk, second).phase is JobPhase.DONE
    assert seen(desk, first) == stopped
    assert bench.most_at_work == 1


def test_one_that_waits_can_be_stopped_and_never_runs() -> None:
    bench = Bench()
    desk = BenchmarkQueue(bench)
    first, second, third = (desk.submit(different(place)) for place in range(3))
    under_way(desk, first)
    desk.stop(second)
    assert seen(desk, second).phase is JobPhase.STOPPED
    assert seen(desk, third).jobs_ahead == 1
    bench.go.set()
    over(desk, third)
    assert bench.order == [different(0), different(2)]


@pytest.mark.parametrize(
    ("trouble", "words"),
    [(UserError("That does not fit."), "That does not fit."), (RuntimeError("secret path"), "The measurement failed")],
)
def test_trouble_is_told_and_the_next_one_runs(trouble: Exception, words: str) -> None:
    bench = Bench(trouble=trouble)
    desk = BenchmarkQueue(bench)
    first = desk.submit(BENCHMARK)
    under_way(desk, first)
    bench.go.set()
    state = over(desk, first)
    assert state.phase is JobPhase.FAILED
    assert state.message.startswith(words)
    assert "secret" not in state.message
    assert desk.latest_result is None
    bench.trouble = None
    assert over(desk, desk.submit(BENCHMARK)).phase is JobPhase.DONE


def test_a_queue_has_an_end() -> None:
    bench = Bench()
    desk = BenchmarkQueue(bench)
    under_way(desk, desk.submit(BENCHMARK))
    numbers = [desk.submit(different(number)) for number in range(10, 10 + WAITING_LIMIT)]
    with pytest.raises(Busy):
        desk.submit(different(9))
    assert desk.submit(different(10)) not in numbers  # who shares one takes no place
    bench.go.set()
    over(desk, numbers[-1])


def test_one_that_nobody_looks_at_makes_room() -> None:
    bench, clock = Bench(), _Clock()
    desk = BenchmarkQueue(bench, clock=clock)
    first, second = desk.submit(BENCHMARK), desk.submit(different(8))
    under_way(desk, first)
    clock.now = ABANDONED_AFTER_SECONDS + 1
    seen(desk, first)
    third = desk.submit(different(9))
    assert seen(desk, third).jobs_ahead == 1
    assert seen(desk, second).phase is JobPhase.STOPPED
    bench.go.set()
    assert over(desk, first).phase is over(desk, third).phase is JobPhase.DONE


def test_what_cannot_be_run_is_refused_before_it_waits() -> None:
    bench = Bench()
    with pytest.raises(UserError, match="batch size of 0"):
        BenchmarkQueue(bench).submit(replace(BENCHMARK, batches=(0,)))
    assert bench.order == []


def test_old_jobs_are_forgotten_and_unknown_ones_are_not_known() -> None:
    bench = Bench()
    bench.go.set()
    desk = BenchmarkQueue(bench)
    first = desk.submit(BENCHMARK)
    over(desk, first)
    for _ in range(FINISHED_LIMIT):
        over(desk, desk.submit(BENCHMARK))
    assert desk.state(first) is None
    assert desk.state(-1) is None
    desk.stop(first)
    assert desk.latest_result is not None
