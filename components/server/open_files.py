"""Lets the process open as many files as the system allows it.

Every visitor holds a socket and an event loop, four descriptors in all, and the usual soft limit of 1,024 (256 on a
Mac) ends at some 250 visitors with errors. The hard limit is far higher, and a process may raise itself up to it.
"""

import logging

ENOUGH = 65_536  # descriptors; asked for where the hard limit is none at all
LITTLE = 4_096  # descriptors: a thousand visitors

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
    wanted = ENOUGH if hard == resource.RLIM_INFINITY else hard
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):
        wanted = soft
    if wanted < LITTLE:
        _LOGGER.warning(
            "This process may open %d files only: enough for about %d visitors. `ulimit -n` raises it.",
            wanted,
            wanted // 4,
        )
    return wanted
