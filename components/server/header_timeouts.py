"""A connection is closed where no request comes to the end of its headers in time.

Uvicorn closes a connection that has been idle since its last answer, but waits without end for the first request, and
for headers that have begun: a few thousand such connections would take all the files that the process may open. A proxy
in front closes them, too; a server without one needs a limit of its own. (Bodies:
:mod:`components.server.request_timeouts`.)
"""

import asyncio
from typing import ClassVar

from uvicorn.protocols.http import auto
from uvicorn.protocols.http.h11_impl import H11Protocol

HEADERS_S = 15.0  # from the connection, or from the first byte of a later request


class HeaderTimeoutProtocol(H11Protocol):
    """Uvicorn's protocol of a connection, with a limit to the time that headers take."""

    headers_s: ClassVar[float] = HEADERS_S
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._start_timer()

    def data_received(self, data: bytes) -> None:
        """Stop waiting where a request has come; go on, or begin to wait, where it is not complete."""
        super().data_received(data)
        if self._is_waiting():
            self._start_timer()
        else:
            self._stop_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._stop_timer()
        super().connection_lost(exc)

    def _is_waiting(self) -> bool:
        """Whether the headers of a request are to come. A websocket's connection has a protocol of its own by then."""
        is_http = self.transport.get_protocol() is self
        return is_http and (self.cycle is None or self.cycle.response_complete)

    def _start_timer(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(self.headers_s, self._close)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _close(self) -> None:
        self._timer = None
        if self._is_waiting():
            self.transport.close()


def limit_header_time() -> None:
    """Have the servers that this process starts from now on close such connections."""
    auto.AutoHTTPProtocol = HeaderTimeoutProtocol  # what uvicorn takes where it is told none, as by Streamlit
