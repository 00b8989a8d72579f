"""Lets the process open as many files as the system allows it.

Every visitor holds a socket and an event loop, four descriptors in all, and the usual soft limit of 1,024 (256 on a
Mac) ends at some 250 visitors with errors. The hard limit is far higher, and a process may raise itself up to it.
"""

import errno
import logging
import time
from collections.abc import Callable

UNBOUNDED_LIMIT = 65_536  # descriptors; asked for where the hard limit is none at all
LOW_LIMIT = 4_096  # descriptors: a thousand visitors

EXHAUSTION_LOG_INTERVAL_S = 60.0

_LOGGER = logging.getLogger(__name__)


def raise_open_files_limit() -> int | None:
    """Raise the soft limit to the hard one.

    Returns:
        The limit now, or None where the system has no such limit.
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
    """Lets one record a minute through that says the process is out of files.

    asyncio logs one for every connection that it cannot accept, and tries again at once: 10,000 lines a second.

    Args:
        clock: Seconds, from any beginning.
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
    """Have asyncio say once a minute at most that the process is out of files."""
    logging.getLogger("asyncio").addFilter(ExhaustionLogFilter())
