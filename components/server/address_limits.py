"""How many pages one address may hold open, so that one machine cannot take all that a server has.

The limit is a hall's: three hundred students share the address of its Wi-Fi, and ``RIVERBANK_PAGES`` sets another. The
address is the connection's own, or the one that a trusted proxy tells of; which proxies are trusted is uvicorn's
setting, ``FORWARDED_ALLOW_IPS``, this machine alone where it is not set. A page past the limit is told to come back,
and asks again by itself; the page of somebody who holds a class under way is let in all the same. A socket that asks
for nothing is no page: it is closed after a while.
"""

import asyncio
import os
from collections import Counter
from collections.abc import Callable, Mapping

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

PAGES_VARIABLE = "RIVERBANK_PAGES"
DEFAULT_PAGE_LIMIT = 600
SILENCE_LIMIT_S = 30.0  # from opening a socket to asking for a page
TRY_AGAIN = 1013  # of a websocket: https://www.iana.org/assignments/websocket

Cookies = Mapping[str, str]


def page_limit(environment: Mapping[str, str] = os.environ) -> int:
    """How many pages an address may hold open.

    Raises:
        ValueError: The operator names something else than a number of pages.
    """
    text = environment.get(PAGES_VARIABLE, "").strip()
    if text and not (text.isdecimal() and int(text) > 0):
        raise ValueError(f"{PAGES_VARIABLE}: “{text}” is not a number of pages such as {DEFAULT_PAGE_LIMIT}")
    return int(text) if text else DEFAULT_PAGE_LIMIT


class AddressLimits:
    """Middleware that closes the socket of a page that is one too many, or that asks for nothing.

    Args:
        app: What is served.
        limit: Pages of an address; the operator's, if None.
        is_exempt: Whether these cookies are of somebody whom the limit is not meant for. Called in a thread.
        silent_s: Seconds for which a socket may ask for nothing.
    """

    def __init__(
        self,
        app: ASGIApp,
        limit: int | None = None,
        is_exempt: Callable[[Cookies], bool] = lambda _: False,
        silent_s: float = SILENCE_LIMIT_S,
    ) -> None:
        self._app, self._limit = app, page_limit() if limit is None else limit
        self._is_exempt, self._silent_s = is_exempt, silent_s
        self._open: Counter[str] = Counter()  # the server's loop alone changes it

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        address = str(scope["client"][0]) if scope.get("client") else ""
        if address and self._open[address] >= self._limit and not await self._is_exempt_visitor(scope):
            await receive()  # that it wants to connect
            # A browser is told why a socket was closed only if it was open.
            await send({"type": "websocket.accept", "subprotocol": next(iter(scope.get("subprotocols", ())), None)})
            await send(
                {"type": "websocket.close", "code": TRY_AGAIN, "reason": "Too many pages are open from this address."}
            )
            return
        self._open[address] += 1
        try:
            await self._app(scope, self._close_when_silent(receive, send), send)
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

    async def _is_exempt_visitor(self, scope: Scope) -> bool:
        cookies = cookie_parser(Headers(scope=scope).get("cookie", ""))
        return bool(cookies) and await run_in_threadpool(self._is_exempt, cookies)

    def _close_when_silent(self, receive: Receive, send: Send) -> Receive:
        has_asked = False

        async def receive_in_time() -> Message:
            nonlocal has_asked
            if has_asked:
                return await receive()
            try:
                async with asyncio.timeout(self._silent_s):
                    message = await receive()
            except TimeoutError:
                await send({"type": "websocket.close", "code": TRY_AGAIN, "reason": "No page was requested."})
                return {"type": "websocket.disconnect", "code": TRY_AGAIN}
            has_asked = message["type"] == "websocket.receive"
            return message

        return receive_in_time
