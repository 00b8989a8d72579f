"""The classes that are under way, by their codes."""

import secrets
import threading
from collections.abc import Callable

from components.classroom.addresses import address_digest
from components.classroom.classroom import Classroom, new_class_state
from components.classroom.rate_limits import steady_time
from components.classroom.shared import shared_class_registry
from components.classroom.store import ClassRegistry, MemoryClassRegistry, StoreUnreachable
from components.model.user_errors import UserError

ALPHABET = "BCDFGHJKMNPQRTVWXYZ2346789"  # none that is taken for another, and no vowels: codes spell nothing
CODE_LENGTH = 5
CLASS_LIMIT = 50
CLASSES_PER_ADDRESS = 2


class ClassDirectory:
    """Starts classes and finds them. Safe to use from many threads.

    Args:
        shelf: Where they are kept; in this process, if it is not given.
        clock: Seconds that never jump.
    """

    def __init__(self, registry: ClassRegistry | None = None, *, clock: Callable[[], float] = steady_time) -> None:
        self._clock = clock
        self._registry: ClassRegistry = registry or MemoryClassRegistry(clock)
        self._starting = threading.Lock()

    def start(self, address: str = "") -> Classroom:
        """A new class.

        Args:
            address: Of whoever starts it; "" where it is not known, or the limit of an address is not meant for them.

        Raises:
            UserError: There are too many.
        """
        with self._starting:
            codes = list(self._registry.codes())
            if len(codes) >= CLASS_LIMIT:
                raise UserError(f"This server already has {CLASS_LIMIT} classes, the limit. Try again later.")
            if address and sum(map(self._started_from(address), codes)) >= CLASSES_PER_ADDRESS:
                raise UserError(
                    f"Your network already has {CLASSES_PER_ADDRESS} classes, the limit. "
                    "End one of them first. A class that nobody joins ends after ten minutes."
                )
            store = None
            while store is None:
                code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
                store = self._registry.put(code, new_class_state(self._clock(), address))
        return Classroom(code, store, clock=self._clock)

    def _started_from(self, address: str) -> Callable[[str], bool]:
        def started(code: str) -> bool:
            store = self._registry.find(code)
            state = None if store is None else store.state
            return state is not None and state.started_from == address_digest(state.key, address)

        return started

    def find(self, code: str) -> Classroom | None:
        """The class of a code, however it was typed."""
        named = normalise_code(code)
        store = self._registry.find(named)
        return None if store is None else Classroom(named, store, clock=self._clock)

    def has_ended(self, code: str) -> bool:
        """Whether the class of a code was ended by its lecturer a while ago."""
        return self._registry.has_ended(normalise_code(code))

    @property
    def students(self) -> int:
        """Phones in all classes that are under way."""
        try:
            return sum(
                classroom.students for code in self._registry.codes() if (classroom := self.find(code)) is not None
            )
        except StoreUnreachable:
            return 0

    def find_owned(self, code: str, key: str) -> Classroom | None:
        """The class of a code, for whoever started it."""
        classroom = self.find(code)
        return classroom if classroom is not None and classroom.is_owner(key) else None

    def end(self, classroom: Classroom) -> None:
        """Close a class and forget it."""
        classroom.close()
        self._registry.remove(classroom.code)


def normalise_code(code: str) -> str:
    """A code as it is kept, however it was typed."""
    return code.strip().upper()[:CODE_LENGTH]


CLASSES = ClassDirectory(shared_class_registry())
