"""Codes cannot be walked through: an address may ask for so many that are not there, and then waits."""

import threading
from collections import OrderedDict
from collections.abc import Callable

from components.classroom.addresses import network
from components.classroom.rate_limits import RateLimit, RateLimiter, steady_time

UNKNOWN_CODES = RateLimit(20.0, 3.0)  # of an address: 20 a minute
UNKNOWN_CODE_LIMIT = 5_000  # codes that were not there, by address


class CodeGuard:
    """Counts the unknown codes that each address has asked for. Safe to use from many threads.

    One code counts once, however often it is asked for: a hall of phones may ask for a class that is gone.
    """

    def __init__(self, *, clock: Callable[[], float] = steady_time) -> None:
        self._allowances, self._lock = RateLimiter(UNKNOWN_CODES, clock=clock), threading.Lock()
        self._unknown: OrderedDict[tuple[str, str], None] = OrderedDict()

    def blocks(self, address: str) -> bool:
        """Whether an address has asked for too many."""
        return self._allowances.is_exhausted(network(address))

    def record_unknown(self, address: str, code: str) -> bool:
        """Count a code that is not there; whether the address may be told so."""
        name = (network(address), code)
        with self._lock:
            if name in self._unknown:
                return True
            if not self._allowances.take(name[0]):
                return False
            self._unknown[name] = None
            if len(self._unknown) > UNKNOWN_CODE_LIMIT:
                self._unknown.popitem(last=False)
            return True
