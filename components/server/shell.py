"""Streamlit's index page with an inline script that must run before anything else.

- Streamlit's script guesses the base path of the server: at ``/fill-the-blank`` it first tries that path, and two
  requests return 404. The inline script tells it the base URL.
- A link inside a page makes Streamlit add up to three entries to the browser's history (this page without its query,
  the next page without its query, the next page), so that Back would lead to pages that nobody saw. The inline script
  reduces them to one.
"""

import re
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

import streamlit
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_STREAMLIT_PAGE = (Path(streamlit.__file__).parent / "static" / "index.html").read_bytes()
_HEAD = """
    <script>
      window.__streamlit = { BACKEND_BASE_URL: new URL(".", location.href).href };

      const push = history.pushState.bind(history), replace = history.replaceState.bind(history);
      let moved = false, changed = false; // the page and its query, since the visitor last did something
      for (const type of ["pointerdown", "keydown", "input"]) {
        addEventListener(type, () => (moved = changed = false), true);
      }
      history.pushState = (state, title, url) => {
        const samePage = new URL(url ?? "", location.href).pathname === location.pathname;
        const unseen = samePage ? !location.search && (moved || changed) : changed;
        if (samePage) changed = true;
        else [moved, changed] = [true, false];
        (unseen ? replace : push)(state, title, url);
      };
    </script>
"""
_PAGE = _STREAMLIT_PAGE.replace(b"</head>", _HEAD.encode() + b"</head>", 1)
_FILE_HEADERS = (b"if-none-match", b"if-modified-since", b"range", b"accept-encoding")


def inline_scripts() -> list[str]:
    """The page's inline scripts, which the security policy must name."""
    return re.findall(r"<script>(.*?)</script>", _PAGE.decode(), flags=re.DOTALL)


class PageShell:
    """ASGI middleware that replaces Streamlit's index page by this one."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http" or scope["method"] != "GET" or not _wants_page(scope):
            await self._app(scope, receive, send)
            return
        start: Message | None = None

        async def send_page(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start" and _may_be_the_page(message):
                start = message  # held back until the body is known
                return
            if start is not None:
                body = message.get("body", b"")
                if body == _STREAMLIT_PAGE:
                    message = {**message, "body": _PAGE}
                    _describe_page(start)
                await send(start)
                start = None
            await send(message)

        # Without conditional and encoding headers, so that Streamlit sends its page whole and uncompressed.
        request_headers = [(name, value) for name, value in scope["headers"] if name not in _FILE_HEADERS]
        await self._app({**scope, "headers": request_headers}, receive, send_page)


def _wants_page(scope: Scope) -> bool:
    return "text/html" in Headers(scope=scope).get("accept", "")


def _may_be_the_page(message: MutableMapping[str, Any]) -> bool:
    headers = Headers(raw=message["headers"])
    return message["status"] == 200 and headers.get("content-length") == str(len(_STREAMLIT_PAGE))


def _describe_page(start: MutableMapping[str, Any]) -> None:
    headers = MutableHeaders(raw=start["headers"])
    headers["content-length"] = str(len(_PAGE))
    for name in ("etag", "last-modified", "accept-ranges"):
        del headers[name]
    start["headers"] = headers.raw
