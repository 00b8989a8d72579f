"""Security headers: the browser loads nothing from other servers.

Other sites may not embed the app in a frame unless the operator allows them, for example a course page with
``RIVERBANK_FRAME_ANCESTORS="https://course.example.org"``. Several sites are separated by spaces.
"""

import os
import re
from collections.abc import Mapping, MutableMapping
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from components.server.downloads.policy_hash import policy_hash
from components.server.shell import inline_scripts


def _inline_scripts() -> str:
    """The hashes of the page's inline scripts, as sources of a Content-Security-Policy."""
    return " ".join(map(policy_hash, inline_scripts()))


FRAMES_VARIABLE = "RIVERBANK_FRAME_ANCESTORS"
_HOST = re.compile(r"[\w.-]+(:\d+)?|\[[0-9a-fA-F:]+\](:\d+)?")
_ORIGIN = re.compile(r"https?://[\w.*-]+(:(\d+|\*))?")


def frame_ancestors(environment: Mapping[str, str] = os.environ) -> str:
    """The ``frame-ancestors`` directive: the app itself and the sites that the operator allows.

    Raises:
        ValueError: An entry of the variable is not the address of a site.
    """
    named = environment.get(FRAMES_VARIABLE, "").split()
    for origin in named:
        if not _ORIGIN.fullmatch(origin):
            raise ValueError(f"{FRAMES_VARIABLE}: “{origin}” is not a site such as https://course.example.org")
    return " ".join(("frame-ancestors 'self'", *named))


# Streamlit's page needs inline styles; custom elements are loaded from blob: URLs.
POLICY = "; ".join(
    (
        "default-src 'self'",
        f"script-src 'self' blob: {_inline_scripts()}",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "frame-src 'self' blob: data:",
        "worker-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
    )
)


def connections(host: str) -> str:
    """The ``connect-src`` directive: the page's own host, including its websocket.

    In older browsers 'self' does not include websockets of the same host.
    """
    sockets = (f"ws://{host}", f"wss://{host}") if _HOST.fullmatch(host) else ()
    return " ".join(("connect-src 'self'", *sockets))


class SecurityHeaders:
    """ASGI middleware that adds the headers to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self._app, self._frames = app, frame_ancestors()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add_headers(message, Headers(scope=scope).get("host", ""), self._frames)
            await send(message)

        await self._app(scope, receive, send_with_headers if scope["type"] == "http" else send)


def _add_headers(message: MutableMapping[str, Any], host: str, frames: str) -> None:
    headers = MutableHeaders(scope=message)
    # A page that is shown in a frame has its own policy.
    policy = headers.get("Content-Security-Policy") or f"{POLICY}; {connections(host)}"
    headers["Content-Security-Policy"] = f"{policy}; {frames}"
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Referrer-Policy"] = "same-origin"
