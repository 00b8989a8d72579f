"""The process may open as many files as the system allows, however it was started."""

import asyncio
import errno
import logging
import resource
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from components.server import open_files
from components.server.open_files import (
    EXHAUSTION_LOG_INTERVAL_S,
    UNBOUNDED_LIMIT,
    ExhaustionLogFilter,
    ScriptEventLoop,
    raise_open_files_limit,
)

ROOT = Path(__file__).parents[3]


class Limits:
    """Stands for the system's limits."""

    def __init__(self, soft: int, hard: int, *, refuses: bool = False) -> None:
        self.now, self.refuses = (soft, hard), refuses

    def get(self, what: int) -> tuple[int, int]:
        return self.now

    def set(self, what: int, limits: tuple[int, int]) -> None:
        if self.refuses:
            raise ValueError("not allowed")
        self.now = limits


def given(monkeypatch: pytest.MonkeyPatch, limits: Limits) -> Limits:
    monkeypatch.setattr(resource, "getrlimit", limits.get)
    monkeypatch.setattr(resource, "setrlimit", limits.set)
    return limits


@pytest.mark.parametrize(
    ("hard", "expected"), [(8_192, 8_192), (1_048_576, 1_048_576), (resource.RLIM_INFINITY, UNBOUNDED_LIMIT)]
)
def test_the_soft_limit_is_raised_to_the_hard_one(monkeypatch: pytest.MonkeyPatch, hard: int, expected: int) -> None:
    limits = given(monkeypatch, Limits(256, hard))
    assert raise_open_files_limit() == expected
    assert limits.now == (expected, hard)


def test_a_refusal_is_said_and_nothing_breaks(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    given(monkeypatch, Limits(256, 10_240, refuses=True))
    with caplog.at_level(logging.WARNING, logger=open_files.__name__):
        assert raise_open_files_limit() == 256
    assert "about 256 visitors" in caplog.text


def test_importing_the_app_raises_it() -> None:
    lower_limit = "import resource as r; h = r.getrlimit(r.RLIMIT_NOFILE)[1]; r.setrlimit(r.RLIMIT_NOFILE, (300, h)); "
    print_limit = "import app; print(r.getrlimit(r.RLIMIT_NOFILE)[0] > 300 or h == 300)"
    process = subprocess.run(
        [sys.executable, "-c", lower_limit + print_limit], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert process.stdout.strip() == "True"


def record(error: BaseException | None) -> logging.LogRecord:
    info = None if error is None else (type(error), error, None)
    return logging.LogRecord("asyncio", logging.ERROR, "", 0, "socket.accept() out of system resource", None, info)


def test_being_out_of_files_is_logged_once_a_minute_and_everything_else_always() -> None:
    now = 0.0
    rare = ExhaustionLogFilter(lambda: now)
    full = record(OSError(errno.EMFILE, "Too many open files"))
    assert [rare.filter(full) for _ in range(1_000)] == [True] + [False] * 999
    assert rare.filter(record(OSError(errno.ECONNRESET, "reset")))
    assert rare.filter(record(None))
    now = EXHAUSTION_LOG_INTERVAL_S
    assert rare.filter(full)


def test_the_loop_of_a_script_runs_coroutines_and_needs_no_descriptor() -> None:
    async def work() -> list[int]:
        loop = asyncio.get_running_loop()
        later = loop.create_future()
        loop.call_later(0.001, later.set_result, 1)
        return [*await asyncio.gather(later, asyncio.sleep(0.001, 2)), await loop.run_in_executor(None, lambda: 3)]

    def run() -> list[int]:
        loop = ScriptEventLoop()
        try:
            return loop.run_until_complete(work())
        finally:
            loop.run_until_complete(loop.shutdown_default_executor())
            loop.close()

    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(run).result() == [1, 2, 3]
