"""What a browser loads first: Streamlit's index page, changed, and its scripts and style sheets, compressed.

The page has an inline script that must run before anything else, and a first line to read:

- Streamlit's script guesses the base path of the server: at ``/fill-the-blank`` it first tries that path, and two
  requests return 404. The inline script tells it the base URL.
- A link inside a page makes Streamlit add up to three entries to the browser's history (this page without its query,
  the next page without its query, the next page), so that Back would lead to pages that nobody saw. The inline script
  reduces them to one. It does so, too, where a run changes one parameter after another: Back goes through what the
  visitor did.
- Text typed into a box that is bound to the address replaces the current entry, so that Back would not lead to the text
  before, and from the first page would leave the app. The inline script adds one entry for all that is typed until the
  visitor presses Enter or leaves the box.
- A run that has not ended when the visitor goes Back or Forward still writes its own address, over the one that the
  visitor returned to. From then on the inline script keeps the address until the visitor does something else.
- Enter that ends the choice of a word in an input method (Japanese, Chinese, Korean) would send half a text, and other
  keys would be taken for the page's own. The inline script keeps the keys of input methods from all listeners.
- A browser that translates a page puts other text nodes in the place of those that React knows. React then changes what
  is no longer shown, so that an old sentence stands above a new figure, and words of a vocabulary would be translated,
  too. The page asks for no translation; those of phones, which set whole elements, can be translated.
- Streamlit's fonts are larger than everything else on a first visit. The page declares reduced copies of them
  (:mod:`components.server.fonts.page_fonts`), and preloads one in place of its original.
- Until the first run has answered the page would be empty: over a slow connection, or while hundreds arrive, for many
  seconds. Until then it says that it is loading, in the colours of the theme that the browser prefers; the home page
  shows a stored picture. The first element of the run takes its place.
- The style sheet of all pages is 23 kB. A run would send it to every visitor, and look through it for indentation.

Streamlit sends its scripts and style sheets as they are, since it would compress them again for every visitor. Here
each is compressed once, when it is first requested, and kept: they are 0.7 MB of the 0.9 MB of a first page, in place
of 2.4. A proxy that compresses passes them on unchanged.
"""

import asyncio
import gzip
import re
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

import streamlit as st
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from components.server.fonts.page_fonts import BODY_TEXT, PAGE_FONTS, font_faces

_FOLDER = Path(st.__file__).parent / "static"
_STREAMLIT_PAGE = (_FOLDER / "index.html").read_bytes()
_MEDIA_TYPES = {".js": "text/javascript", ".css": "text/css"}
_LEVEL = 6  # of gzip; 9 takes a third longer and saves 0.3%
_COMPRESSED_HEADERS = {
    "Content-Encoding": "gzip",
    "Cache-Control": "public, immutable, max-age=31536000",  # as Streamlit: the files' names contain a hash of them
    "Vary": "Accept-Encoding",
}
_HERE = Path(__file__)
_HEAD = f"""
    <meta name="google" content="notranslate" />
    <script>{_HERE.with_suffix(".js").read_text(encoding="utf-8")}</script>
"""
_FONTS = """
    <script>
      for (const sheet of document.styleSheets) {
        for (let place = sheet.cssRules.length - 1; place >= 0; place--) {
          if (/^@font-face.*(%(families)s)/s.test(sheet.cssRules[place].cssText)) sheet.deleteRule(place);
        }
      }
    </script>
    <style>
      %(faces)s
    </style>
"""
_FONT_PRELOAD = re.compile(r'(<link\s+rel="preload"\s+href=)"[^"]*"(\s+as="font")')
_ROOT = '<div id="root">'
# The text appears late, so that it does not flash where everything arrives at once.
_LOADING = """<style>
        .shell {{ position: fixed; inset: 0; z-index: 1; font: 1.2rem sans-serif; }}
        @supports not selector(:has(a)) {{ .shell {{ display: none; }} }} /* else nothing would take it away */
        .shell {{ {light} }}
        @media (prefers-color-scheme: dark) {{ .shell {{ {dark} }} }}
        .shell > * {{ animation: 0.4s step-end shell; }}
        .shell p {{ margin: 4rem 1rem; }}
        @keyframes shell {{ from {{ opacity: 0; }} }}
        body:has([data-testid="stMain"]):not(:has([data-testid="stAppSkeleton"])) .shell {{ display: none; }}
      </style>
      <div class="shell"><p role="status">Riverbank is loading…</p>{picture}</div>
    """


def _page() -> str:
    fonts = _FONTS % {"families": "|".join(sorted({font.family for font in PAGE_FONTS})), "faces": font_faces()}
    page = _STREAMLIT_PAGE.decode().replace('<html lang="en"', '<html lang="en" translate="no"', 1)
    page = page.replace("</head>", f"{_HEAD}{fonts}</head>", 1)
    return _FONT_PRELOAD.sub(rf'\1"{BODY_TEXT.address}"\2', page, count=1)


_PAGE = _page()
_FILE_HEADERS = (b"if-none-match", b"if-modified-since", b"range", b"accept-encoding")


def inline_scripts() -> list[str]:
    """The page's inline scripts, which the security policy must name."""
    return [script.partition("</script>")[0] for script in _PAGE.split("<script>")[1:]]


class _Page:
    """One page, plain and compressed. ``before`` stands in the body, before everything that Streamlit draws."""

    def __init__(self, before: str) -> None:
        self.plain = _PAGE.replace(_ROOT, before + _ROOT, 1).encode()
        self.compressed = gzip.compress(self.plain, mtime=0)


class PageShell:
    """ASGI middleware that replaces Streamlit's index page by this one.

    Args:
        app: The app that sends everything else.
        style: A style sheet of all pages, which else each run would send to each visitor. It stands in the body, behind
            Streamlit's own in the head and before those of single pages.
        picture: Markup that the home page shows until its first run has answered.
        base: The base path of the server, with or without slashes; "" for none.
    """

    def __init__(self, app: ASGIApp, style: Path | None = None, picture: str = "", base: str = "") -> None:
        self._app = app
        sheet = "" if style is None else f"<style>{style.read_text(encoding='utf-8')}</style>"
        self._page, self._home = (_Page(sheet + _waiting(shown)) for shown in ("", picture))
        self._home_paths = {"", base.strip("/")}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http" or scope["method"] != "GET" or not _wants_page(scope):
            await self._app(scope, receive, send)
            return
        start: Message | None = None
        compressed = "gzip" in Headers(scope=scope).get("accept-encoding", "")
        page = self._home if scope["path"].strip("/") in self._home_paths else self._page

        async def send_page(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start" and _may_be_the_page(message):
                start = message  # held back until the body is known
                return
            if start is not None:
                body = message.get("body", b"")
                if body == _STREAMLIT_PAGE:
                    message = {**message, "body": page.compressed if compressed else page.plain}
                    _describe_page(start, len(message["body"]), compressed=compressed)
                await send(start)
                start = None
            await send(message)

        # Without conditional and encoding headers, so that Streamlit sends its page whole and uncompressed.
        request_headers = [(name, value) for name, value in scope["headers"] if name not in _FILE_HEADERS]
        await self._app({**scope, "headers": request_headers}, receive, send_page)


def _waiting(picture: str) -> str:
    """What is read until the first run has answered."""
    return _LOADING.format(light=_colours("light"), dark=_colours("dark"), picture=picture)


def _colours(scheme: str) -> str:
    """The theme's colours as declarations, those of charts as ``--hue-0`` and on."""
    paper, ink, hues = (
        st.get_option(f"theme.{scheme}.{name}") for name in ("backgroundColor", "textColor", "chartCategoricalColors")
    )
    named = [f"--hue-{place}: {hue};" for place, hue in enumerate(hues or ())]
    return " ".join((f"background: {paper or '#fff'};", f"color: {ink or '#000'};", *named))


def _wants_page(scope: Scope) -> bool:
    return "text/html" in Headers(scope=scope).get("accept", "")


def _may_be_the_page(message: MutableMapping[str, Any]) -> bool:
    headers = Headers(raw=message["headers"])
    return message["status"] == 200 and headers.get("content-length") == str(len(_STREAMLIT_PAGE))


def _describe_page(start: MutableMapping[str, Any], length: int, *, compressed: bool) -> None:
    headers = MutableHeaders(raw=start["headers"])
    headers["content-length"] = str(length)
    if compressed:
        headers["content-encoding"] = "gzip"
    headers.add_vary_header("Accept-Encoding")
    for name in ("etag", "last-modified", "accept-ranges"):
        del headers[name]
    start["headers"] = headers.raw


class StaticCompression:
    """ASGI middleware that sends scripts and style sheets compressed to browsers that accept it.

    Args:
        app: The app that sends everything else.
        base: The base path of the server, with or without slashes; "" for none.
        folder: The folder that has Streamlit's ``static`` folder.
    """

    def __init__(self, app: ASGIApp, base: str = "", folder: Path = _FOLDER) -> None:
        self._app = app
        files = [file for file in (folder / "static").rglob("*") if file.suffix in _MEDIA_TYPES]
        # At the root, too, since a proxy may strip the base path.
        starts = {"", "".join(f"/{part}" for part in base.split("/") if part)}
        self._files = {f"{start}/{file.relative_to(folder).as_posix()}": file for file in files for start in starts}
        self._compressed: dict[Path, bytes] = {}
        self._lock = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        file = self._files.get(scope["path"]) if scope["type"] == "http" and scope["method"] == "GET" else None
        if file is None:
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if "gzip" in headers.get("accept-encoding", "") and "range" not in headers:
            response = Response(
                await self._compress(file), headers=_COMPRESSED_HEADERS, media_type=_MEDIA_TYPES[file.suffix]
            )
            await response(scope, receive, send)
            return

        async def send_with_vary(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).add_vary_header("Accept-Encoding")
            await send(message)

        await self._app(scope, receive, send_with_vary)

    async def _compress(self, file: Path) -> bytes:
        """The compressed file; visitors who request it at the same moment wait for one compression."""
        if file not in self._compressed:
            async with self._lock:
                if file not in self._compressed:
                    self._compressed[file] = await asyncio.to_thread(_read_compressed, file)
        return self._compressed[file]


def _read_compressed(file: Path) -> bytes:
    return gzip.compress(file.read_bytes(), _LEVEL, mtime=0)
