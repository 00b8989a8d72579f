"""The places of a class: which phone has one, and how much of it one address may use.

Nobody can keep the others of a lecture hall out by joining over and over, although they share an address: a phone that
joins is let in, and of those of its address that have done nothing since they joined the first makes room. A real phone
asks for the question as soon as it has joined, and keeps its place from then on.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace

from components.classroom.addresses import address_digest
from components.classroom.errors import ClassroomError
from components.classroom.rate_limits import Allowance, RateLimit
from components.classroom.store import AddressUse, ClassState, ClassStore, Student

UNSEEN_LIMIT = 350  # phones of one address that have done nothing since they joined: a lecture hall joins at once
STAYING_FROM_ADDRESS = RateLimit(350.0, 1.0)  # phones that keep their place; a program may ask for the question, too
SENDING = RateLimit(4.0, 2.0)  # entries of one student
SENDING_FROM_ADDRESS = RateLimit(700.0, 0.05)  # two answers from everybody in such a hall
TOKEN_BYTES = 16


@dataclass(frozen=True)
class _FreeSeat:
    """A place for a phone that joins.

    Attributes:
        state: The state of the class.
        number: The student's number.
        displaced: The token of the phone that had it; "" if it is new.
        from_address: What the phone's address uses then.
    """

    state: ClassState
    number: int
    displaced: str
    from_address: AddressUse


class Seats:
    """The places of a class. Safe to use from many threads.

    Args:
        store: Holds the state of the class.
        clock: Returns seconds that never jump.
    """

    def __init__(self, store: ClassStore, clock: Callable[[], float]) -> None:
        self._store, self._clock = store, clock

    def take(self, address: str = "") -> str:
        """Let a phone join. Returns its token.

        Args:
            address: The phone's IP address; "" if unknown, and then no limit per address applies.

        Raises:
            ClassroomError: The class is full, closed or over.
        """
        digest, token = address_digest(self._store.state.key, address), secrets.token_urlsafe(TOKEN_BYTES)
        self._free_seat(token, digest)  # also before the lock: rejected phones keep nobody waiting
        with self._store.lock():
            seat, now = self._free_seat(token, digest), self._clock()
            if seat.displaced:
                del self._store.students[seat.displaced]
            self._store.students[token] = Student(seat.number, Allowance(SENDING.burst, now))
            self._store.state = replace(seat.state, last_active=now, has_joined=True)
            if digest:
                self._store.addresses[digest] = seat.from_address
            return token

    def _free_seat(self, token: str, digest: str) -> _FreeSeat:
        state, count = self._store.state, len(self._store.students)
        if not state.phone.open:
            raise ClassroomError("This class has ended.")
        if not state.joining_open:
            raise ClassroomError("This class is closed to new students. Ask your lecturer to open it.")
        use = self.address_use(digest, self._clock())
        latest = (*use.latest, token)
        use = replace(use, latest=latest[-UNSEEN_LIMIT:])
        first = self._store.students.get(latest[0]) if len(latest) > UNSEEN_LIMIT else None
        if first is not None and not first.stays:
            return _FreeSeat(state, first.number, latest[0], use)
        if count >= state.student_limit:
            raise ClassroomError("This class is full. Tell your lecturer.")
        return _FreeSeat(state, count + 1, "", use)

    def keep(self, token: str, address: str = "") -> None:
        """Note that a phone has asked for the question since it joined, so that none takes its place.

        One address can do that so often and no more; beyond that, a phone keeps its place once it has sent something.
        One that has lost it joins again before it sends.
        """
        digest = address_digest(self._store.state.key, address)
        if self._kept(token, digest) is None:
            return
        with self._store.lock():
            staying = self._kept(token, digest)
            if staying is not None:
                self._store.students[token], use = staying
                if digest:
                    self._store.addresses[digest] = use

    def _kept(self, token: str, digest: str) -> tuple[Student, AddressUse] | None:
        """A student who stays and the use of their address from now on; None if nothing changes."""
        student = self._store.students.get(token) if token else None
        if student is None or student.has_asked:
            return None
        now = self._clock()
        use = self.address_use(digest, now)
        left = use.staying.spend(STAYING_FROM_ADDRESS, now) if digest else use.staying
        return None if left is None else (replace(student, has_asked=True), replace(use, staying=left))

    def address_use(self, digest: str, now: float) -> AddressUse:
        """What an address uses within the class, by its digest; nothing yet for "" and new ones."""
        new = AddressUse(Allowance(STAYING_FROM_ADDRESS.burst, now), Allowance(SENDING_FROM_ADDRESS.burst, now))
        return self._store.addresses.get(digest, new) if digest else new
