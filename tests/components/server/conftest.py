"""A server as ``launch.py run`` starts it, with a class, to be attacked from outside: only its limits are shorter."""

import http.client
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.browsers import free_port, wait_until_healthy

ROOT = Path(__file__).parents[3]
LIMIT_S = 1.0  # instead of 15 and more
# What the command line `streamlit run app.py` does, after a few constants were changed and a class was started.
START = """
import sys
from components.classroom import cookie
from components.classroom.classes import CLASSES
from components.classroom.entries import ClassQuestion, EntryKind
from components.server import address_limits, header_timeouts, joined_writes
cookie.BODY_TIMEOUT_S = header_timeouts.HEADERS_S = joined_writes.STALL_S = address_limits.SILENCE_LIMIT_S = {limit}
classroom = CLASSES.start()
classroom.show("", ClassQuestion(EntryKind.GUESS, "bank", "What is your guess?"))
print(classroom.code, classroom.key, flush=True)
from streamlit.web.cli import main
main(prog_name="streamlit")
"""


@dataclass(frozen=True)
class AttackedServer:
    """A running server.

    Attributes:
        port: Its port on 127.0.0.1.
        code: The code of its class, in which a sentence is asked for.
        key: The key of the class.
        process: The process.
        log: What it has written to its console.
    """

    port: int
    code: str
    key: str
    process: "subprocess.Popen[bytes]"
    log: Path

    def request(
        self, method: str, path: str, body: str | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], str]:
        """One request over a connection of its own. Returns the status, the headers and the body of the answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read().decode()
        finally:
            connection.close()

    def is_well(self) -> bool:
        """Whether the server still answers."""
        return self.request("GET", "/_stcore/health")[0] == 200


@pytest.fixture(scope="session")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AttackedServer]:
    """A server that the tests of this process share."""
    port, log = free_port(), tmp_path_factory.mktemp("attacked") / "log.txt"
    command = [sys.executable, "-c", START.format(limit=LIMIT_S), "run", "app.py", "--server.port", str(port)]
    environment = {**os.environ, "RIVERBANK_PAGES": "60", "PYTHONPATH": str(ROOT)}
    with log.open("wb") as output:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=output, stderr=subprocess.STDOUT)
    try:
        wait_until_healthy(process, port, log)
        code, key = log.read_text(encoding="utf-8").split()[:2]
        yield AttackedServer(port, code, key, process, log)
    finally:
        process.kill()
        process.wait()
