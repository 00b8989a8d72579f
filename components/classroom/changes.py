"""Phones wait for the next change of their class: one look at the store serves all of them.

A phone that knows the current version leaves its request open until there is another one, so a new question reaches
three hundred phones in a fraction of a second and they ask seldom meanwhile.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from starlette.concurrency import run_in_threadpool

LOOK_S = 0.25  # between two looks at the store
WAITER_LIMIT = 4_000  # requests of a class that wait at once; a further one is answered at once


@dataclass
class _Watch:
    """A class that phones wait for.

    Attributes:
        version: The version at the last look.
        changed: Set, and replaced, when the version is another one.
        waiting: How many requests wait.
        task: Looks at the store.
    """

    version: int | None
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    waiting: int = 0
    task: "asyncio.Task[None] | None" = None


class ChangeWatch:
    """Waits for changes of classes. To be used by one event loop.

    Args:
        version: Returns the current version of the class with a code; None if there is none. Called in a thread.
        look_s: Seconds between two looks at a class that phones wait for.
    """

    def __init__(self, version: Callable[[str], int | None], look_s: float = LOOK_S) -> None:
        self._version, self._look_s = version, look_s
        self._watches: dict[str, _Watch] = {}

    async def wait(self, code: str, known: int, timeout_s: float) -> None:
        """Return when the class has another version than ``known``, or after ``timeout_s`` seconds."""
        watch = self._watches.setdefault(code, _Watch(known))
        if watch.waiting >= WAITER_LIMIT:
            return
        watch.waiting += 1
        if watch.task is None:
            watch.task = asyncio.get_running_loop().create_task(self._look(code, watch))
        try:
            async with asyncio.timeout(timeout_s):
                if watch.version == known:
                    await watch.changed.wait()
        except TimeoutError:
            pass
        finally:
            watch.waiting -= 1

    async def _look(self, code: str, watch: _Watch) -> None:
        """Look at the store until nobody waits."""
        try:
            while watch.waiting:
                version = await run_in_threadpool(self._version, code)
                if version != watch.version:
                    watch.version = version
                    watch.changed.set()
                    watch.changed = asyncio.Event()
                await asyncio.sleep(self._look_s)
        finally:
            watch.changed.set()
            if self._watches.get(code) is watch:
                del self._watches[code]
