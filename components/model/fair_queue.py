"""Fair queueing for a resource that exists only once.

While others wait, no client is served twice in a row, so none gets more than half of the time; nor does any hold more
than half of the places in the queue. A client is a visit or, with all of their pages, the lecturer of a class, because
a whole lecture hall may share one address. Lecturers have one more place. Clients without a key are not limited.

:class:`FairQueue` is the queue; jobs that run in the background (:mod:`components.model.job_queue`) stand in it, and so
do threads that wait for a :class:`FairLock`.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Generic, TypeVar

from components.model.user_errors import Busy

LECTURER_PREFIX = "class "  # begins the key of who holds a class

Entry = TypeVar("Entry")


class FairQueue(Generic[Entry]):
    """The entries that wait for a resource, and the one that has it. The owner's lock guards it.

    Args:
        limit: The number of places in the queue.
        full: The error message when all places are taken.
        several: The error message when the client already holds half of the places.
    """

    def __init__(self, limit: int, *, full: str, several: str) -> None:
        self._limit, self._full, self._several = limit, full, several
        self._waiting: list[tuple[Entry, str]] = []
        self._served: tuple[Entry, str] | None = None

    @property
    def waiting(self) -> list[Entry]:
        """The entries that wait, in order."""
        return [entry for entry, _ in self._waiting]

    @property
    def served(self) -> Entry | None:
        """The entry that has the resource."""
        return None if self._served is None else self._served[0]

    def join(self, entry: Entry, client: str) -> None:
        """Insert an entry at its fair position.

        Raises:
            Busy: There is no place for it.
        """
        clients = [other for _, other in self._waiting]
        if len(clients) >= self._limit + client.startswith(LECTURER_PREFIX):
            raise Busy(self._full)
        if not may_wait(clients, client, self._limit):
            raise Busy(self._several)
        served = "" if self._served is None else self._served[1]
        self._waiting.insert(fair_position(clients, client, served=served), (entry, client))

    def serve_next(self) -> Entry | None:
        """Give the resource to the first entry and return it; None if the resource is taken or nobody waits."""
        if self._served is not None or not self._waiting:
            return None
        self._served = self._waiting.pop(0)
        return self._served[0]

    def leave(self, entry: Entry) -> None:
        """Remove an entry from the queue, or take the resource from it."""
        self._waiting = [other for other in self._waiting if other[0] is not entry]
        if self.served is entry:
            self._served = None


class FairLock:
    """A lock that threads get in fair order. The arguments are those of :class:`FairQueue`."""

    def __init__(self, limit: int, *, full: str, several: str) -> None:
        self._lock = threading.Lock()
        self._queue = FairQueue[threading.Event](limit, full=full, several=several)

    @property
    def contended(self) -> bool:
        """Whether a thread waits for the lock."""
        return bool(self._queue.waiting)

    @contextmanager
    def hold(self, client: str = "", *, on_wait: Callable[[int], None], tick_s: float) -> Iterator[None]:
        """Hold the lock.

        Args:
            client: The client of the thread.
            on_wait: Called every ``tick_s`` seconds of waiting with the number of threads ahead; if it raises, the
                thread leaves the queue.
            tick_s: Seconds between two calls of ``on_wait``.

        Raises:
            Busy: Too many threads are waiting.
        """
        turn = threading.Event()
        with self._lock:
            self._queue.join(turn, client)
            self._grant()
        try:
            while not turn.wait(tick_s):
                if turn in (waiting := self._queue.waiting):
                    on_wait(waiting.index(turn) + 1)
            yield
        finally:
            with self._lock:
                self._queue.leave(turn)
                self._grant()

    def _grant(self) -> None:
        """Wake the next thread. The lock must be held."""
        if (turn := self._queue.serve_next()) is not None:
            turn.set()


def may_wait(clients: Sequence[str], client: str, places: int) -> bool:
    """Whether one more request of a client may wait.

    Args:
        clients: The clients that wait.
        client: The client of the request.
        places: The number of places in the queue.
    """
    return not client or clients.count(client) < max(1, places // 2)


def fair_position(clients: Sequence[str], client: str, *, served: str = "") -> int:
    """The position in the queue of a new request.

    Args:
        clients: The clients that wait, in order.
        client: The client of the request.
        served: The client that is being served.
    """
    if not client:
        return len(clients)

    def turn(other: str, before: Sequence[str]) -> int:
        return [*before, served].count(other) if other else 0

    own_turn = turn(client, clients)
    return next((n for n, ahead in enumerate(clients) if turn(ahead, clients[:n]) > own_turn), len(clients))
