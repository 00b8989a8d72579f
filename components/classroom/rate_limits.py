"""Rate limits as token buckets: a burst at first, then one every few seconds."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace

CLOCK_TOLERANCE_S = 5.0  # tolerated difference between the clocks of two machines
KEY_LIMIT = 10_000  # keys that a process remembers
_STARTED = time.time() - time.monotonic()


def steady_time() -> float:
    """Seconds since 1970 that never jump: changes of the system clock after the start have no effect."""
    return _STARTED + time.monotonic()


@dataclass(frozen=True)
class RateLimit:
    """A limit: ``burst`` times at once, then once every ``interval_s`` seconds."""

    burst: float
    interval_s: float


@dataclass(frozen=True)
class Allowance:
    """How much of a limit was ``left`` at ``updated_at`` (seconds); it refills over time."""

    left: float
    updated_at: float

    def spend(self, limit: RateLimit, now: float) -> "Allowance | None":
        """What is left after one more use, or None if the limit is reached.

        If ``updated_at`` is in the future, the clock was set back since. Then the limit starts afresh, so that nobody
        waits until the clock catches up.
        """
        if self.updated_at > now + CLOCK_TOLERANCE_S:
            left = limit.burst
        else:
            left = min(limit.burst, self.left + max(0.0, now - self.updated_at) / limit.interval_s)
        return None if left < 1 else replace(self, left=left - 1, updated_at=now)


class RateLimiter:
    """A rate limit per key, such as an address, within this process. Thread-safe.

    The least recently used keys are forgotten first.
    """

    def __init__(self, limit: RateLimit, *, clock: Callable[[], float] = steady_time) -> None:
        self._limit, self._clock, self._lock = limit, clock, threading.Lock()
        self._allowances: OrderedDict[str, Allowance] = OrderedDict()

    def is_exhausted(self, key: str) -> bool:
        """Whether the limit of this key is reached."""
        with self._lock:
            return self._spend(key) is None

    def take(self, key: str) -> bool:
        """Use one. Returns False if the limit is reached."""
        with self._lock:
            allowance = self._spend(key)
            if allowance is not None:
                self._allowances[key] = allowance
                self._allowances.move_to_end(key)
                if len(self._allowances) > KEY_LIMIT:
                    self._allowances.popitem(last=False)
            return allowance is not None

    def _spend(self, key: str) -> Allowance | None:
        now = self._clock()
        return self._allowances.get(key, Allowance(self._limit.burst, now)).spend(self._limit, now)
