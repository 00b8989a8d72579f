"""The fonts of the pages, reduced to the characters and icons that the app uses.

Streamlit's four fonts for text and icons are 1.1 MB, more than everything else that a first visit loads. Each has a
reduced copy in this folder, a fifth of that in all (``python -m components.server.fonts.reduce_fonts`` makes them). The
page declares the copies in place of the originals. A browser loads an original only for characters that the copy lacks
and the original has, such as those of a sentence in Greek.
"""

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import streamlit as st
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

FOLDER = Path(__file__).parent
COPIED = "U+20-17F, U+192, U+2BC, U+2000-2BFF, U+FB00-FB04"  # Latin letters, marks and symbols
_OTHER = "U+180-191, U+193-2BB, U+2BD-1FFF, U+2C00-2DFF, U+A700-ABFF"  # other letters
_ORIGINALS = Path(st.__file__).parent / "static" / "static" / "media"
_PATH = "fonts"
_HEADERS = {"Cache-Control": "public, immutable, max-age=31536000"}  # the addresses contain a hash of the content


@cache
def _content(path: Path) -> bytes:
    return path.read_bytes()


@dataclass(frozen=True)
class PageFont:
    """A font that Streamlit declares, and how its copy is reduced.

    Args:
        family: Its name in Streamlit's style sheet.
        source: How the name of Streamlit's file begins.
        style: ``normal`` or ``italic``.
        weights: The weights that Streamlit declares.
        weight: The one weight that is kept; None for all.
        is_icons: Whether it has icons, which are written by name.
    """

    family: str
    source: str
    style: str = "normal"
    weights: str = "100 900"
    weight: int | None = None
    is_icons: bool = False

    @property
    def path(self) -> Path:
        """The reduced copy."""
        return FOLDER / f"{self.source}.woff2"

    @property
    def address(self) -> str:
        """The copy's address, relative to a page."""
        return f"{_PATH}/{self.path.name}?{hashlib.sha256(_content(self.path)).hexdigest()[:8]}"

    @property
    def original(self) -> Path:
        """Streamlit's file."""
        (path,) = _ORIGINALS.glob(f"{self.source}.*woff2")
        return path

    def faces(self) -> list[str]:
        """The ``@font-face`` rules: the copy, and for text the original for all other letters."""
        if self.is_icons:
            return [self._face(self.address, "font-display: block")]
        original = f"static/media/{self.original.name}"
        return [
            self._face(address, f"unicode-range: {characters}")
            for address, characters in ((self.address, COPIED), (original, _OTHER))
        ]

    def _face(self, address: str, rule: str) -> str:
        return (
            f'@font-face {{ font-family: "{self.family}"; font-style: {self.style}; font-weight: {self.weights}; '
            f'src: url({address}) format("woff2"); {rule} }}'
        )


HEADINGS = PageFont("Source Serif", "SourceSerifVariable-Roman", weight=600)  # the one weight in config.toml
BODY_TEXT = PageFont("Source Sans", "SourceSansVF-Upright")
EMPHASIS = PageFont("Source Sans", "SourceSansVF-Italic", style="italic")
ICONS = PageFont("Material Symbols Rounded", "MaterialSymbols-Rounded", weights="400", is_icons=True)
PAGE_FONTS = (HEADINGS, BODY_TEXT, EMPHASIS, ICONS)


def font_faces() -> str:
    """The rules that take the place of Streamlit's."""
    return "\n".join(face for font in PAGE_FONTS for face in font.faces())


async def _send_font(request: Request) -> Response:
    paths = {font.path.name: font.path for font in PAGE_FONTS}
    path = paths.get(request.path_params["name"])
    if path is None:
        return Response(status_code=404)
    return Response(_content(path), headers=_HEADERS, media_type="font/woff2")


FONT_ROUTE = Route(f"/{_PATH}/{{name}}", _send_font)
