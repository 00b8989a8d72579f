"""A process of the app is killed while a class answers: every answer counts once, and every score is right.

Whatever a killed process had done, the phone got no reply, and sends the same answer again to another process.
"""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path

import httpx2
import pytest
import redis

from components.classroom.classes import ClassDirectory
from components.classroom.classroom import Classroom
from components.classroom.entries import ClassQuestion, ClassResult, EntryKind
from components.classroom.result_log import results_of
from components.classroom.shared import SharedClassRegistry
from components.model.serialisation import to_json
from tests.browsers import free_port
from tests.components.waiting import until
from tests.event_loops import run_in_own_loop

ROOT = Path(__file__).parents[3]
OPTIONS = ("river", "money")
# Does the same in one process after another, each of which is killed before it sends its nth command to the store.
DYING = """
import os, signal, sys
from components.classroom import shared
shared.LOCK_EXPIRY_S = 0.1
code, command_limit, *arguments = sys.argv[1:]
for number in range(int(command_limit)):
    if os.fork():
        _, status = os.wait()
        print(os.WTERMSIG(status), flush=True)
        continue
    from redis.connection import AbstractConnection
    from components.classroom.classes import ClassDirectory
    from components.classroom.entries import ClassResult
    from components.model.serialisation import from_json
    classroom = ClassDirectory(shared.shared_class_registry()).find(code)
    send, sent = AbstractConnection.send_packed_command, []
    def count(self, *arguments, **options):
        sent.append(1)
        if len(sent) > number:
            os.kill(os.getpid(), signal.SIGKILL)
        send(self, *arguments, **options)
    AbstractConnection.send_packed_command = count
    ACTION
    os._exit(0)
"""
SEND = 'classroom.send(arguments[1 + number], "a", arguments[0], "river")'
SHOW = 'classroom.show("", None, result=from_json(ClassResult, arguments[0]))'
WORKER = """
import sys, uvicorn
from starlette.applications import Starlette
from components.classroom.routes import routes
uvicorn.run(Starlette(routes=routes()), host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")
"""
PHONES, QUESTIONS, KILLED_AFTER = 24, 3, 30  # accepted answers
PATIENCE_S = 20.0
COMMAND_LIMIT = 40  # more than an answer takes


def run_dying(action: str, store_address: str, code: str, *arguments: str) -> tuple[list[int], str]:
    """Run :data:`DYING`. Returns the signal that ended each process, 0 if none did, and what was written to stderr."""
    killed = subprocess.run(
        [sys.executable, "-c", DYING.replace("ACTION", action), code, str(COMMAND_LIMIT), *arguments],
        cwd=ROOT,
        env={**os.environ, "RIVERBANK_STORE": store_address},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return [int(line) for line in killed.stdout.split()], killed.stderr


def question(number: int) -> ClassQuestion:
    return ClassQuestion(EntryKind.CHOICE, f"question {number}", f"Question {number}?", OPTIONS)


def reveal(classroom: Classroom, shown: ClassQuestion) -> None:
    """Show the answer, as the projector does: “river” is right."""
    entries = classroom.entries(None, shown.about, hidden=True)
    right = frozenset(entry.student for entry in entries if entry.text == "river")
    result = ClassResult(shown.about, shown.text, "river", "", classroom.counts(shown.about), len(entries), right)
    classroom.show("", None, result=result)


@pytest.mark.thorough
def test_an_answer_counts_once_wherever_its_process_was_killed(client: redis.Redis, store_address: str) -> None:
    classroom = ClassDirectory(SharedClassRegistry(client)).start()
    classroom.show("", question(1))
    tokens = [classroom.join() for _ in range(COMMAND_LIMIT)]
    signals, errors = run_dying(SEND, store_address, classroom.code, question(1).question_id, *tokens)
    assert len(signals) == COMMAND_LIMIT, errors
    deaths = signals.count(signal.SIGKILL)
    assert 5 < deaths < COMMAND_LIMIT, "killed at each command of an answer, and then no longer"
    assert signals == [signal.SIGKILL] * deaths + [0] * (COMMAND_LIMIT - deaths), errors
    assert not classroom.state.phone.about
    before = classroom.answered(question(1).about)
    assert COMMAND_LIMIT - deaths <= before < COMMAND_LIMIT, "some were killed before the answer was stored"
    for token in tokens:
        classroom.send(token, "a", question(1).question_id, "river")  # the phones got no reply
    entries = classroom.entries()
    assert sorted(entry.student for entry in entries) == list(range(1, COMMAND_LIMIT + 1))
    assert sorted(entry.number for entry in entries) == list(range(1, COMMAND_LIMIT + 1))
    reveal(classroom, question(1))
    for token in tokens:
        standing = classroom.standing(token)
        assert standing is not None
        assert (standing.answer, standing.was_right, standing.score.right) == ("river", True, 1)


@pytest.mark.thorough
def test_a_later_round_is_whole_or_not_there_wherever_its_projector_was_killed(
    client: redis.Redis, store_address: str
) -> None:
    classroom = ClassDirectory(SharedClassRegistry(client)).start()
    early, late = classroom.join(), classroom.join()
    first = ClassResult("a question", "Which?", "river", "", (("river", 1),), 1, frozenset({1}))
    classroom.show("", None, result=first)
    again = ClassQuestion(EntryKind.CHOICE, "a question vote 3", "Which?", OPTIONS, vote=3, seen_by=1)
    classroom.show("", again)
    for token in (early, late):
        classroom.send(token, "a", again.question_id, "river")
    second = ClassResult(
        again.about,
        "Which?",
        "river",
        "",
        (("river", 2),),
        2,
        frozenset({1, 2}),
        vote=3,
        seen_by=1,
        question_key="a question",
    )
    signals, errors = run_dying(SHOW, store_address, classroom.code, to_json(second))
    deaths = signals.count(signal.SIGKILL)
    assert 3 < deaths < COMMAND_LIMIT, errors
    assert signals == [signal.SIGKILL] * deaths + [0] * (COMMAND_LIMIT - deaths), errors
    assert [(result.vote, result.seen_by) for result in results_of(classroom.results, "a question")] == [(1, 0), (3, 1)]
    assert classroom.phone_state.about == again.about, "stored with what phones show, or not at all"
    for token in (early, late):
        standing = classroom.standing(token)
        assert standing is not None
        assert (standing.score.right, standing.score.question_count) == (1, 1), "each has one point for one question"


@contextmanager
def worker(store_address: str) -> Iterator[tuple["subprocess.Popen[bytes]", str]]:
    """A process that serves phones."""
    port = free_port()
    environment = {**os.environ, "RIVERBANK_STORE": store_address}
    process = subprocess.Popen([sys.executable, "-c", WORKER, str(port)], cwd=ROOT, env=environment)
    try:
        yield process, f"http://127.0.0.1:{port}"
    finally:
        process.kill()
        process.wait(10)


class Phone:
    """A phone whose proxy sends it to another process when one does not answer."""

    def __init__(self, client: httpx2.AsyncClient, code: str, number: int, addresses: list[str]) -> None:
        self.answers = ["river" if (number + each) % 3 else "money" for each in range(QUESTIONS)]
        self._code, self._addresses = code, addresses[number % 2 :] + addresses[: number % 2]
        self._client = client

    async def ask(self, method: str, path: str, content: object = None) -> httpx2.Response:
        """The reply to a request, which is sent again after an error."""
        for _ in range(100):
            try:
                reply = await self._client.request(
                    method, f"{self._addresses[0]}/join/{self._code}/{path}", json=content
                )
                if reply.status_code < 500 and reply.status_code != 429:
                    return reply
            except httpx2.TransportError:
                self._addresses.append(self._addresses.pop(0))
            await asyncio.sleep(0.1)
        raise AssertionError(f"no reply to {path}")

    async def send(self, number: int) -> None:
        entry = {"id": str(number), "question": question(number).question_id, "text": self.answers[number], "label": ""}
        for _ in range(2):  # as if the reply had been lost
            reply = await self.ask("POST", "entries", entry)
            assert (reply.status_code, reply.json()) == (200, {})


@pytest.mark.thorough
def test_scores_are_right_when_one_of_two_processes_was_killed(client: redis.Redis, store_address: str) -> None:
    classroom = ClassDirectory(SharedClassRegistry(client)).start()
    classroom.show("", question(0))
    with worker(store_address) as (victim, first), worker(store_address) as (_, second):
        for address in (first, second):
            until(lambda address=address: answers(address))

        def kill() -> None:
            victim.send_signal(signal.SIGKILL)

        run_in_own_loop(lecture(classroom, [first, second], kill))
        assert victim.wait(10) == -signal.SIGKILL
    assert len(classroom.entries()) == PHONES * QUESTIONS


async def lecture(classroom: Classroom, addresses: list[str], kill: Callable[[], None]) -> None:
    """Ask all phones all questions; one process is killed while they answer one of them. Checks every score."""
    async with AsyncExitStack() as stack:
        phones = [
            Phone(
                await stack.enter_async_context(httpx2.AsyncClient(timeout=PATIENCE_S, verify=False)),
                classroom.code,
                number,
                addresses,
            )
            for number in range(PHONES)
        ]
        await asyncio.gather(*(phone.ask("POST", "students") for phone in phones))
        await ask_everything(classroom, phones, kill)


async def ask_everything(classroom: Classroom, phones: list[Phone], kill: Callable[[], None]) -> None:
    assert await asyncio.to_thread(lambda: classroom.students) == PHONES
    for number in range(QUESTIONS):
        await asyncio.to_thread(classroom.show, "", question(number))
        sending = [asyncio.create_task(phone.send(number)) for phone in phones]
        while number == 1 and len(await asyncio.to_thread(classroom.entries)) < KILLED_AFTER:
            await asyncio.sleep(0.005)
        if number == 1:
            kill()
        await asyncio.gather(*sending)
        await asyncio.to_thread(reveal, classroom, question(number))
        for phone in phones:
            state = (await phone.ask("GET", "state?known=0")).json()
            right = phone.answers[: number + 1].count("river")
            assert (state["result"]["score"], state["result"]["questions"]) == (right, number + 1)
            assert state["result"]["answer"] == phone.answers[number]


def answers(address: str) -> bool:
    """Whether a server answers."""
    try:
        return httpx2.get(f"{address}/join", verify=False).status_code == 200
    except httpx2.TransportError:
        return False


@pytest.mark.parametrize("changed", ["expired", "taken by another"])
def test_a_process_that_lost_the_lock_writes_nothing(client: redis.Redis, changed: str) -> None:
    classroom = ClassDirectory(SharedClassRegistry(client)).start()
    classroom.show("", question(0))
    before, token = classroom.state, classroom.join()
    store = classroom._store
    with pytest.raises(Exception, match="cannot reach its classes"), store.lock():  # noqa: PT012
        store.state = before
        store.students.clear()
        (lock,) = client.scan_iter("*:lock")
        client.delete(lock)
        if changed == "taken by another":
            client.set(lock, "another")
    assert classroom.has_joined(token)
    assert classroom.state.has_joined
