"""Handle SIGTERM like Ctrl+C, so that Python's exit handlers run.

Uvicorn shuts its server down on both signals and then raises the signal again. SIGINT ends Python in order; SIGTERM
would kill the process at once and leave its temporary folders on the disk.

Uvicorn waits for requests that are under way, and one whose body trickles in would keep the server for ever: after
:data:`GRACE_S` they are abandoned.
"""

import os
import signal
import threading
from types import FrameType

GRACE_S = 10.0  # as long as a request may wait for the next part of its body


def handle_sigterm() -> None:
    """Handle SIGTERM as SIGINT. Does nothing outside the main thread, where handlers cannot be set."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, _interrupt)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    signal.raise_signal(signal.SIGINT)
    again = threading.Timer(GRACE_S, os.kill, (os.getpid(), signal.SIGINT))
    again.daemon = True
    again.start()
