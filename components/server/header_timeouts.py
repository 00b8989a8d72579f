"""Close connections whose request headers do not arrive in time.

Uvicorn closes a connection that is idle after an answer, but waits forever for the first request and for headers that
have begun: a few thousand such connections would use up all file descriptors of the process. A proxy in front would
close them; a server without one needs its own limit. (For bodies see :mod:`components.server.request_timeouts`.)
"""

import asyncio
from typing import ClassVar

from uvicorn.protocols.http import auto
from uvicorn.protocols.http.h11_impl import H11Protocol

HEADERS_S = 15.0  # from the connection, or from the first byte of a later request


class HeaderTimeoutProtocol(H11Protocol):
    """Uvicorn's HTTP protocol with a time limit for request headers."""

    headers_s: ClassVar[float] = HEADERS_S
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timer for the first request."""
        super().connection_made(transport)
        self._start_timer()

    def data_received(self, data: bytes) -> None:
        """Stop the timer once the headers are complete; otherwise start it, or let it run."""
        super().data_received(data)
        if self._is_waiting():
            self._start_timer()
        else:
            self._stop_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._stop_timer()
        super().connection_lost(exc)

    def _is_waiting(self) -> bool:
        """Whether request headers are still to come. A websocket connection has another protocol by then."""
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
    """Apply the limit to all servers that this process starts from now on."""
    auto.AutoHTTPProtocol = HeaderTimeoutProtocol  # uvicorn's default; Streamlit names none
