"""How many pages one address may hold open, so that one machine cannot take all that a server has.

The limit is a hall's: three hundred students share the address of its Wi-Fi. The address is the connection's own, or
the one that a trusted proxy tells of; which proxies are trusted is uvicorn's setting, ``FORWARDED_ALLOW_IPS``, this
machine alone where it is not set. A page past the limit is told to come back, and asks again by itself.
"""

from collections import Counter

from starlette.types import ASGIApp, Receive, Scope, Send

MOST_PAGES = 600
TRY_AGAIN = 1013  # of a websocket: https://www.iana.org/assignments/websocket


class AddressLimits:
    """Middleware that closes the socket of a page that is one too many."""

    def __init__(self, app: ASGIApp, most: int = MOST_PAGES) -> None:
        self._app, self._most = app, most
        self._open: Counter[str] = Counter()  # the server's loop alone changes it

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        address = str(scope["client"][0]) if scope["type"] == "websocket" and scope.get("client") else ""
        if not address:
            await self._app(scope, receive, send)
            return
        if self._open[address] >= self._most:
            await receive()  # that it wants to connect
            await send({"type": "websocket.close", "code": TRY_AGAIN, "reason": "Many pages are open here."})
            return
        self._open[address] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]
