"""How often somebody may do something: so many times at once, and then once every so many seconds."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace

CLOCK_TOLERANCE_S = 5.0  # by which the clocks of two machines may differ
KEY_LIMIT = 10_000  # addresses that a process remembers
_STARTED = time.time() - time.monotonic()


def steady_time() -> float:
    """Seconds since 1970 that never jump: corrections of the system's clock after the start are left out."""
    return _STARTED + time.monotonic()


@dataclass(frozen=True)
class RateLimit:
    """What somebody may do: ``at_once``, and then once every ``every_s`` seconds."""

    burst: float
    interval_s: float


@dataclass(frozen=True)
class Allowance:
    """What is left of a limit, and when that was: it fills up as time goes by."""

    left: float
    updated_at: float

    def spend(self, limit: RateLimit, now: float) -> "Allowance | None":
        """What is left after one more; None where it may not be done now.

        A time that lies ahead of ``now`` comes from a clock that was set back since. It says nothing, so the limit
        begins anew: nobody waits until the clock is there again.
        """
        if self.updated_at > now + CLOCK_TOLERANCE_S:
            left = limit.burst
        else:
            left = min(limit.burst, self.left + max(0.0, now - self.updated_at) / limit.interval_s)
        return None if left < 1 else replace(self, left=left - 1, at=now)


class RateLimiter:
    """A limit for each key, such as an address, within this process. Safe to use from many threads.

    The keys used longest ago are forgotten first.
    """

    def __init__(self, limit: RateLimit, *, clock: Callable[[], float] = steady_time) -> None:
        self._limit, self._clock, self._lock = limit, clock, threading.Lock()
        self._allowances: OrderedDict[str, Allowance] = OrderedDict()

    def is_exhausted(self, key: str) -> bool:
        """Whether nothing is left for this key now."""
        with self._lock:
            return self._spend(key) is None

    def take(self, key: str) -> bool:
        """Use one up; whether there was one."""
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
