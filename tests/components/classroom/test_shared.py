"""Several processes see one class; a store that goes away is told in words, and comes back."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import redis
from starlette.applications import Starlette
from starlette.testclient import TestClient

from components.classroom import routes
from components.classroom.classes import ClassDirectory
from components.classroom.classroom import Classroom
from components.classroom.entries import ClassQuestion, EntryKind
from components.classroom.errors import ClassroomError
from components.classroom.shared import (
    SharedClassRegistry,
    SharedTally,
    guess_tally,
    shared_class_registry,
    value_text,
)
from components.classroom.store import UNJOINED_S, ClassState, StoreUnreachable
from components.model.serialisation import from_json
from components.model.tally import Tally
from tests.components.classroom.conftest import SERVERS
from tests.components.waiting import until

ROOT = Path(__file__).parents[3]
ASK = ClassQuestion(EntryKind.PAIR, "bank, banks", "Write a sentence with “bank”.", ("river", "money"))
STUDENT = """
import sys
from components.classroom.classes import CLASSES
classroom = CLASSES.find(sys.argv[1])
token = classroom.join()
for number in range(20):
    try:
        question = classroom.phone_state.question.question_id
        classroom.send(token, str(number % 4), question, f"The bank of {sys.argv[2]}, {number % 4}.", "river")
    except Exception as error:
        print(error)
"""


@pytest.fixture
def desks(client: redis.Redis) -> tuple[ClassDirectory, ClassDirectory]:
    """Those of two processes."""
    return ClassDirectory(SharedClassRegistry(client)), ClassDirectory(SharedClassRegistry(client))


def test_what_one_process_starts_another_finds_fills_and_ends(desks: tuple[ClassDirectory, ClassDirectory]) -> None:
    here, elsewhere = desks
    started = here.start()
    started.show("../which-bank", ASK)
    classroom = elsewhere.find(started.code)
    assert classroom is not None
    assert classroom.phone_state == started.phone_state
    token = classroom.join()
    assert started.has_joined(token)
    classroom.send(token, "a", ASK.question_id, "The bank is steep.", "river")
    assert [entry.text for entry in started.entries()] == ["The bank is steep."]
    assert here.students == elsewhere.students == 1
    assert elsewhere.find_owned(started.code, started.key) is not None
    elsewhere.end(classroom)
    assert here.find(started.code) is None
    with pytest.raises(ClassroomError):
        started.join()
    assert started.entries() == ()


def test_three_processes_at_once_count_everything_once(client: redis.Redis, store_address: str) -> None:
    classroom = ClassDirectory(SharedClassRegistry(client)).start()
    classroom.show("", ASK)
    environment = {"RIVERBANK_STORE": store_address, "PATH": "/usr/bin:/bin"}
    students = [
        subprocess.Popen([sys.executable, "-c", STUDENT, classroom.code, str(number)], cwd=ROOT, env=environment)
        for number in range(3)
    ]
    assert [student.wait(60) for student in students] == [0, 0, 0]
    entries = classroom.entries()
    assert [entry.number for entry in entries] == list(range(1, 13))
    assert len({entry.text for entry in entries}) == 12
    assert sorted({entry.student for entry in entries}) == [1, 2, 3]


def test_nothing_stays_on_the_server_longer_than_a_class(client: redis.Redis) -> None:
    desk = ClassDirectory(SharedClassRegistry(client))
    classroom = desk.start()
    guess = ClassQuestion(EntryKind.GUESS, "The [MASK].", "Guess.")
    classroom.show("", guess)
    token = classroom.join("192.0.2.1")
    classroom.send(token, "a", guess.question_id, "river", address="192.0.2.1")
    SharedTally(client).add("a question", "a guess")
    for name in client.scan_iter():
        assert 0 < client.ttl(name) <= 3 * 3600, name
    desk.end(classroom)
    assert [name for name in client.scan_iter() if "class" in name] == []
    assert desk.has_ended(classroom.code)
    assert all(0 < client.ttl(name) <= 3 * 3600 for name in client.scan_iter())


def test_a_class_that_nobody_joins_is_forgotten_soon(client: redis.Redis) -> None:
    classroom = ClassDirectory(SharedClassRegistry(client)).start()
    classroom.show("", ASK)
    (name,) = client.scan_iter("*class*")
    assert client.ttl(name) <= UNJOINED_S
    classroom.join()
    assert client.ttl(name) > UNJOINED_S


@pytest.mark.parametrize("text", ["", "“quotes” \"and' \\ \u202e 😀", "a:b * ? [c]", "x" * 5000])
def test_whatever_is_asked_comes_back_as_it_was(client: redis.Redis, text: str) -> None:
    classroom = ClassDirectory(SharedClassRegistry(client)).start()
    classroom.show(text, ClassQuestion(EntryKind.GUESS, text, text, (text,)))
    assert classroom.phone_state.question == ClassQuestion(EntryKind.GUESS, text, text, (text,))
    classroom.block_words([text])
    state = classroom._store.state
    assert from_json(ClassState, value_text(state)) == state
    question = classroom.phone_state.question
    assert question is not None
    classroom.send(classroom.join(), text[:60], question.question_id, "Word")
    assert classroom.counts(text) == (("word", 1),)
    shared, alone = SharedTally(client), Tally()
    for tally in (shared, alone):
        for guess in ("b", "a", "b"):
            tally.add(text, guess)
    assert shared.counts(text) == alone.counts(text)


def test_a_code_is_no_way_to_other_keys(client: redis.Redis) -> None:
    client.set("riverbank:class:ABCD:students", "x")
    registry = SharedClassRegistry(client)
    assert registry.find("ABCD:students") is None
    assert registry.find("*") is None


def test_without_a_name_everything_stays_in_this_process() -> None:
    assert shared_class_registry({}) is None
    assert isinstance(guess_tally({}), Tally)


@pytest.fixture
def mortal(tmp_path: Path) -> tuple[list[str], str]:
    """A server that a test may end and start: its command, and its address."""
    program = next(filter(None, map(shutil.which, SERVERS)), None)
    if program is None:
        pytest.skip("there is no server to be had")
    socket = tmp_path / "s"
    return [program, "--port", "0", "--unixsocket", str(socket), "--save", ""], str(socket)


def _answers(socket: str) -> bool:
    """Whether the server accepts connections: its socket is there a moment earlier."""
    try:
        return bool(redis.Redis(unix_socket_path=socket).ping())
    except redis.RedisError:
        return False


def test_a_store_that_goes_away_is_told_and_comes_back(
    mortal: tuple[list[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command, socket = mortal
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    until(lambda: _answers(socket))
    registry = shared_class_registry({"RIVERBANK_STORE": f"unix://{socket}"})
    desk = ClassDirectory(registry)
    classroom: Classroom = desk.start()
    monkeypatch.setattr(routes, "CLASSES", desk)
    phone = TestClient(Starlette(routes=routes.routes()), base_url="http://localhost:8501")
    assert phone.get(f"/join/{classroom.code}").status_code == 200
    server.terminate()
    server.wait(10)
    for ask in (desk.start, classroom.join, classroom.entries, lambda: classroom.students):
        with pytest.raises(StoreUnreachable, match="cannot reach its classes"):
            ask()
    assert desk.students == 0
    assert "cannot reach its classes" in phone.get(f"/join/{classroom.code}").text
    entry = {"id": "1", "question": "x", "text": "y", "label": ""}
    for answer in (
        phone.get(f"/join/{classroom.code}/state"),
        phone.post(f"/join/{classroom.code}/entries", json=entry),
    ):
        assert answer.status_code == 503
    Path(socket).unlink(missing_ok=True)
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    until(lambda: _answers(socket))
    assert desk.find(classroom.code) is None  # it kept nothing, as it was told
    assert phone.get(f"/join/{classroom.code}/state").json()["ended"] is False, "it is lost, and was not ended"
    again = desk.start()
    assert phone.get(f"/join/{again.code}").status_code == 200
    server.terminate()
    server.wait(10)
