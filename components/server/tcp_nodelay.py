"""Sends small messages at once.

A rerun sends many small websocket messages, and an answer over HTTP leaves as head and body. Unless told otherwise, the
system holds the second back until the other side has acknowledged the first (Nagle's algorithm), and browsers take 40
ms or more to do that: most of the time between a click and its answer. asyncio turns this off for sockets it makes
itself; Streamlit hands it sockets of its own.
"""

import socket
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send


class TcpNoDelay:
    """Middleware that turns Nagle's algorithm off. Where it cannot reach the socket, it does nothing.

    It has to be the outermost: what wraps ``receive`` and ``send`` hides the socket.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection, or one request of it."""
        connection = accepted_socket(receive) or accepted_socket(send)
        if connection is not None and connection.family in (socket.AF_INET, socket.AF_INET6):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        await self._app(scope, receive, send)


def accepted_socket(method: Receive | Send) -> Any | None:
    """The socket of the server's protocol object whose method this is, if it is one; ASGI has no other way to it."""
    transport = getattr(getattr(method, "__self__", None), "transport", None)
    return None if transport is None else transport.get_extra_info("socket")
