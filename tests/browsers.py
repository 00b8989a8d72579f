"""The browser and the servers that all tests of a process share, whichever folder they are in."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

Serve = Callable[..., str]
LogOf = Callable[[str], str]

_ROOT = Path(__file__).parents[1]
_SECONDS_TO_START = 60
# The headless shell is the same engine without a browser's own windows round it: it opens a page in half the time.
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-extensions",
    "--disable-features=PreloadTopChromeWebUI,Translate,OptimizationHints,MediaRouter",
    # Nothing leaves the machine even when a page asks for it; `page` reports that it asked.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A headless Chromium, shared by all tests."""
    executable = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if executable is None:
        pytest.skip("no chromium on the PATH: browser tests need one")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, headless=True, args=list(_ARGUMENTS))
        yield browser
        browser.close()


class Servers:
    """Servers of scripts. One lives until all are stopped: asking again for the same gives the same address."""

    def __init__(self, folder: Callable[[], Path]) -> None:
        self._folder = folder
        self._processes: list[subprocess.Popen[bytes]] = []
        self._addresses: dict[tuple[object, ...], str] = {}
        self._logs: dict[str, Path] = {}

    def __call__(self, script: Path, *flags: str, **environment: str) -> str:
        """The address of a server of a script, with further Streamlit flags and variables of the environment."""
        wanted = (str(script), flags, tuple(environment.items()))
        if wanted not in self._addresses:
            self._addresses[wanted] = self._start(script, flags, environment)
        return self._addresses[wanted]

    @contextmanager
    def fresh(self, script: Path) -> Iterator[str]:
        """The address of another server of a script, which has just started and ends after the ``with`` block."""
        address = self._start(script, (), {})
        process = self._processes.pop()
        try:
            yield address
        finally:
            _end(process)

    def _start(self, script: Path, flags: tuple[str, ...], environment: dict[str, str]) -> str:
        port = free_port()
        log = self._folder() / "log.txt"
        with log.open("wb") as output:
            process = subprocess.Popen(
                _command(script, port, flags),
                cwd=_ROOT,
                env={**os.environ, **environment},
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        self._processes.append(process)
        wait_until_healthy(process, port, log)
        address = f"http://127.0.0.1:{port}"
        self._logs[address] = log
        return address

    def log(self, address: str) -> Path:
        """What the server at an address writes."""
        return self._logs[address]

    def stop(self) -> None:
        """End all."""
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@pytest.fixture(scope="session")
def serve(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """Servers of this session."""
    servers = Servers(lambda: tmp_path_factory.mktemp("serve"))
    yield servers
    servers.stop()


def _command(script: Path, port: int, flags: tuple[str, ...]) -> list[str]:
    options = {
        "server.address": "127.0.0.1",
        "server.port": str(port),
        "server.headless": "true",
        "server.fileWatcherType": "none",
        "browser.gatherUsageStats": "false",
    }
    named = [part for name, value in options.items() for part in (f"--{name}", value)]
    return [sys.executable, "-m", "streamlit", "run", str(script), *named, *flags]


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until_healthy(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    """Wait until a server that has just been started answers; fail with what it has written if it does not."""
    deadline = time.monotonic() + _SECONDS_TO_START
    while process.poll() is None and time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=2):
                return
        except urllib.error.HTTPError:
            return  # it answers, below another path
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)  # between two polls, not a guess at how long it takes
    pytest.fail(f"the server did not start:\n{log.read_text(errors='replace')[-2000:]}")
