"""A bounded number of threads run at a time, in order of arrival.

Python runs one thread at a time. A hundred threads that all want to run cost twice the processor time that the same
work takes one after another, and each of them ends last. Here a thread waits for its :class:`Turn` before it works, and
gives it back while it waits for something else (:func:`yield_turn`), so that others can join the same forward pass.

A turn counts for :data:`TURN_S` at most. Whoever needs longer runs on, and is not waited for: neither a long
computation nor a thread that waits for a lock of somebody in the line can hold up the others for longer than that.
"""

import threading
import time
from bisect import insort
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count

TURN_S = 1.0
LOOK_S = 1.0  # between two looks at the line by each thread that waits in it

WaitCallback = Callable[[int, int], None]


class RunQueue:
    """The threads that run and those that wait. Safe to use from many threads.

    Args:
        limit: How many threads run at a time.
        turn_s: Seconds for which a turn counts.
        look_s: Seconds between two looks at the line by a thread that waits in it.
        clock: Seconds, from any beginning.
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
        self._holders: dict[Turn, float] = {}  # since when
        self._arrivals = count()

    def next_arrival(self) -> int:
        """A number for somebody who arrives now: greater than all before it."""
        return next(self._arrivals)

    @property
    def waiting(self) -> int:
        """How many threads wait for a turn."""
        return len(self._line)

    @property
    def running(self) -> int:
        """How many turns are held and still count."""
        return len(self._holders)

    def join(self, turn: "Turn") -> None:
        """Put ``turn`` into the line by its arrival."""
        with self._lock:
            insort(self._line, turn, key=lambda one: one.arrival)
            self._grant()

    def leave(self, turn: "Turn") -> None:
        """Give back ``turn``, or take it out of the line. Does nothing where it is neither held nor waiting."""
        with self._lock:
            self._holders.pop(turn, None)
            if turn in self._line:
                self._line.remove(turn)
            self._grant()

    def leave_line(self, turn: "Turn") -> None:
        """Take ``turn`` out of the line; if it is held it stays held."""
        with self._lock:
            if turn in self._line:
                self._line.remove(turn)
                self._grant()

    def ahead_of(self, turn: "Turn") -> int:
        """How many wait before ``turn``; looks first for turns that no longer count."""
        with self._lock:
            self._grant()
            return self._line.index(turn) if turn in self._line else 0

    def _grant(self) -> None:
        """With the lock held: forget turns that no longer count, and wake those who come next."""
        now = self._clock()
        for turn in [turn for turn, since in self._holders.items() if now - since >= self._turn_s]:
            del self._holders[turn]
        while self._line and len(self._holders) < self.limit:
            turn = self._line.pop(0)
            self._holders[turn] = now
            turn.granted.set()


class Turn:
    """One thread's turn in a queue. It may be taken and given back many times, by one thread at a time.

    Attributes:
        arrival: Its place in the order; set it before the first :meth:`acquire`.
        granted: Set when the thread need not wait any longer.
    """

    def __init__(self, queue: RunQueue) -> None:
        self.arrival, self.granted = -1, threading.Event()
        self._queue, self._cancelled = queue, threading.Event()

    def acquire(self, on_wait: WaitCallback | None = None) -> bool:
        """Wait for the turn. Returns whether it was granted, which it is not once it has been cancelled.

        Args:
            on_wait: Called while waiting, every ``look_s`` seconds, with the count of those ahead and the number of
                the call, from 1.
        """
        self.granted.clear()
        if self._cancelled.is_set():
            return False
        self._queue.join(self)
        looks = 0
        try:
            # Cancelled between the two lines above: nobody would wake this thread.
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
        """Give the turn back. Does nothing where it is not held."""
        _CURRENT.turn = None
        self._queue.leave(self)

    def cancel(self) -> None:
        """Never wait again: a thread that waits for this turn goes on at once, without it. Safe from any thread."""
        self._cancelled.set()
        self._queue.leave_line(self)
        self.granted.set()


class _Current(threading.local):
    """The turn that this thread holds."""

    turn: Turn | None = None


_CURRENT = _Current()


@contextmanager
def yield_turn() -> Iterator[None]:
    """Give this thread's turn to others while it waits for something; does nothing in a thread that holds none.

    Afterwards the thread waits for its turn again, ahead of all who arrived later.
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
