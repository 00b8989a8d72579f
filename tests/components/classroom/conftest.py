"""Where classes are kept: in this process, and on a real server of the kind that several processes share."""

import shutil
import subprocess
from collections.abc import Callable, Iterator

import pytest
import redis

from components.classroom import entry_checks
from components.classroom.classes import ClassDirectory
from components.classroom.shared import SharedClassRegistry
from components.classroom.store import ClassRegistry
from tests.components.waiting import until

SERVERS = ("valkey-server", "redis-server")


@pytest.fixture(autouse=True)
def no_entry_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the app would need models."""
    monkeypatch.setattr(entry_checks, "_CHECKS", {})


@pytest.fixture(scope="session")
def store_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that keeps nothing on disk."""
    program = next(filter(None, map(shutil.which, SERVERS)), None)
    if program is None:
        pytest.skip(f"none of {', '.join(SERVERS)} is installed")
    socket = tmp_path_factory.mktemp("store") / "s"
    options = ["--port", "0", "--unixsocket", str(socket), "--save", "", "--appendonly", "no"]
    process = subprocess.Popen([program, *options], stdout=subprocess.DEVNULL)
    try:
        address = f"unix://{socket}"
        until(lambda: _answers(address))
        yield address
    finally:
        process.terminate()
        process.wait(10)


def _answers(address: str) -> bool:
    """Whether a server can be asked: its socket is there before anybody listens to it."""
    with redis.Redis.from_url(address) as connection:
        try:
            return bool(connection.ping())
        except redis.ConnectionError:
            return False


@pytest.fixture
def client(store_address: str) -> Iterator[redis.Redis]:
    """A connection to it, with nothing in it."""
    connection = redis.Redis.from_url(store_address, decode_responses=True)
    connection.flushall()
    yield connection
    connection.close()


@pytest.fixture(params=["in this process", "shared"])
def new_registry(request: pytest.FixtureRequest) -> Callable[[], ClassRegistry | None]:
    """Makes a class registry; calling it twice stands for two processes where classes are shared."""
    if request.param == "in this process":
        return lambda: None
    client = request.getfixturevalue("client")
    return lambda: SharedClassRegistry(client)


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def classes(new_registry: Callable[[], ClassRegistry | None], clock: Clock) -> ClassDirectory:
    return ClassDirectory(new_registry(), clock=clock)
