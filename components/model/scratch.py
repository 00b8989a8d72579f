"""Temporary folders that are removed with their process, even if it was killed.

A process removes its folder when it ends. A killed process cannot, so the next one that makes a folder of the same kind
removes those whose lock is free: the system releases the lock however a process ends.
"""

import shutil
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO

if sys.platform != "win32":
    import fcntl

LOCK = "lock"  # the name of the file that is locked


class ScratchFolder:
    """A temporary folder, locked while this process runs.

    Args:
        prefix: The prefix of its name, which identifies its kind.
    """

    def __init__(self, prefix: str) -> None:
        remove_leftovers(prefix)
        self._folder = tempfile.TemporaryDirectory(prefix=prefix, ignore_cleanup_errors=True)
        self.path = Path(self._folder.name)
        self._lock = (self.path / LOCK).open("w", encoding="utf-8")
        _lock(self._lock)

    def cleanup(self) -> None:
        """Remove the folder now."""
        self._lock.close()
        self._folder.cleanup()


def remove_leftovers(prefix: str) -> None:
    """Remove the folders of this kind whose processes were killed."""
    for lock in Path(tempfile.gettempdir()).glob(f"{prefix}*/{LOCK}"):
        with suppress(OSError), lock.open("a", encoding="utf-8") as file:
            if _lock(file):
                shutil.rmtree(lock.parent, ignore_errors=True)


def _lock(file: IO[str]) -> bool:
    """Lock a file until it is closed. Returns False if another process has locked it."""
    if sys.platform == "win32":  # without such locks, leftovers stay until the system removes them
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
