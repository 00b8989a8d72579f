"""Coroutines in tests: an event loop in a thread of its own.

Playwright, where it ran before in this process, keeps a loop running in the main thread, where no second one can run.
"""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


def run_in_own_loop(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine to its end in another thread, and return what it returns."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()
