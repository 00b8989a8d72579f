"""Requests for the same benchmark share one job while it is active."""

from components.model.job_queue import JobPhase
from components.speed.model.queue import ABSENT_AFTER_SECONDS, FINISHED_LIMIT, LEFT_MESSAGE, BenchmarkQueue
from tests.components.speed.model.queue_helpers import (
    BENCHMARK,
    FakeRunner,
    ManualClock,
    benchmark_variant,
    job_state,
    wait_until_ended,
    wait_until_running,
)


def test_a_shared_job_continues_when_one_visitor_stops_it() -> None:
    runner, clock = FakeRunner(), ManualClock()
    queue = BenchmarkQueue(runner, clock=clock)
    first = queue.submit(BENCHMARK)
    wait_until_running(queue, first)
    others = [queue.submit(BENCHMARK) for _ in range(FINISHED_LIMIT + 5)]
    assert queue.active_count == 1
    assert queue.is_active(BENCHMARK)
    assert not queue.is_active(benchmark_variant(9))
    assert {job_state(queue, number).runs for number in others} == {job_state(queue, first).runs}
    queue.stop(first)
    assert (job_state(queue, first).phase, job_state(queue, first).message) == (JobPhase.STOPPED, LEFT_MESSAGE)
    clock.now = ABSENT_AFTER_SECONDS + 1
    assert job_state(queue, first).phase is JobPhase.STOPPED
    assert job_state(queue, others[0]).phase is JobPhase.RUNNING
    queue.stop(others[0])  # nobody else has looked for a while, and one who left does not count
    assert job_state(queue, others[0]).message != LEFT_MESSAGE
    runner.go.set()
    assert {wait_until_ended(queue, number).phase for number in others} == {JobPhase.STOPPED}
    again = queue.submit(BENCHMARK)
    shared = [queue.submit(BENCHMARK) for _ in range(FINISHED_LIMIT + 5)]
    assert {wait_until_ended(queue, number).phase for number in (again, *shared)} == {JobPhase.DONE}


def test_a_visitor_who_reloads_shares_the_job_and_can_stop_it() -> None:
    runner, clock = FakeRunner(), ManualClock()
    queue = BenchmarkQueue(runner, clock=clock)
    before = queue.submit(BENCHMARK)
    wait_until_running(queue, before)
    clock.now = ABSENT_AFTER_SECONDS + 1
    after = queue.submit(BENCHMARK)
    assert job_state(queue, after).runs
    queue.stop(after)
    assert job_state(queue, after).phase is job_state(queue, before).phase is JobPhase.STOPPED
    assert not queue.is_active(BENCHMARK)
    runner.go.set()


def test_the_last_states_of_visitors_who_left_are_kept_up_to_a_limit() -> None:
    runner = FakeRunner()
    queue = BenchmarkQueue(runner)
    *leavers, stays = [queue.submit(BENCHMARK) for _ in range(FINISHED_LIMIT + 2)]
    wait_until_running(queue, stays)
    for number in leavers:
        queue.stop(number)
    assert queue.state(leavers[0]) is None
    states = {job_state(queue, number) for number in leavers[1:]}
    assert {(state.phase, state.message, len(state.runs)) for state in states} == {(JobPhase.STOPPED, LEFT_MESSAGE, 2)}
    assert job_state(queue, stays).phase is JobPhase.RUNNING
    runner.go.set()
    assert wait_until_ended(queue, stays).phase is JobPhase.DONE
