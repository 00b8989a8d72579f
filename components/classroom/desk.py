"""The classes that are under way, by their codes."""

import secrets
import time
from collections.abc import Callable

from components.classroom.classroom import Classroom, new_facts
from components.classroom.shared import shared_shelf
from components.classroom.store import MemoryShelf, Shelf, Unreachable
from components.model.user_errors import UserError

ALPHABET = "BCDFGHJKMNPQRTVWXYZ2346789"  # none that is taken for another, and no vowels: codes spell nothing
CODE_LENGTH = 4
MOST_CLASSES = 50


class ClassDesk:
    """Starts classes and finds them. Safe to use from many threads.

    Args:
        shelf: Where they are kept; in this process, if it is not given.
        clock: Seconds since 1970.
    """

    def __init__(self, shelf: Shelf | None = None, *, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._shelf: Shelf = shelf or MemoryShelf(clock)

    def start(self) -> Classroom:
        """A new class.

        Raises:
            UserError: There are too many.
        """
        if len(list(self._shelf.codes())) >= MOST_CLASSES:
            raise UserError(f"{MOST_CLASSES} classes are under way on this server. Please try again later.")
        store = None
        while store is None:
            code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
            store = self._shelf.put(code, new_facts(self._clock()))
        return Classroom(code, store, clock=self._clock)

    def find(self, code: str) -> Classroom | None:
        """The class of a code, however it was typed."""
        named = code.strip().upper()[:CODE_LENGTH]
        store = self._shelf.find(named)
        return None if store is None else Classroom(named, store, clock=self._clock)

    @property
    def students(self) -> int:
        """Telephones in all classes that are under way."""
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


DESK = ClassDesk(shared_shelf())
