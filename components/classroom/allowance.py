"""How often somebody may do something: so many at once, and then one every so many seconds."""

from collections.abc import Callable


class Allowance:
    """What is left of one: it fills up as time goes by. To be used under a lock of whoever holds it."""

    def __init__(self, at_once: float, every_s: float, clock: Callable[[], float]) -> None:
        self._most, self._every, self._clock = at_once, every_s, clock
        self._left, self._seen = at_once, clock()

    def take(self) -> bool:
        """Whether one more may be done now; if so, it counts."""
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._seen) / self._every)
        self._seen = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
