"""The classes of this process, by their codes."""

import secrets
import threading
import time
from collections.abc import Callable

from components.classroom.classroom import Classroom
from components.model.user_errors import UserError

ALPHABET = "BCDFGHJKMNPQRTVWXYZ2346789"  # none that is taken for another, and no vowels: codes spell nothing
CODE_LENGTH = 4
MOST_CLASSES = 50
IDLE_S = 3 * 3600.0


class ClassDesk:
    """Starts classes and finds them. Safe to use from many threads."""

    def __init__(self, *, clock: Callable[[], float] = time.time) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._classes: dict[str, Classroom] = {}

    def start(self) -> Classroom:
        """A new class.

        Raises:
            UserError: There are too many.
        """
        with self._lock:
            now = self._clock()
            self._classes = {
                code: one for code, one in self._classes.items() if one.state.open and now - one.seen < IDLE_S
            }
            if len(self._classes) >= MOST_CLASSES:
                raise UserError(f"{MOST_CLASSES} classes are under way on this server. Please try again later.")
            code = ""
            while not code or code in self._classes:
                code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
            self._classes[code] = Classroom(code, clock=self._clock)
            return self._classes[code]

    def find(self, code: str) -> Classroom | None:
        """The class of a code, however it was typed."""
        return self._classes.get(code.strip().upper()[:CODE_LENGTH])

    @property
    def students(self) -> int:
        """Telephones in all classes that are under way."""
        return sum(one.students for one in tuple(self._classes.values()))

    def owned(self, code: str, key: str) -> Classroom | None:
        """The class of a code, for whoever started it."""
        found = self.find(code)
        return found if found is not None and found.owned_by(key) else None

    def end(self, classroom: Classroom) -> None:
        """Close a class and forget it."""
        classroom.close()
        with self._lock:
            self._classes.pop(classroom.code, None)


DESK = ClassDesk()
