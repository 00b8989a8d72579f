"""A client of Marionette, Firefox's remote protocol: JSON messages over a socket, each behind its length.

https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html
"""

import json
import socket
import time
from typing import Any

_SECONDS_TO_START = 60
_SECONDS_TO_ANSWER = 120


class MarionetteClient:
    """A session with a Firefox that listens at a port of this machine."""

    def __init__(self, port: int) -> None:
        self._socket = _connected(port)
        self._socket.settimeout(_SECONDS_TO_ANSWER)
        self._number = 0
        self._read()  # the browser introduces itself
        self.ask("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {"pageLoadStrategy": "none"}}})

    def ask(self, command: str, parameters: dict[str, Any]) -> Any:
        """Send a command and return its result.

        Raises:
            RuntimeError: The browser reports an error.
        """
        self._number += 1
        message = json.dumps([0, self._number, command, parameters]).encode()
        self._socket.sendall(b"%d:%b" % (len(message), message))
        _, _, error, result = self._read()
        if error:
            raise RuntimeError(f"{command}: {error['message']}")
        return result.get("value", result) if isinstance(result, dict) else result

    def close(self) -> None:
        """End the connection."""
        self._socket.close()

    def _read(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self._received(1)
        return json.loads(self._received(int(length[:-1])))

    def _received(self, count: int) -> bytes:
        parts = b""
        while len(parts) < count:
            part = self._socket.recv(count - len(parts))
            if not part:
                raise RuntimeError("Firefox has closed the connection")
            parts += part
        return parts


def _connected(port: int) -> socket.socket:
    deadline = time.monotonic() + _SECONDS_TO_START
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port))
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)  # between two tries, not a guess at how long it takes
