"""Raise the limit on open files to what the system allows, and stay calm when it is reached.

Every visitor holds a socket and an event loop, four descriptors in all, so the usual soft limit of 1,024 (256 on a Mac)
is reached at about 250 visitors. The hard limit is far higher, and a process may raise its soft limit up to it.
"""

import errno
import logging
import time
from asyncio.selector_events import BaseSelectorEventLoop
from collections.abc import Callable
from typing import Any

UNBOUNDED_LIMIT = 65_536  # descriptors; requested if there is no hard limit
LOW_LIMIT = 4_096  # descriptors, about a thousand visitors; below this a warning is logged

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
            wanted // 4,
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
    """Let event loops accept one connection in a turn, rather than up to two thousand.

    Out of descriptors, asyncio waits a second and tries again: once for each connection that it would have accepted.
    That is a processor's whole time, and the server would have none left for visitors who are connected. A second call
    changes nothing: the app may be imported anew in one process.
    """
    accept: Any = BaseSelectorEventLoop._accept_connection  # type: ignore[attr-defined]
    if accept.__module__ == __name__:
        return

    def accept_one(loop: Any, factory: Any, listening: Any, tls: Any = None, server: Any = None, *rest: Any) -> None:
        _, *times = rest or (0,)  # in place of the first: how many to accept
        accept(loop, factory, listening, tls, server, 1, *times)

    BaseSelectorEventLoop._accept_connection = accept_one  # type: ignore[attr-defined]
