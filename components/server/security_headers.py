"""Headers that hold the browser to what this app needs: nothing from elsewhere.

Other sites may not put it into a frame, unless whoever runs the server names them: a course page, for instance, by
``RIVERBANK_FRAME_ANCESTORS="https://course.example.org"``. Several are separated by spaces.
"""

import base64
import hashlib
import os
import re
from collections.abc import Mapping, MutableMapping
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from components.server.shell import inline_scripts


def _inline_scripts() -> str:
    """The hashes of the scripts inside the app's page, as a policy names them."""
    digests = (base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in inline_scripts())
    return " ".join(f"'sha256-{digest}'" for digest in digests)


FRAMES_VARIABLE = "RIVERBANK_FRAME_ANCESTORS"
_HOST = re.compile(r"[\w.-]+(:\d+)?|\[[0-9a-fA-F:]+\](:\d+)?")
_ORIGIN = re.compile(r"https?://[\w.*-]+(:(\d+|\*))?")


def frame_ancestors(environment: Mapping[str, str] = os.environ) -> str:
    """The directive that says which sites may show the app in a frame: itself, and those that the operator names.

    Raises:
        ValueError: What is named is not the address of a site.
    """
    named = environment.get(FRAMES_VARIABLE, "").split()
    for origin in named:
        if not _ORIGIN.fullmatch(origin):
            raise ValueError(f"{FRAMES_VARIABLE}: “{origin}” is not a site such as https://course.example.org")
    return " ".join(("frame-ancestors 'self'", *named))


# Streamlit's own page needs inline styles; elements of our own are loaded from blob: addresses.
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
    """The directive that says where a page may connect to: the host that it came from, by its websocket, too.

    Older browsers do not count a websocket of the same host to what 'self' names.
    """
    sockets = (f"ws://{host}", f"wss://{host}") if _HOST.fullmatch(host) else ()
    return " ".join(("connect-src 'self'", *sockets))


class SecurityHeaders:
    """Middleware that adds the headers to every answer."""

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
    # A page of ours in a frame brings its own.
    policy = headers.get("Content-Security-Policy") or f"{POLICY}; {connections(host)}"
    headers["Content-Security-Policy"] = f"{policy}; {frames}"
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Referrer-Policy"] = "same-origin"
