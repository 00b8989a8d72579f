"""Prevent the guessing of class codes: a rate limit on unknown codes per address."""

import threading
from collections import OrderedDict
from collections.abc import Callable

from components.classroom.addresses import IPV6_SITE_PREFIX, network
from components.classroom.rate_limits import RateLimit, RateLimiter, steady_time

UNKNOWN_CODES = RateLimit(20.0, 3.0)  # per address; 20 a minute
UNKNOWN_CODES_OF_SITE = RateLimit(200.0, 0.3)  # per IPv6 site: it may change its address as often as it likes
UNKNOWN_CODE_LIMIT = 5_000  # remembered pairs of address and unknown code


class CodeGuard:
    """Counts the unknown codes that each address tries. Thread-safe.

    A code counts once per address: a lecture hall of phones may ask for a class that has ended.
    """

    def __init__(self, *, clock: Callable[[], float] = steady_time) -> None:
        self._allowances, self._lock = RateLimiter(UNKNOWN_CODES, clock=clock), threading.Lock()
        self._sites = RateLimiter(UNKNOWN_CODES_OF_SITE, clock=clock)
        self._unknown: OrderedDict[tuple[str, str], None] = OrderedDict()

    def blocks(self, address: str) -> bool:
        """Whether an address has tried too many unknown codes."""
        site = network(address, IPV6_SITE_PREFIX)
        return self._allowances.is_exhausted(network(address)) or self._sites.is_exhausted(site)

    def record_unknown(self, address: str, code: str) -> bool:
        """Count an unknown code. Returns False if the address has tried too many."""
        name = (network(address), code)
        with self._lock:
            if name in self._unknown:
                return True
            if not (self._allowances.take(name[0]) and self._sites.take(network(address, IPV6_SITE_PREFIX))):
                return False
            self._unknown[name] = None
            if len(self._unknown) > UNKNOWN_CODE_LIMIT:
                self._unknown.popitem(last=False)
            return True
