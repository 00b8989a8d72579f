"""Run the garbage collector while no visitor is waiting.

Streamlit collects after every rerun and holds the GIL meanwhile; on a server with visitors, that is most of the cost of
a rerun. ``runner.postScriptGC`` turns it off (``.streamlit/config.toml``), and this module collects on a timer instead.
Objects that survive are frozen, so that the interpreter's own collections skip them; the next collection here unfreezes
them first, since sessions that have closed are among them.

Streamlit keeps the session of a closed page for a while, in case the page comes back, and looks for those to forget
only when it keeps another one. Here it also looks when that while is over.
"""

import asyncio
import gc
import threading
import time
from collections.abc import Callable
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit import config, runtime

QUIET_S = 1.0  # since the last message to or from any visitor
MIN_INTERVAL_S = 15.0
MAX_INTERVAL_S = 120.0  # even if it is never quiet
POLL_S = 0.5
FORGET_MARGIN_S = 1.0  # after the time for which Streamlit keeps a session


def collect() -> None:
    """Collect all garbage, including frozen objects, and freeze the survivors."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


class CollectionSchedule:
    """Decides when to collect.

    Args:
        work: Called to collect.
        clock: Returns seconds since any fixed moment.
    """

    def __init__(self, work: Callable[[], None] = collect, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._work, self._clock = work, clock
        self._last_message = self._last_work = clock()
        self._anything_new = False

    def note_message(self) -> None:
        """Note that a message was sent to or received from a visitor."""
        self._last_message, self._anything_new = self._clock(), True

    def collect_if_due(self) -> bool:
        """Collect if it is due. Returns whether it did."""
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
    """ASGI middleware that watches websocket messages; its own thread collects between them."""

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

        try:
            await self._app(scope, noted_receive, noted_send)
        finally:
            kept_s = float(config.get_option("server.disconnectedSessionTTL"))
            asyncio.get_running_loop().call_later(kept_s + FORGET_MARGIN_S, self._forget_sessions)

    def _forget_sessions(self) -> None:
        """Forget the sessions that are kept no longer, and note that there is garbage."""
        if runtime.exists():
            manager: Any = runtime.get_instance()._session_mgr
            len(manager._session_storage._cache)  # counting removes what has expired
            self._housekeeper.note_message()
