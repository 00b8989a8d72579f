"""Releases the turn of a script that waits for a cached result which another one computes.

``st.cache_data`` computes a result once, and all others that need it wait for its lock. A class that requests the same
sentence would hold all turns that way, while the script that computes it waits for a turn.
"""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from streamlit.runtime.caching import cache_utils

from components.model.run_queue import yield_turn

_hold_lock = cache_utils._hold_compute_lock


@contextmanager
def hold_compute_lock(lock: threading.Lock) -> Iterator[None]:
    """Hold the lock of a cached result; wait for it without a turn."""
    with ExitStack() as stack:
        if lock.locked():
            with yield_turn():
                stack.enter_context(_hold_lock(lock))
        else:
            stack.enter_context(_hold_lock(lock))
        yield


def wait_without_turns() -> None:
    """Make Streamlit's caches wait for results without a turn. Call it once, before the first session."""
    cache_utils._hold_compute_lock = hold_compute_lock
