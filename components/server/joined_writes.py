"""Write the messages that a websocket sends in one turn of the event loop with one system call.

A rerun sends dozens of small messages, and the system call of each costs more than the rest of sending it. What is
written to the connection is collected until the turn ends, or until it is as much as is worth a system call of its own.
Bytes and their order stay the same, and control frames are among them, since everything that a protocol writes goes
through its transport. Responses over HTTP are not affected.

A browser that takes nothing for :data:`STALL_S` is cut off. What waits for it, up to several hundred messages, would
else stay in memory for as long as its connection does, even after the connection was closed on this side.
"""

import asyncio
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send

STALL_S = 30.0  # seconds
LIMIT = 64 * 1024  # bytes to collect: asyncio's transports ask protocols to pause when as much waits to be sent


class JoinedWrites:
    """ASGI middleware that joins the writes of websockets, if it can reach their transports.

    As :class:`components.server.tcp_nodelay.TcpNoDelay`, it must be outside all middleware that wraps ``send``.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection or request."""
        if scope["type"] == "websocket":
            protocol: Any = getattr(send, "__self__", None)
            transport = getattr(protocol, "transport", None)
            if isinstance(transport, asyncio.Transport):
                protocol.transport = JoiningTransport(transport, asyncio.get_running_loop())
        await self._app(scope, receive, send)


class JoiningTransport:
    """A transport that writes what it is given in one turn of the event loop together.

    Everything else is done by the transport that it stands for. Not thread-safe, as any transport.

    Args:
        transport: The transport that it stands for.
        loop: The event loop of the transport.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._parts: list[bytes] = []
        self._size = 0
        self._written = 0  # bytes passed on to the transport
        self._is_watched = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Write data after everything written so far, before the next turn of the loop."""
        if self._size + len(data) > LIMIT:
            self.flush()
        if len(data) > LIMIT:
            self._pass_on(data)
            return
        if not self._parts:
            self._loop.call_soon(self.flush)
        self._parts.append(bytes(data))
        self._size += len(data)

    def writelines(self, lines: Any) -> None:
        """Write several pieces of data."""
        for data in lines:
            self.write(data)

    def flush(self) -> None:
        """Pass on to the transport what was collected."""
        parts, self._parts, self._size = self._parts, [], 0
        if parts:
            self._pass_on(b"".join(parts))

    def _pass_on(self, data: bytes | bytearray | memoryview) -> None:
        self._transport.write(data)
        self._written += len(data)
        if not self._is_watched and self._transport.get_write_buffer_size():
            self._watch()

    def _watch(self, taken: int | None = None) -> None:
        """Cut the browser off if it takes nothing until later; ``taken`` bytes were sent when it was last looked at."""
        waiting = self._transport.get_write_buffer_size()
        now_taken = self._written - waiting
        self._is_watched = waiting > 0
        if waiting and now_taken == taken:
            self._transport.abort()
        elif waiting:
            self._loop.call_later(STALL_S, self._watch, now_taken)

    def get_write_buffer_size(self) -> int:
        """The number of bytes that wait to be sent."""
        return self._size + self._transport.get_write_buffer_size()

    def write_eof(self) -> None:
        """Close the writing end after all that was written."""
        self.flush()
        self._transport.write_eof()

    def close(self) -> None:
        """Close the connection once everything is written."""
        self.flush()
        self._transport.close()

    def abort(self) -> None:
        """Close the connection at once, without what waits to be sent."""
        self._parts, self._size = [], 0
        self._transport.abort()
