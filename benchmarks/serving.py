"""Start a server of the app, and a browser, for benchmarks."""

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
_SECONDS_TO_START = 180
_CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@contextmanager
def serve(script: Path = APP) -> Iterator[int]:
    """Serve ``script`` in a separate process. Yields its port."""
    with serve_process(script) as (_, port):
        yield port


@contextmanager
def serve_process(
    script: Path = APP, *, workers: int = 1, log: Path | None = None
) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """Serve ``script`` in a separate process, or the app with several workers behind a proxy. Yields process and port.

    Args:
        script: The script to serve.
        workers: The number of processes of the app.
        log: A file for the server's output; None discards it.
    """
    (port,) = free_ports(1)
    options = ["--server.address", "127.0.0.1", "--server.port", str(port), "--server.headless", "true"]
    start = (
        ["streamlit", "run", str(script)] if workers == 1 else ["components.server.workers", "--workers", str(workers)]
    )
    command = [sys.executable, "-m", *start, *options]
    # Not a pipe: nobody would read it, and a full pipe would block the server.
    with tempfile.TemporaryFile() if log is None else log.open("w+b") as output:
        process = subprocess.Popen(
            command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT, preexec_fn=_set_shell_file_limit
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


def _set_shell_file_limit() -> None:
    """Set the soft limit on open files to 1,024, as in a shell; the app raises it by itself."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024 if hard == resource.RLIM_INFINITY else min(1024, hard), hard))


def _wait_until_healthy(process: subprocess.Popen[bytes], port: int, log: IO[bytes]) -> None:
    deadline = time.monotonic() + _SECONDS_TO_START
    while process.poll() is None and time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=2):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.05)  # between two polls
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
