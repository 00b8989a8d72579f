"""Raise the limit on open files to what the system allows, and stay calm when it is reached.

Every visitor holds a socket. Streamlit also makes an event loop for each session, of three descriptors, and keeps it
for minutes after the page was closed; no script here uses one, so a loop without descriptors takes its place. The usual
soft limit of 1,024 (256 on a Mac) is reached all the same. The hard limit is far higher, and a process may raise its
soft limit up to it.
"""

import asyncio
import errno
import logging
import os
import threading
import time
from asyncio.selector_events import BaseSelectorEventLoop
from collections.abc import Callable
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

from streamlit.runtime import app_session

UNBOUNDED_LIMIT = 65_536  # descriptors; requested if there is no hard limit
LOW_LIMIT = 1_024  # descriptors, about as many visitors; below this a warning is logged

EXHAUSTION_LOG_INTERVAL_S = 60.0

_LOGGER = logging.getLogger(__name__)


def raise_open_files_limit() -> int | None:
    """Raise the soft limit to the hard one.

    Returns:
        The limit now, or None if the system has no such limit.
    """
    try:
        import resource
    except ImportError:  # Windows: nothing to raise
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = UNBOUNDED_LIMIT if hard == resource.RLIM_INFINITY else hard
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):
        wanted = soft
    if wanted < LOW_LIMIT:
        _LOGGER.warning(
            "This process can open only %d files, enough for about %d visitors. `ulimit -n` raises the limit.",
            wanted,
            wanted,
        )
    return wanted


class ExhaustionLogFilter(logging.Filter):
    """Log filter that passes at most one "out of file descriptors" record a minute.

    asyncio logs one for every connection that it cannot accept and tries again at once: 10,000 lines a second.

    Args:
        clock: Returns seconds since any fixed moment.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock, self._logged = clock, float("-inf")

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is to be logged."""
        error = record.exc_info[1] if record.exc_info else None
        if not (isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE)):
            return True
        now = self._clock()
        if now - self._logged < EXHAUSTION_LOG_INTERVAL_S:
            return False
        self._logged = now
        return True


def limit_exhaustion_logs() -> None:
    """Let asyncio log at most once a minute that the process is out of file descriptors."""
    logging.getLogger("asyncio").addFilter(ExhaustionLogFilter())


def accept_one_by_one() -> None:
    """Let event loops accept one connection in a turn, rather than up to two thousand, and none without descriptors.

    Out of descriptors, asyncio waits a second and tries again: once for each connection that it would have accepted.
    That is a processor's whole time, and the server would have none left for visitors who are connected. Who connects
    meanwhile would wait without a word; here the connection is closed at once, with a descriptor kept for that. A
    second call changes nothing: the app may be imported anew in one process.
    """
    accept: Any = BaseSelectorEventLoop._accept_connection  # type: ignore[attr-defined]
    if accept.__module__ == __name__:
        return

    reserve = [os.open(os.devnull, os.O_RDONLY)]

    def accept_one(loop: Any, factory: Any, listening: Any, tls: Any = None, server: Any = None, *rest: Any) -> None:
        try:
            os.close(os.dup(listening.fileno()))
        except OSError:
            logging.getLogger("asyncio").warning("No file descriptor is left. A connection was refused.", exc_info=True)
            while reserve:
                os.close(reserve.pop())
            with suppress(OSError):  # another thread took it, or nobody waits any more
                listening.accept()[0].close()
            with suppress(OSError):
                reserve.append(os.open(os.devnull, os.O_RDONLY))
                return
        _, *times = rest or (0,)  # in place of the first: how many to accept
        accept(loop, factory, listening, tls, server, 1, *times)

    BaseSelectorEventLoop._accept_connection = accept_one  # type: ignore[attr-defined]


class ScriptEventLoop(asyncio.BaseEventLoop):
    """An event loop for coroutines that wait for time and for each other, not for sockets or files."""

    def __init__(self) -> None:
        super().__init__()
        self._selector, self._woken = self, threading.Event()

    def select(self, timeout: float | None) -> tuple[()]:
        """Wait until a callback is added, at most ``timeout`` seconds. There are never any events."""
        self._woken.wait(timeout)
        self._woken.clear()
        return ()

    def _process_events(self, event_list: Any) -> None:
        pass

    def _write_to_self(self) -> None:
        self._woken.set()


def use_no_descriptors_for_scripts() -> None:
    """Give the sessions of this process a :class:`ScriptEventLoop`. Call once, before the first session."""
    app_session.asyncio = SimpleNamespace(**{**vars(asyncio), "new_event_loop": ScriptEventLoop})  # type: ignore[attr-defined,assignment]
