"""Turn off Nagle's algorithm, so that small messages are sent at once.

A rerun sends many small websocket messages, and an HTTP response is sent as headers and body. With Nagle's algorithm
the system holds back the second message until the first is acknowledged, and browsers take 40 ms or more for that: most
of the time between a click and its answer. asyncio turns it off for sockets that it creates; Streamlit passes it its
own sockets.
"""

import socket
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send


class TcpNoDelay:
    """ASGI middleware that sets TCP_NODELAY, if it can reach the socket.

    It must be the outermost middleware: others wrap ``receive`` and ``send`` and hide the socket.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection or request."""
        connection = accepted_socket(receive) or accepted_socket(send)
        if connection is not None and connection.family in (socket.AF_INET, socket.AF_INET6):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        await self._app(scope, receive, send)


def accepted_socket(method: Receive | Send) -> Any | None:
    """The socket of the server protocol that this method is bound to, or None. ASGI offers no other access."""
    transport = getattr(getattr(method, "__self__", None), "transport", None)
    return None if transport is None else transport.get_extra_info("socket")
