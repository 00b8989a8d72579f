"""Jobs run one at a time, in fair order, are shared, stopped and closed; and a failure stops no other."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import pytest

from components.model.job_queue import Job, JobPhase, JobQueue, JobState
from components.model.user_errors import Busy, UserError
from tests.components.waiting import LONG_ENOUGH, until


@dataclass(frozen=True, kw_only=True)
class CountState(JobState[str]):
    """How far a job has counted."""

    count: int = 0


class CountQueue(JobQueue[CountState]):
    """Counts to one, then waits for ``go``."""

    jobs_name = "counts"
    waiting_limit = 4
    kept_limit = 3
    stopped_message = "Stopped."
    failure_message = "Failed."

    def __init__(self) -> None:
        super().__init__()
        self.go, self.order, self.error = threading.Event(), list[str](), dict[str, Exception]()
        self.running_now = self.most_at_once = 0

    def submit(self, request: str, client: str = "") -> int:
        return self._submit(CountState(request=request), client)

    def _run(self, job: Job[CountState]) -> None:
        self.running_now += 1
        self.most_at_once = max(self.most_at_once, self.running_now)
        self.order.append(job.state.request)
        self._report(job, lambda state: replace(state, count=1))
        assert self.go.wait(LONG_ENOUGH)
        self._report(job, lambda state: replace(state, count=2))
        self.running_now -= 1
        if job.state.request in self.error:
            raise self.error[job.state.request]


@pytest.fixture
def queue() -> Iterator[CountQueue]:
    queue = CountQueue()
    yield queue
    queue.go.set()
    queue.close()


def state_of(queue: CountQueue, number: int) -> CountState:
    state = queue.state(number)
    assert state is not None
    return state


def ended(queue: CountQueue, number: int) -> Callable[[], bool]:
    return lambda: not state_of(queue, number).active


def test_jobs_run_one_at_a_time_and_clients_take_turns(queue: CountQueue) -> None:
    numbers = [queue.submit(request, request[0]) for request in ("a1", "a2", "a3", "b1")]
    until(lambda: state_of(queue, numbers[0]).count == 1)
    assert [state_of(queue, number).jobs_ahead for number in numbers] == [0, 2, 3, 1]
    assert (queue.running, queue.active_count) == (numbers[0], 4)
    queue.go.set()
    until(ended(queue, numbers[2]))
    assert queue.order == ["a1", "b1", "a2", "a3"]
    assert queue.most_at_once == 1
    done = state_of(queue, numbers[2])
    assert (done.phase, done.count, done.fraction_done, done.seconds_left) == (JobPhase.DONE, 2, 1.0, None)


def test_one_client_holds_at_most_half_of_the_places(queue: CountQueue) -> None:
    for request in ("a1", "a2", "a3"):
        queue.submit(request, "a")
    with pytest.raises(Busy, match="Several of your counts"):
        queue.submit("a4", "a")
    queue.submit("b1", "b")
    queue.submit("c1", "c")
    with pytest.raises(Busy, match="Too many counts"):
        queue.submit("d1", "d")
    assert queue.submit("a1", "d") > 0  # who shares one takes no place


def test_what_is_stopped_shows_so_at_once_and_nothing_starts_before_its_thread_ends(queue: CountQueue) -> None:
    first, second = queue.submit("a"), queue.submit("b")
    until(lambda: state_of(queue, first).count == 1)
    interrupted = threading.Event()
    queue._jobs[first].interrupt = interrupted.set
    queue.stop(first)
    assert interrupted.is_set()
    assert (state_of(queue, first).phase, state_of(queue, first).message) == (JobPhase.STOPPED, "Stopped.")
    assert (queue.running, state_of(queue, second).phase) == (None, JobPhase.WAITING)
    queue.go.set()
    until(ended(queue, second))
    assert state_of(queue, first).count == 1  # what it reported later does not count


@pytest.mark.parametrize(
    ("error", "message"), [(UserError("Choose less."), "Choose less."), (RuntimeError("secret"), "Failed.")]
)
def test_a_failure_has_a_message_and_the_next_job_runs(queue: CountQueue, error: Exception, message: str) -> None:
    queue.error["a"] = error
    first, second = queue.submit("a"), queue.submit("b")
    queue.go.set()
    until(ended(queue, second))
    assert (state_of(queue, first).phase, state_of(queue, first).message) == (JobPhase.FAILED, message)
    assert state_of(queue, second).phase is JobPhase.DONE


def test_the_oldest_ended_jobs_are_dropped(queue: CountQueue) -> None:
    queue.go.set()
    numbers = [queue.submit(str(request)) for request in range(1)]
    for request in range(1, 5):
        until(ended(queue, numbers[-1]))
        numbers.append(queue.submit(str(request)))
    until(ended(queue, numbers[-1]))
    assert [queue.state(number) is None for number in numbers] == [True, True, False, False, False]
    queue.stop(numbers[0])  # does nothing


def test_a_closed_queue_runs_nothing_more() -> None:
    queue = CountQueue()
    first, second = queue.submit("a"), queue.submit("b")
    until(lambda: state_of(queue, first).count == 1)
    queue._jobs[first].interrupt = queue.go.set
    queue.close()
    assert queue._jobs[first].ended.is_set()
    assert {state_of(queue, number).phase for number in (first, second)} == {JobPhase.STOPPED}
    assert queue.order == ["a"]
