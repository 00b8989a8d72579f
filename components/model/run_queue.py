"""A queue that lets a bounded number of threads run at a time, in order of arrival.

Python runs one thread at a time. A hundred runnable threads take twice the processor time of the same work done one
after another, and all of them finish late. Here a thread waits for its :class:`Turn` before it works, and gives it back
while it waits for something else (:func:`yield_turn`), so that others can join the same forward pass.

A turn counts for at most :data:`TURN_S`. A thread that needs longer continues, but no longer blocks others, so neither
a long computation nor a thread that waits for a lock of a queued thread delays the others for longer than that.
"""

import math
import threading
import time
from bisect import insort
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count

TURN_S = 1.0
LOOK_S = 1.0  # between two checks of the queue by each waiting thread

WaitCallback = Callable[[int, int], None]
Arrival = tuple[float, int]  # the time on the queue's clock, and a number that orders equal times


class RunQueue:
    """The running and the waiting threads. Thread-safe.

    Args:
        limit: The number of threads that run at a time.
        turn_s: Seconds for which a turn counts.
        look_s: Seconds between two checks of the queue by a waiting thread.
        clock: Returns seconds, from any start.
    """

    def __init__(
        self,
        limit: int,
        *,
        turn_s: float = TURN_S,
        look_s: float = LOOK_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.limit, self.look_s = limit, look_s
        self._turn_s, self._clock = turn_s, clock
        self._lock = threading.Lock()
        self._line: list[Turn] = []  # in order of arrival
        self._holders: dict[Turn, float] = {}  # with the time at which each turn was granted
        self._arrivals = count()

    def next_arrival(self, *, later_s: float = 0.0) -> Arrival:
        """The next place in the queue: behind all that arrived before, and ahead of those that arrive later.

        Args:
            later_s: Seconds for which others may still go ahead.
        """
        return self._clock() + later_s, next(self._arrivals)

    @property
    def waiting(self) -> int:
        """The number of threads that wait for a turn."""
        return len(self._line)

    @property
    def running(self) -> int:
        """The number of turns that are held and still count."""
        return len(self._holders)

    def join(self, turn: "Turn") -> None:
        """Insert ``turn`` into the queue by its arrival."""
        with self._lock:
            insort(self._line, turn, key=lambda queued: queued.arrival)
            self._grant()

    def advance(self, turn: "Turn", arrival: Arrival) -> None:
        """Move ``turn`` forward to the place of ``arrival``; do nothing if that is later than its own."""
        with self._lock:
            if arrival >= turn.arrival:
                return
            is_waiting = turn in self._line
            if is_waiting:
                self._line.remove(turn)
            turn.arrival = arrival
            if is_waiting:
                insort(self._line, turn, key=lambda queued: queued.arrival)

    def leave(self, turn: "Turn") -> None:
        """Release ``turn``, or remove it from the queue. Does nothing if it is neither held nor waiting."""
        with self._lock:
            self._holders.pop(turn, None)
            if turn in self._line:
                self._line.remove(turn)
            self._grant()

    def leave_line(self, turn: "Turn") -> None:
        """Remove ``turn`` from the queue; a held turn stays held."""
        with self._lock:
            if turn in self._line:
                self._line.remove(turn)
                self._grant()

    def ahead_of(self, turn: "Turn") -> int:
        """The number of turns before ``turn`` in the queue, after expired turns are dropped."""
        with self._lock:
            self._grant()
            return self._line.index(turn) if turn in self._line else 0

    def _grant(self) -> None:
        """Drop expired turns and grant the next ones. Call it with the lock held."""
        now = self._clock()
        for turn in [turn for turn, since in self._holders.items() if now - since >= self._turn_s]:
            del self._holders[turn]
        while self._line and len(self._holders) < self.limit:
            turn = self._line.pop(0)
            self._holders[turn] = now
            turn.granted.set()


class Turn:
    """A thread's turn in a queue. It can be acquired and released many times, by one thread at a time.

    Attributes:
        arrival: Its place in the queue; set it before the first :meth:`acquire`.
        granted: Set when the thread no longer has to wait.
    """

    def __init__(self, queue: RunQueue) -> None:
        self.arrival: Arrival = (-math.inf, -1)
        self.granted = threading.Event()
        self._queue, self._cancelled = queue, threading.Event()

    def acquire(self, on_wait: WaitCallback | None = None) -> bool:
        """Wait for the turn. Returns whether it was granted; a cancelled turn never is.

        Args:
            on_wait: Called while waiting, every ``look_s`` seconds, with the number of turns ahead and the number of
                the call, from 1.
        """
        self.granted.clear()
        if self._cancelled.is_set():
            return False
        self._queue.join(self)
        looks = 0
        try:
            # Checked here too: after a cancellation between the lines above, nothing would wake this thread.
            while not self._cancelled.is_set() and not self.granted.wait(self._queue.look_s):
                ahead = self._queue.ahead_of(self)
                looks += 1
                if on_wait is not None and not self.granted.is_set():
                    on_wait(ahead, looks)
        except BaseException:
            self._queue.leave(self)
            raise
        if self._cancelled.is_set():
            self._queue.leave(self)
            return False
        _CURRENT.turn = self
        return True

    def release(self) -> None:
        """Release the turn. Does nothing if it is not held."""
        _CURRENT.turn = None
        self._queue.leave(self)

    def cancel(self) -> None:
        """Cancel the turn for good: a thread that waits for it continues at once without it. Thread-safe."""
        self._cancelled.set()
        self._queue.leave_line(self)
        self.granted.set()


class _Current(threading.local):
    """The turn that this thread holds."""

    turn: Turn | None = None


_CURRENT = _Current()


@contextmanager
def yield_turn() -> Iterator[None]:
    """Release this thread's turn while it waits for something; does nothing in a thread without a turn.

    Afterwards the thread acquires its turn again, ahead of all that arrived later.
    """
    turn = _CURRENT.turn
    if turn is None:
        yield
        return
    turn.release()
    try:
        yield
    finally:
        turn.acquire()
