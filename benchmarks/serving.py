"""The app served to a benchmark, and a browser to look at it with."""

import resource
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from playwright.sync_api import Browser, sync_playwright

from components.server.workers import free_ports

ROOT = Path(__file__).parents[1]
APP = ROOT / "app.py"
_SECONDS_TO_START = 60
_CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@contextmanager
def served(script: Path = APP) -> Iterator[int]:
    """A server of ``script`` in a process of its own, as visitors get it. Yields its port."""
    with served_process(script) as (_, port):
        yield port


@contextmanager
def served_process(
    script: Path = APP, *, workers: int = 1, log: Path | None = None
) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The same, with its process; of the app, with several workers behind a proxy, if asked for. Yields both.

    Args:
        script: What is served.
        workers: Processes of the app.
        log: A file for what the server prints; None keeps nothing.
    """
    (port,) = free_ports(1)
    options = ["--server.address", "127.0.0.1", "--server.port", str(port), "--server.headless", "true"]
    start = (
        ["streamlit", "run", str(script)] if workers == 1 else ["components.server.workers", "--workers", str(workers)]
    )
    command = [sys.executable, "-m", *start, *options]
    # Not a pipe: nobody reads it, and a full one would stop the server.
    with tempfile.TemporaryFile() if log is None else log.open("w+b") as output:
        process = subprocess.Popen(
            command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT, preexec_fn=_with_the_usual_limit
        )
        try:
            _wait_until_healthy(process, port, output)
            yield process, port
        finally:
            process.terminate()
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _with_the_usual_limit() -> None:
    """Start it as a shell does, with 1,024 open files: the app raises that by itself."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024 if hard == resource.RLIM_INFINITY else min(1024, hard), hard))


def _wait_until_healthy(process: subprocess.Popen[bytes], port: int, log: IO[bytes]) -> None:
    deadline = time.monotonic() + _SECONDS_TO_START
    while process.poll() is None and time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=2):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.05)  # between two polls, not a guess at how long it takes
    log.seek(0)
    raise RuntimeError(f"the server did not start:\n{log.read().decode(errors='replace')[-2000:]}")


@contextmanager
def chromium() -> Iterator[Browser]:
    """A headless Chromium.

    Raises:
        RuntimeError: There is none on this machine.
    """
    executable = next(filter(None, map(shutil.which, _CHROMIUMS)), None)
    if executable is None:
        raise RuntimeError(f"this benchmark drives a browser; none of {', '.join(_CHROMIUMS)} was found")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()
