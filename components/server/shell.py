"""Streamlit's page, which every address of the app is answered with, and what it has to know before anything is drawn.

Streamlit's script guesses below which path the server is: at ``/fill-the-blank`` it first asks there, and two requests
come back with 404. The page stands beside the server's own files, so the script is told. And a stop of a tour asks
before it shows: styles that come with the rest of a page come a few frames late, this one is there from the first.
And a link inside a page makes Streamlit add up to three entries to the browser's history (this page without its query,
the next one without, the next one as it is), so that Back would lead to pages that nobody saw: one is added instead.
"""

import re
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

import streamlit
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

# What answers a stop's question, and is not to be read before somebody shows it.
ANSWER = ":is(.st-key-finding, .st-key-figure, .st-key-votes, .st-key-rail-notes, .st-key-foot .stPageLink)"
WITHHELD = f"html:not([data-tour-shown]) {ANSWER} {{ filter: blur(0.7rem); }}"
NO_TOUR = "no-such-tour"  # the key of what a page says where its link names a tour that there is not
_STREAMLIT_PAGE = (Path(streamlit.__file__).parent / "static" / "index.html").read_bytes()
_HEAD = f"""
    <script>
      window.__streamlit = {{ BACKEND_BASE_URL: new URL(".", location.href).href }};
      const opensWithTour = new URLSearchParams(location.search).has("tour");
      document.documentElement.toggleAttribute("data-tour-opens", opensWithTour);

      const push = history.pushState.bind(history), replace = history.replaceState.bind(history);
      let moved = false, changed = false; // the page and its query, since the visitor last did something
      for (const type of ["pointerdown", "keydown", "input"]) {{
        addEventListener(type, () => (moved = changed = false), true);
      }}
      history.pushState = (state, title, url) => {{
        const samePage = new URL(url ?? "", location.href).pathname === location.pathname;
        const unseen = samePage ? !location.search && (moved || changed) : changed;
        if (samePage) changed = true;
        else [moved, changed] = [true, false];
        (unseen ? replace : push)(state, title, url);
      }};
    </script>
    <style>
      [data-tour-opens]:not([data-tour-shown], :has(.st-key-{NO_TOUR})) {ANSWER} {{
        filter: blur(0.7rem);
      }}
    </style>
"""
_PAGE = _STREAMLIT_PAGE.replace(b"</head>", _HEAD.encode() + b"</head>", 1)
_FILE_HEADERS = (b"if-none-match", b"if-modified-since", b"range", b"accept-encoding")


def inline_scripts() -> list[str]:
    """The scripts inside the page, which a security policy has to name."""
    return re.findall(r"<script>(.*?)</script>", _PAGE.decode(), flags=re.DOTALL)


class PageShell:
    """Middleware that answers with the page where Streamlit answers with its own."""

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
                start = message  # until it is known to be
                return
            if start is not None:
                body = message.get("body", b"")
                if body == _STREAMLIT_PAGE:
                    message = {**message, "body": _PAGE}
                    _describe_page(start)
                await send(start)
                start = None
            await send(message)

        # A copy of Streamlit's page that a browser has kept is none of this one; and it is compared as it is.
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
