"""The running classes, by their codes."""

import secrets
import threading
from collections.abc import Callable, Iterable

from components.classroom.classroom import Classroom, new_class_state
from components.classroom.rate_limits import steady_time
from components.classroom.shared import shared_class_registry
from components.classroom.store import UNJOINED_S, ClassRegistry, MemoryClassRegistry, StoreUnreachable
from components.model.user_errors import UserError

ALPHABET = (
    "BCDFGHJKMNPQRTVWXYZ2346789"  # without characters that look alike, and without vowels, so that codes spell no words
)
CODE_LENGTH = 5
CLASS_LIMIT = 50
CLASSES_PER_ADDRESS = 2


class ClassDirectory:
    """Starts, finds and ends classes. Thread-safe.

    Args:
        registry: Holds the stores of the classes; None keeps them in this process.
        clock: Returns seconds that never jump.
    """

    def __init__(self, registry: ClassRegistry | None = None, *, clock: Callable[[], float] = steady_time) -> None:
        self._clock = clock
        self._registry: ClassRegistry = registry or MemoryClassRegistry(clock)
        self._starting = threading.Lock()

    def start(self, address: str = "") -> Classroom:
        """Start a class.

        Args:
            address: The lecturer's IP address; "" if unknown or exempt from the limit per address.

        Raises:
            UserError: There are too many classes, on the server or from this address.
        """
        with self._starting:
            running = list(filter(None, map(self.find, self._registry.codes())))
            of_address = [each for each in running if address and each.is_started_from(address)]
            if len(of_address) >= CLASSES_PER_ADDRESS:
                raise UserError(
                    f"Your network already has {CLASSES_PER_ADDRESS} classes, the limit. "
                    f"End one of them first. A class that nobody joins ends after {UNJOINED_S / 60:.0f} minutes."
                )
            if len(running) >= CLASS_LIMIT:
                self._make_room(running)
            store = None
            while store is None:
                code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
                store = self._registry.put(code, new_class_state(self._clock(), address))
        return Classroom(code, store, clock=self._clock)

    def _make_room(self, running: Iterable[Classroom]) -> None:
        """End the class that has waited longest for its first phone, so that nobody keeps lecturers out with others."""
        waiting = {each: state.last_active for each in running if not (state := each.state).has_phones}
        if not waiting:
            raise UserError(f"This server already has {CLASS_LIMIT} classes, the limit. Try again later.")
        self.end(min(waiting, key=waiting.__getitem__))

    def find(self, code: str) -> Classroom | None:
        """The running class with this code, in upper or lower case, or None."""
        named = normalise_code(code)
        store = self._registry.find(named)
        return None if store is None else Classroom(named, store, clock=self._clock)

    def has_ended(self, code: str) -> bool:
        """Whether the class with this code was recently ended by its lecturer."""
        return self._registry.has_ended(normalise_code(code))

    @property
    def students(self) -> int:
        """The number of phones in all running classes."""
        try:
            return sum(
                classroom.students for code in self._registry.codes() if (classroom := self.find(code)) is not None
            )
        except StoreUnreachable:
            return 0

    def find_owned(self, code: str, key: str) -> Classroom | None:
        """The running class with this code if ``key`` is its key, else None."""
        classroom = self.find(code)
        return classroom if classroom is not None and classroom.is_owner(key) else None

    def find_remote(self, code: str, key: str) -> Classroom | None:
        """The running class with this code if ``key`` is that of a lecturer's phone, else None."""
        classroom = self.find(code)
        return classroom if classroom is not None and classroom.remotes.admits(key) else None

    def end(self, classroom: Classroom) -> None:
        """End a class and delete it."""
        classroom.close()
        self._registry.remove(classroom.code)


def normalise_code(code: str) -> str:
    """A typed code in its stored form: upper case, without spaces and dashes."""
    return "".join(filter(str.isalnum, code)).upper()[:CODE_LENGTH]


CLASSES = ClassDirectory(shared_class_registry())
