"""Sends small messages at once.

A rerun sends many small websocket messages. Unless told otherwise, the system holds the second back until the browser
has acknowledged the first (Nagle's algorithm), and browsers take 40 ms or more to do that: most of the time between a
click and its answer. asyncio turns this off for sockets it makes itself; Streamlit hands it sockets of its own.
"""

import socket

from starlette.types import ASGIApp, Receive, Scope, Send


class TcpNoDelay:
    """Middleware that turns Nagle's algorithm off for websockets. Where it cannot reach the socket, it does nothing."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] == "websocket":
            # The server's protocol object, whose method this function is; ASGI has no other way to it.
            transport = getattr(getattr(send, "__self__", None), "transport", None)
            connection = transport.get_extra_info("socket") if transport is not None else None
            if connection is not None and connection.family in (socket.AF_INET, socket.AF_INET6):
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        await self._app(scope, receive, send)
