"""Waiting for another thread without sleeping through what it does."""

import threading
from typing import Any

LONG_ENOUGH = 20.0  # seconds until a test that would hang fails instead


def until(condition: Any) -> None:
    """Spins, a millisecond at most between looks, until ``condition`` holds."""
    never, left = threading.Event(), int(LONG_ENOUGH * 1000)
    while not condition():
        left -= 1
        assert left, "that never came about"
        never.wait(0.001)
