"""Close connections whose request headers do not arrive in time.

Uvicorn closes a connection that is idle after an answer, but waits forever for the first request and for headers that
have begun: a few thousand such connections would use up all file descriptors of the process. A proxy in front would
close them; a server without one needs its own limit. (For bodies see :mod:`components.server.request_timeouts`.)
"""

from asyncio import Protocol, Transport
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

HEADERS_S = 15.0  # from the connection, or from the first byte of a later request
_LIMITS_S: dict[type[Protocol], float] = {}  # of the protocols whose methods have been replaced


class _HeaderTimer:
    """The time limit for the request headers of one connection."""

    def __init__(self, protocol: Any, headers_s: float) -> None:
        self._protocol, self._headers_s = protocol, headers_s
        self.update()

    def update(self) -> None:
        """Stop once the headers are complete; otherwise start, or go on."""
        if not self._is_waiting():
            self.stop()
        elif self._timer is None:
            self._timer = self._protocol.loop.call_later(self._headers_s, self._close)

    _timer: Any = None

    def _is_waiting(self) -> bool:
        """Whether request headers are still to come. A websocket connection has another protocol by then."""
        protocol = self._protocol
        is_http = protocol.transport.get_protocol() is protocol
        return is_http and (protocol.cycle is None or protocol.cycle.response_complete)

    def stop(self) -> None:
        """Stop."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _close(self) -> None:
        self._timer = None
        if self._is_waiting():
            self._protocol.transport.close()


def limit_header_time(protocol: type[Protocol] = AutoHTTPProtocol, headers_s: float | None = None) -> None:
    """Apply the limit to all connections that a protocol serves from now on.

    The methods of the class are replaced, and not the class: a server that imports the app has chosen it by then.

    Args:
        protocol: Uvicorn's HTTP protocol; the default is the one that Streamlit's server has.
        headers_s: The limit in seconds; None for :data:`HEADERS_S`.
    """
    is_limited = protocol in _LIMITS_S
    _LIMITS_S[protocol] = HEADERS_S if headers_s is None else headers_s
    if is_limited:  # an app that is imported anew in one process would add a call to every method
        return
    made, received, lost = protocol.connection_made, protocol.data_received, protocol.connection_lost

    def connection_made(self: Any, transport: Transport) -> None:
        made(self, transport)
        self.header_timer = _HeaderTimer(self, _LIMITS_S[protocol])

    def data_received(self: Any, data: bytes) -> None:
        received(self, data)
        self.header_timer.update()

    def connection_lost(self: Any, exc: Exception | None) -> None:
        self.header_timer.stop()
        lost(self, exc)

    for method in (connection_made, data_received, connection_lost):
        setattr(protocol, method.__name__, method)
