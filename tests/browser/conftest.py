"""A browser, a server and a watched page for the tests that need real clicks.

Marked ``browser``; skipped, saying so, on a machine without Chromium.
"""

import ipaddress
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Dialog,
    Error,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

Serve = Callable[..., str]
LogOf = Callable[[str], str]

_ROOT = Path(__file__).parents[2]
_SECONDS_TO_START = 60
# The headless shell is the same engine without a browser's own windows round it: it opens a page in half the time.
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SIZE = ViewportSize(width=1280, height=720)
_MOST_MS = 20_000  # to wait for what must come: a machine that does other things beside is slow, not wrong
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


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "browser: needs Chromium and a served app")
    expect.set_options(timeout=_MOST_MS)


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


@pytest.fixture(scope="session")
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """What all pages of a session share: what the browser has fetched and compiled, and nothing of any visit."""
    with chromium.new_context(viewport=SIZE) as shared:
        yield shared


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
            _wait_until_healthy(process, port, log)
            address = f"http://127.0.0.1:{port}"
            self._addresses[wanted], self._logs[address] = address, log
        return self._addresses[wanted]

    def log(self, address: str) -> Path:
        """What the server at an address writes."""
        return self._logs[address]

    def stop(self) -> None:
        """End all."""
        for process in self._processes:
            process.terminate()
        for process in self._processes:
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


@pytest.fixture
def log_of(serve: Servers) -> LogOf:
    """A function from the address of a server to what it has logged so far."""
    return lambda address: serve.log(address).read_text(encoding="utf-8", errors="replace")


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A fresh page, 1280 × 720.

    The test fails if the page called another machine, threw an error, opened a dialog of the browser's, or was refused
    something by the security policy.
    """
    faults: list[str] = []

    def watch_address(url: str) -> None:
        if not _is_local(url):
            faults.append(f"request to {url}")

    def watch_policy(text: str) -> None:
        if "Content Security Policy" in text:
            faults.append(f"refused by the policy: {text}")

    def dismiss(dialog: Dialog) -> None:
        faults.append(f"dialog: {dialog.message}")
        dialog.dismiss()  # one that nobody answers would hang the page

    watched = context.new_page()
    watched.set_default_timeout(_MOST_MS)
    watched.on("request", lambda request: watch_address(request.url))
    watched.on("websocket", lambda web_socket: watch_address(web_socket.url))
    watched.on("pageerror", lambda error: faults.append(f"page error: {error}"))
    watched.on("console", lambda message: watch_policy(message.text))
    watched.on("dialog", dismiss)
    yield watched
    with suppress(Error):  # a page that went nowhere keeps nothing
        watched.evaluate("localStorage.clear(); sessionStorage.clear()")
    for one in context.pages:
        one.close()
    context.clear_cookies()
    context.clear_permissions()
    assert not faults, "\n".join(faults)


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


def _wait_until_healthy(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
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


def _is_local(url: str) -> bool:
    parts = urlsplit(url)
    if parts.scheme in ("data", "blob", "about"):
        return True
    host = parts.hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
