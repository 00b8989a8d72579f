"""The classes that are under way, by their codes."""

import secrets
import threading
from collections.abc import Callable

from components.classroom.addresses import address_digest
from components.classroom.allowance import steady_time
from components.classroom.classroom import Classroom, new_facts
from components.classroom.shared import shared_shelf
from components.classroom.store import MemoryShelf, Shelf, Unreachable
from components.model.user_errors import UserError

ALPHABET = "BCDFGHJKMNPQRTVWXYZ2346789"  # none that is taken for another, and no vowels: codes spell nothing
CODE_LENGTH = 5
MOST_CLASSES = 50
CLASSES_FROM_ADDRESS = 2


class ClassDesk:
    """Starts classes and finds them. Safe to use from many threads.

    Args:
        shelf: Where they are kept; in this process, if it is not given.
        clock: Seconds that never jump.
    """

    def __init__(self, shelf: Shelf | None = None, *, clock: Callable[[], float] = steady_time) -> None:
        self._clock = clock
        self._shelf: Shelf = shelf or MemoryShelf(clock)
        self._starting = threading.Lock()

    def start(self, address: str = "") -> Classroom:
        """A new class.

        Args:
            address: Of whoever starts it; "" where it is not known, or the limit of an address is not meant for them.

        Raises:
            UserError: There are too many.
        """
        with self._starting:
            codes = list(self._shelf.codes())
            if len(codes) >= MOST_CLASSES:
                raise UserError(f"This server already has {MOST_CLASSES} classes, the limit. Try again later.")
            if address and sum(map(self._started_from(address), codes)) >= CLASSES_FROM_ADDRESS:
                raise UserError(
                    f"Your network already has {CLASSES_FROM_ADDRESS} classes, the limit. "
                    "End one of them first. A class that nobody joins ends after ten minutes."
                )
            store = None
            while store is None:
                code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
                store = self._shelf.put(code, new_facts(self._clock(), address))
        return Classroom(code, store, clock=self._clock)

    def _started_from(self, address: str) -> Callable[[str], bool]:
        def started(code: str) -> bool:
            store = self._shelf.find(code)
            facts = None if store is None else store.facts
            return facts is not None and facts.started_from == address_digest(facts.key, address)

        return started

    def find(self, code: str) -> Classroom | None:
        """The class of a code, however it was typed."""
        named = normalised(code)
        store = self._shelf.find(named)
        return None if store is None else Classroom(named, store, clock=self._clock)

    def ended(self, code: str) -> bool:
        """Whether the class of a code was ended by its lecturer a while ago."""
        return self._shelf.ended(normalised(code))

    @property
    def students(self) -> int:
        """Phones in all classes that are under way."""
        try:
            return sum(one.students for code in self._shelf.codes() if (one := self.find(code)) is not None)
        except Unreachable:
            return 0

    def owned(self, code: str, key: str) -> Classroom | None:
        """The class of a code, for whoever started it."""
        found = self.find(code)
        return found if found is not None and found.owned_by(key) else None

    def end(self, classroom: Classroom) -> None:
        """Close a class and forget it."""
        classroom.close()
        self._shelf.remove(classroom.code)


def normalised(code: str) -> str:
    """A code as it is kept, however it was typed."""
    return code.strip().upper()[:CODE_LENGTH]


DESK = ClassDesk(shared_shelf())
