"""Limit the pages that one IP address may keep open, so that one machine cannot exhaust the server.

The default allows for a lecture hall: three hundred students share the address of its Wi-Fi. ``RIVERBANK_PAGES`` sets
another limit. The address is that of the connection, or the one that a trusted proxy forwards; uvicorn's setting
``FORWARDED_ALLOW_IPS`` says which proxies are trusted (by default only this machine). The socket of a page over the
limit is closed with "try again later", and the page reconnects by itself. The lecturer of a running class has
:data:`LECTURER_PAGES` of their own. A socket that requests no page is closed after :data:`SILENCE_LIMIT_S`.
"""

import asyncio
import os
from collections import Counter
from collections.abc import Callable, Mapping

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from components.server.page_messages import requests_rerun

PAGES_VARIABLE = "RIVERBANK_PAGES"
DEFAULT_PAGE_LIMIT = 600
LECTURER_PAGES = 30  # of one class, beyond the limit of their address
SILENCE_LIMIT_S = 30.0  # from opening a socket to asking for a page
TRY_AGAIN = 1013  # of a websocket: https://www.iana.org/assignments/websocket

Cookies = Mapping[str, str]


def page_limit(environment: Mapping[str, str] = os.environ) -> int:
    """The number of pages that one address may keep open.

    Raises:
        ValueError: The variable is set, but not to a positive whole number.
    """
    text = environment.get(PAGES_VARIABLE, "").strip()
    if text and not (text.isdecimal() and int(text) > 0):
        raise ValueError(f"{PAGES_VARIABLE}: “{text}” is not a number of pages such as {DEFAULT_PAGE_LIMIT}")
    return int(text) if text else DEFAULT_PAGE_LIMIT


class AddressLimits:
    """ASGI middleware that closes the sockets of pages over the limit, and sockets that request no page.

    Args:
        app: The application to wrap.
        limit: Open pages per address; None reads the environment (:func:`page_limit`).
        held_class: The class that the visitor with these cookies leads; "" for everybody else. Called in a thread.
        silent_s: Seconds after which a socket that has requested nothing is closed; None: :data:`SILENCE_LIMIT_S`.
    """

    def __init__(
        self,
        app: ASGIApp,
        limit: int | None = None,
        held_class: Callable[[Cookies], str] = lambda _: "",
        silent_s: float | None = None,
    ) -> None:
        self._app, self._limit = app, page_limit() if limit is None else limit
        self._held_class, self._silent_s = held_class, SILENCE_LIMIT_S if silent_s is None else silent_s
        self._open: Counter[str] = Counter()  # by address or class; changed only by the server's event loop

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        counted_for = await self._counted_for(scope)
        if counted_for is None:
            await receive()  # the connect message
            # A browser learns the close code only of a socket that was accepted.
            await send({"type": "websocket.accept", "subprotocol": next(iter(scope.get("subprotocols", ())), None)})
            await send(
                {"type": "websocket.close", "code": TRY_AGAIN, "reason": "Too many pages are open from this address."}
            )
            return
        self._open[counted_for] += 1
        try:
            await self._app(scope, self._close_when_silent(receive, send), send)
        finally:
            self._open[counted_for] -= 1
            if not self._open[counted_for]:
                del self._open[counted_for]

    async def _counted_for(self, scope: Scope) -> str | None:
        """The address, or else the class, that may have another page; None if neither may."""
        address = str(scope["client"][0]) if scope.get("client") else ""
        if not address or self._open[address] < self._limit:
            return address
        cookies = cookie_parser(Headers(scope=scope).get("cookie", ""))
        held = await run_in_threadpool(self._held_class, cookies) if cookies else ""
        led = f"class {held}"
        return led if held and self._open[led] < LECTURER_PAGES else None

    def _close_when_silent(self, receive: Receive, send: Send) -> Receive:
        has_asked, loop = False, asyncio.get_running_loop()
        closes_at = loop.time() + self._silent_s

        async def receive_in_time() -> Message:
            nonlocal has_asked
            if has_asked:
                return await receive()
            try:
                async with asyncio.timeout_at(closes_at):
                    message = await receive()
            except TimeoutError:
                await send({"type": "websocket.close", "code": TRY_AGAIN, "reason": "No page was requested."})
                return {"type": "websocket.disconnect", "code": TRY_AGAIN}
            has_asked = message["type"] == "websocket.receive" and requests_rerun(message.get("bytes") or b"")
            return message

        return receive_in_time
