"""One run at a time in a process beside the server: shared, stopped, refused, and survived."""

import errno
import io
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from components.model.fair_queue import LECTURER_PREFIX
from components.model.job_queue import Job, JobPhase
from components.model.scratch import LOCK
from components.model.user_errors import Busy, UserError
from components.teaching.model import worker
from components.teaching.model.plan import FineTuningRequest, Plan, Start
from components.teaching.model.training_queue import (
    HOLDERS_KEPT_LIMIT,
    KEPT_LIMIT,
    UNWATCHED_S,
    WAITING_LIMIT,
    RunState,
    TrainingQueue,
)
from components.teaching.model.worker import SPARE_BYTES, check_free_space, failure_text
from tests.components.waiting import until

pytestmark = [pytest.mark.thorough, pytest.mark.timeout(400)]  # a run is niced: beside a busy machine it takes minutes

PLAN = Plan(model_id="pocket-bert", train_size=16, epochs=1)
STEP = '{"kind": "TrainingStep", "values": {"start": "pretrained", "number": 1, "loss": 0.7}}'
SLOW = f"print('{STEP}', flush=True); import time; time.sleep(600)"
CRASH = "import sys; sys.exit(3)"
REFUSES = """print('{"kind": "RunFailure", "values": {"text": "Not so."}}', flush=True)"""
HALF_WRITTEN = (
    "import json, pathlib, sys, time;"
    "folder = pathlib.Path(json.loads(sys.stdin.readline())['folder']);"
    "(folder.parent / (folder.name + '.partial')).mkdir();"
    f"print('{STEP}', flush=True); time.sleep(600)"
)


def queue_with(code: str, **settings: float) -> TrainingQueue:
    return TrainingQueue(command=(sys.executable, "-c", code), **settings)  # type: ignore[arg-type]


def ended(queue: TrainingQueue, number: int) -> bool:
    state = queue.state(number)
    return state is not None and not state.active and queue.running != number


@pytest.fixture
def slow() -> Iterator[TrainingQueue]:
    queue = queue_with(SLOW)
    yield queue
    queue.close()


def test_a_run_is_told_as_it_goes_and_stopped_at_once(slow: TrainingQueue) -> None:
    number = slow.submit(FineTuningRequest(PLAN))
    until(lambda: slow.state(number).steps)  # type: ignore[union-attr]
    assert slow.running == number
    kill = slow._jobs[number].interrupt
    assert kill is not None
    child = kill.__self__  # type: ignore[attr-defined]
    assert child.poll() is None
    slow.stop(number)
    state = slow.state(number)
    assert state is not None
    assert state.phase is JobPhase.STOPPED
    assert slow.running is None
    until(lambda: child.poll() is not None)


def test_what_was_half_written_is_taken_away() -> None:
    queue = queue_with(HALF_WRITTEN)
    number = queue.submit(FineTuningRequest(PLAN))
    until(lambda: queue.state(number).steps)  # type: ignore[union-attr]
    folder = queue._folder.path
    until(lambda: {*folder.iterdir()} > {folder / LOCK})
    queue.stop(number)
    until(lambda: [*folder.iterdir()] == [folder / LOCK])
    queue.close()
    assert not folder.exists()


def test_runs_that_wait_and_nobody_watches_make_room_where_all_places_are_taken(slow: TrainingQueue) -> None:
    now = 0.0
    slow._clock = lambda: now
    first, *waiting = [
        slow.submit(FineTuningRequest(replace(PLAN, seed=seed)), asker=str(seed)) for seed in range(WAITING_LIMIT + 1)
    ]
    with pytest.raises(Busy):
        slow.submit(FineTuningRequest(replace(PLAN, seed=99)))
    now = UNWATCHED_S + 1
    watched = [number for number in waiting if number != waiting[2]]
    assert all(slow.state(number) for number in watched)
    last = slow.submit(FineTuningRequest(replace(PLAN, seed=99)))
    states = [slow.state(number) for number in (first, *watched, last, waiting[2])]
    assert [state is not None and state.active for state in states] == [True] * (WAITING_LIMIT + 1) + [False]
    with pytest.raises(Busy):
        slow.submit(FineTuningRequest(replace(PLAN, seed=100)))


def test_the_same_run_is_shared_and_others_wait_their_turn(slow: TrainingQueue) -> None:
    first = slow.submit(FineTuningRequest(PLAN))
    shared = slow.submit(FineTuningRequest(PLAN))
    assert slow._jobs[shared] is slow._jobs[first]
    others = [slow.submit(FineTuningRequest(replace(PLAN, seed=seed))) for seed in range(1, WAITING_LIMIT + 1)]
    states = [slow.state(number) for number in (first, *others)]
    assert [state and state.jobs_ahead for state in states] == list(range(WAITING_LIMIT + 1))
    with pytest.raises(Busy):
        slow.submit(FineTuningRequest(replace(PLAN, seed=99)))
    slow.submit(
        FineTuningRequest(replace(PLAN, seed=99)), asker=f"{LECTURER_PREFIX}ABCDE"
    )  # one place is kept for who holds a class
    with pytest.raises(Busy):
        slow.submit(FineTuningRequest(replace(PLAN, seed=100)), asker=f"{LECTURER_PREFIX}ABCDE")
    slow.stop(others[0])
    slow.stop(first)
    until(lambda: slow.running == others[1])


def test_who_shares_a_run_cannot_stop_it(slow: TrainingQueue) -> None:
    first = slow.submit(FineTuningRequest(PLAN), asker="lecturer")
    shared = slow.submit(FineTuningRequest(PLAN), asker="student")
    assert slow.may_stop(first)
    assert not slow.may_stop(shared)
    slow.stop(shared)
    state = slow.state(first)
    assert state is not None
    assert state.active
    slow.stop(first)
    state = slow.state(shared)
    assert state is not None
    assert state.phase is JobPhase.STOPPED


@pytest.mark.parametrize(
    ("code", "message"), [(CRASH, "before it was finished"), (REFUSES, "Not so."), ("1/0", "before it")]
)
def test_a_process_that_fails_is_told_in_a_sentence_and_the_next_run_works(code: str, message: str) -> None:
    queue = queue_with(code)
    for seed in (0, 1):
        number = queue.submit(FineTuningRequest(replace(PLAN, seed=seed)))
        until(lambda number=number: ended(queue, number))
        state = queue.state(number)
        assert state is not None
        assert state.phase is JobPhase.FAILED
        assert message in state.message
    queue.close()


def test_a_run_that_takes_too_long_is_ended() -> None:
    queue = queue_with(SLOW, time_limit=0.5)
    number = queue.submit(FineTuningRequest(PLAN))
    until(lambda: ended(queue, number))
    state = queue.state(number)
    assert state is not None
    assert "longer than" in state.message
    queue.close()


def test_a_plan_that_cannot_be_is_refused_before_anything_starts() -> None:
    queue = queue_with(SLOW)
    with pytest.raises(UserError):
        queue.submit(FineTuningRequest(replace(PLAN, epochs=0)))
    under_way, known = queue.running, queue.state(1)
    queue.close()
    assert under_way is None
    assert known is None


def test_runs_that_failed_are_forgotten_in_time_and_push_out_no_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TrainingQueue, "kept_limit", 2)
    queue = queue_with(CRASH)
    good, numbers = finish(queue, "lecturer"), []
    for seed in range(4):
        numbers.append(queue.submit(FineTuningRequest(replace(PLAN, seed=seed))))
        until(lambda: queue.running is None)
    assert [queue.state(number) is None for number in numbers] == [True, True, False, False]
    assert queue.state(good) is not None
    queue.close()


def test_of_finished_runs_those_of_who_has_the_most_go_first() -> None:
    queue = queue_with(CRASH)
    first = finish(queue, "someone")
    many = [finish(queue, "another") for _ in range(KEPT_LIMIT)]
    assert queue.state(first) is not None
    assert [queue.state(number) is None for number in many] == [True] + [False] * (KEPT_LIMIT - 1)
    held = [finish(queue, f"{LECTURER_PREFIX}ABCDE") for _ in range(HOLDERS_KEPT_LIMIT)]
    for visitor in range(KEPT_LIMIT + 1):
        assert queue.state(finish(queue, f"visitor {visitor}")) is not None, "what has just ended is there to be seen"
    assert all(queue.state(number) is not None for number in held), "a class keeps what its lecturer trained"
    queue.close()


def finish(queue: TrainingQueue, asker: str) -> int:
    """A run of somebody that has given its weights, as if it had just ended."""
    with queue._lock:
        number = next(queue._numbers)
        request = FineTuningRequest(replace(PLAN, seed=1_000 + number))
        queue._jobs[number] = Job(number, RunState(request=request, phase=JobPhase.DONE), asker, {})
        queue._forget()
        return number


def test_the_process_of_a_run_trains_saves_and_tells() -> None:
    queue = TrainingQueue()
    try:
        number = queue.submit(FineTuningRequest(replace(PLAN, batch_size=8, train_size=8, start=Start.HALF)))
        until_done(queue, number)
        state = queue.state(number)
        assert state is not None
        assert state.phase is JobPhase.DONE, state.message
        assert state.result is not None
        assert state.folder is not None
        assert (state.folder / "model.safetensors").is_file()
        assert queue.finished_run(state.request.plan.key) == state
        assert queue.submit(state.request) == number
        folder = state.folder
    finally:
        queue.close()
    assert not folder.exists()


def until_done(queue: TrainingQueue, number: int) -> None:
    for _ in range(14):  # five minutes beside a busy machine, seconds beside none
        try:
            until(lambda: ended(queue, number))
        except AssertionError:
            continue
        return


def test_a_model_that_is_not_here_is_refused_in_words() -> None:
    queue = TrainingQueue()
    try:
        number = queue.submit(FineTuningRequest(replace(PLAN, dataset="own-0123456789ab")))
        until_done(queue, number)
        state = queue.state(number)
        assert state is not None
        assert "not on this server" in state.message
    finally:
        queue.close()


@pytest.mark.parametrize(
    ("error", "blamed"),
    [
        (MemoryError(), "memory"),
        (RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried to allocate 4 bytes"), "memory"),
        (OSError(errno.ENOSPC, "No space left on device"), "disk"),
        (RuntimeError("Error while serializing: I/O error: No space left on device (os error 28)"), "disk"),
        (RuntimeError("The size of tensor a (43) must match the size of tensor b (24)"), "RuntimeError"),
        (OSError(errno.EACCES, "no"), "PermissionError"),
    ],
)
def test_a_failure_is_blamed_on_what_failed(error: Exception, blamed: str) -> None:
    text = failure_text(error)
    assert blamed in text
    assert ("memory" in text) is (blamed == "memory")
    assert ("disk" in text) is (blamed == "disk")


def test_a_worker_s_temporary_files_are_in_the_folder_that_the_server_removes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(_: Plan) -> Plan:
        raise UserError("stopped here")

    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setattr(worker, "check_plan", refuses)
    with pytest.raises(UserError):
        worker._run(FineTuningRequest(Plan()), tmp_path / "run", 0.0, io.StringIO())
    assert tempfile.gettempdir() == str(tmp_path)


@pytest.mark.parametrize("parameters", [0, 1_000_000])
def test_a_full_disk_is_said_before_anything_is_trained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, parameters: int
) -> None:
    needed = SPARE_BYTES + 4 * parameters
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=needed))
    check_free_space(tmp_path, parameters)
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=needed - 1))
    with pytest.raises(UserError):
        check_free_space(tmp_path, parameters)


@pytest.mark.parametrize(("code", "blames_memory"), [(CRASH, False), ("import os; os.kill(os.getpid(), 9)", True)])
def test_memory_is_blamed_where_the_system_ended_the_run(code: str, blames_memory: bool) -> None:
    queue = queue_with(code)
    try:
        number = queue.submit(FineTuningRequest(PLAN))
        until(lambda: ended(queue, number))
        state = queue.state(number)
        assert state is not None
        assert state.phase is JobPhase.FAILED
        assert ("memory" in state.message) is blames_memory
    finally:
        queue.close()
