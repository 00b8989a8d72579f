"""Collects garbage while nobody waits.

Streamlit collects after every rerun, with the interpreter's lock held: in a server that has been visited that is most
of what a changed word costs. ``runner.postScriptGC`` turns it off (``.streamlit/config.toml``), and this module does it
on a timer instead. What survives a collection is frozen, so that the interpreter's own collections in between pass over
it; a later one of ours thaws it first, since sessions that have left are among it.
"""

import gc
import threading
import time
from collections.abc import Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

QUIET_S = 1.0  # since the last message of any visitor: their page is whole
MIN_INTERVAL_S = 15.0
MAX_INTERVAL_S = 120.0  # where it is never quiet
POLL_S = 0.5


def collect() -> None:
    """Collect everything, frozen objects included, and freeze what is left."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


class CollectionSchedule:
    """Decides when to collect.

    Args:
        work: What is done then.
        clock: Seconds, from any beginning.
    """

    def __init__(self, work: Callable[[], None] = collect, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._work, self._clock = work, clock
        self._last_message = self._last_work = clock()
        self._anything_new = False

    def note_message(self) -> None:
        """A visitor sent something, or was sent something."""
        self._last_message, self._anything_new = self._clock(), True

    def collect_if_due(self) -> bool:
        """Collect if this is a time for it. Returns whether it was."""
        now = self._clock()
        since_work, quiet = now - self._last_work, now - self._last_message >= QUIET_S
        due = since_work >= (MIN_INTERVAL_S if quiet else MAX_INTERVAL_S)
        if not (due and self._anything_new):
            return False
        self._anything_new = False
        self._work()
        self._last_work = self._clock()
        return True


class IdleGarbageCollection:
    """Middleware that watches the websockets' messages and has a thread of its own collect between them."""

    def __init__(self, app: ASGIApp, housekeeper: CollectionSchedule | None = None) -> None:
        self._app, self._housekeeper = app, housekeeper or CollectionSchedule()
        threading.Thread(target=self._serve, name="garbage", daemon=True).start()

    def _serve(self) -> None:
        while True:
            time.sleep(POLL_S)
            self._housekeeper.collect_if_due()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return

        async def noted_receive() -> Message:
            message = await receive()
            self._housekeeper.note_message()
            return message

        async def noted_send(message: Message) -> None:
            await send(message)
            self._housekeeper.note_message()

        await self._app(scope, noted_receive, noted_send)
