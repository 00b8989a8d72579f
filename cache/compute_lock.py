"""A visitor who waits for a result that somebody else computes gives their turn to others meanwhile.

``st.cache_data`` computes a result once, and everybody else who wants it waits for its lock. A whole class that asks
for the same sentence would hold all turns that way, and wait for the one who computes it and waits for a turn.
"""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from streamlit.runtime.caching import cache_utils

from components.model.run_queue import yield_turn

_hold_lock = cache_utils._hold_compute_lock


@contextmanager
def hold_compute_lock(lock: threading.Lock) -> Iterator[None]:
    """Hold the lock of one cached result; wait for it without a turn."""
    with ExitStack() as stack:
        if lock.locked():
            with yield_turn():
                stack.enter_context(_hold_lock(lock))
        else:
            stack.enter_context(_hold_lock(lock))
        yield


def wait_without_turns() -> None:
    """Have Streamlit's caches wait for results without a turn. Call it once, before the first session."""
    cache_utils._hold_compute_lock = hold_compute_lock
