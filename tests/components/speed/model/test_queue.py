"""The queue runs one benchmark at a time: order, progress, stopping, errors and limits."""

import threading
from dataclasses import replace

import pytest

from components.model.job_queue import JobPhase
from components.model.user_errors import Busy, UserError
from components.speed.model.queue import ABANDONED_AFTER_SECONDS, FINISHED_LIMIT, WAITING_LIMIT, BenchmarkQueue
from components.speed.model.results import TimingResult
from tests.components.speed.model.queue_helpers import (
    BENCHMARK,
    FakeRunner,
    ManualClock,
    benchmark_variant,
    job_state,
    wait_until_ended,
    wait_until_running,
)
from tests.components.speed.model.timed_results import ready
from tests.components.waiting import LONG_ENOUGH


def test_the_state_of_a_job_while_it_runs_and_when_it_is_done() -> None:
    runner = FakeRunner()
    queue = BenchmarkQueue(runner)
    number = queue.submit(BENCHMARK)
    wait_until_running(queue, number)
    state = job_state(queue, number)
    assert (state.phase, state.jobs_ahead) == (JobPhase.RUNNING, 0)
    assert state.setup == ready()
    assert [run.model for run in state.runs] == [0, 1]
    assert 0 < state.fraction_done < 1
    assert state.seconds_left is not None
    runner.go.set()
    state = wait_until_ended(queue, number)
    assert state.phase is JobPhase.DONE
    assert isinstance(state.result, TimingResult)
    assert state.result == queue.latest_result
    assert [result.cell for result in state.cells] == list(BENCHMARK.cells)
    assert (state.fraction_done, state.message, state.seconds_left) == (1.0, "", None)


def test_others_wait_in_order_and_see_their_place() -> None:
    runner = FakeRunner()
    queue = BenchmarkQueue(runner)
    numbers = [queue.submit(benchmark_variant(index)) for index in range(4)]
    wait_until_running(queue, numbers[0])
    assert [job_state(queue, number).jobs_ahead for number in numbers] == [0, 1, 2, 3]
    assert queue.active_count == 4
    assert {job_state(queue, number).phase for number in numbers[1:]} == {JobPhase.WAITING}
    runner.go.set()
    assert [wait_until_ended(queue, number).phase for number in numbers] == [JobPhase.DONE] * 4
    assert runner.order == [benchmark_variant(index) for index in range(4)]
    assert runner.max_active == 1


def test_of_many_submitted_benchmarks_one_runs_at_a_time() -> None:
    runner = FakeRunner()
    runner.go.set()
    queue = BenchmarkQueue(runner)
    barrier = threading.Barrier(6)
    numbers: list[int] = []

    def visitor() -> None:
        barrier.wait(LONG_ENOUGH)
        numbers.append(queue.submit(benchmark_variant(len(numbers))))

    threads = [threading.Thread(target=visitor) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LONG_ENOUGH)
    assert len(set(numbers)) == 6
    assert {wait_until_ended(queue, number).phase for number in numbers} == {JobPhase.DONE}
    assert runner.max_active == 1


def test_a_stopped_job_ends_at_once_and_the_next_waits_for_its_thread() -> None:
    runner = FakeRunner()
    queue = BenchmarkQueue(runner)
    first, second = queue.submit(BENCHMARK), queue.submit(benchmark_variant(9))
    wait_until_running(queue, first)
    queue.stop(first)
    stopped = job_state(queue, first)
    assert stopped.phase is JobPhase.STOPPED
    assert "Stopped" in stopped.message
    assert job_state(queue, second).phase is JobPhase.WAITING  # the first thread has not ended yet
    assert (job_state(queue, second).jobs_ahead, queue.active_count) == (0, 1)  # and is before nobody all the same
    runner.go.set()
    assert wait_until_ended(queue, second).phase is JobPhase.DONE
    assert job_state(queue, first) == stopped
    assert runner.max_active == 1


def test_a_stopped_waiting_job_never_runs() -> None:
    runner = FakeRunner()
    queue = BenchmarkQueue(runner)
    first, second, third = (queue.submit(benchmark_variant(index)) for index in range(3))
    wait_until_running(queue, first)
    queue.stop(second)
    assert job_state(queue, second).phase is JobPhase.STOPPED
    assert job_state(queue, third).jobs_ahead == 1
    runner.go.set()
    wait_until_ended(queue, third)
    assert runner.order == [benchmark_variant(0), benchmark_variant(2)]


@pytest.mark.parametrize(
    ("error", "words"),
    [(UserError("That does not fit."), "That does not fit."), (RuntimeError("secret path"), "The measurement failed")],
)
def test_an_error_is_reported_and_the_next_job_runs(error: Exception, words: str) -> None:
    runner = FakeRunner(error=error)
    queue = BenchmarkQueue(runner)
    first = queue.submit(BENCHMARK)
    wait_until_running(queue, first)
    runner.go.set()
    state = wait_until_ended(queue, first)
    assert state.phase is JobPhase.FAILED
    assert state.message.startswith(words)
    assert "secret" not in state.message
    assert queue.latest_result is None
    runner.error = None
    assert wait_until_ended(queue, queue.submit(BENCHMARK)).phase is JobPhase.DONE


def test_a_full_queue_is_an_error() -> None:
    runner = FakeRunner()
    queue = BenchmarkQueue(runner)
    wait_until_running(queue, queue.submit(BENCHMARK))
    numbers = [queue.submit(benchmark_variant(number)) for number in range(10, 10 + WAITING_LIMIT)]
    with pytest.raises(Busy):
        queue.submit(benchmark_variant(9))
    assert queue.submit(benchmark_variant(10)) not in numbers  # who shares one takes no place
    runner.go.set()
    wait_until_ended(queue, numbers[-1])


def test_an_unwatched_job_makes_room() -> None:
    runner, clock = FakeRunner(), ManualClock()
    queue = BenchmarkQueue(runner, clock=clock)
    first, second = queue.submit(BENCHMARK), queue.submit(benchmark_variant(8))
    wait_until_running(queue, first)
    clock.now = ABANDONED_AFTER_SECONDS + 1
    job_state(queue, first)
    third = queue.submit(benchmark_variant(9))
    assert job_state(queue, third).jobs_ahead == 1
    assert job_state(queue, second).phase is JobPhase.STOPPED
    runner.go.set()
    assert wait_until_ended(queue, first).phase is wait_until_ended(queue, third).phase is JobPhase.DONE


def test_an_invalid_benchmark_is_not_queued() -> None:
    runner = FakeRunner()
    with pytest.raises(UserError, match="batch size of 0"):
        BenchmarkQueue(runner).submit(replace(BENCHMARK, batches=(0,)))
    assert runner.order == []


def test_old_jobs_are_dropped_and_unknown_ones_have_no_state() -> None:
    runner = FakeRunner()
    runner.go.set()
    queue = BenchmarkQueue(runner)
    first = queue.submit(BENCHMARK)
    wait_until_ended(queue, first)
    for _ in range(FINISHED_LIMIT):
        wait_until_ended(queue, queue.submit(BENCHMARK))
    assert queue.state(first) is None
    assert queue.state(-1) is None
    queue.stop(first)
    assert queue.latest_result is not None
