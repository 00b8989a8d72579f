"""SIGTERM ends the server as Ctrl+C does: in order, and what is to be cleaned up at the end of Python is cleaned up.

Uvicorn ends its server in order on both, and then sends itself the signal once more. On SIGINT that ends Python, and on
SIGTERM the process, there and then, with its temporary folders on the disk.
"""

import signal
import threading
from types import FrameType


def handle_sigterm() -> None:
    """Take SIGTERM for SIGINT. Only the main thread may say so; elsewhere this does nothing."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, _interrupt)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    signal.raise_signal(signal.SIGINT)
