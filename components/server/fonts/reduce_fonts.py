"""Make the reduced fonts of this folder from Streamlit's.

Run it with ``python -m components.server.fonts.reduce_fonts``.
Needs ``fontTools`` and ``brotli`` besides what the app needs. Run it again after an update of Streamlit, and when the
app uses an icon that the copy lacks (tests/browser/test_fonts.py tells).
"""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import streamlit as st
from fontTools.subset import Options, Subsetter, parse_unicodes, save_font
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from components.server.fonts.page_fonts import COPIED, PAGE_FONTS, PageFont

_STATIC = Path(st.__file__).parent / "static" / "static"
_ROOT = Path(__file__).parents[3]
_FEATURES = ["kern", "liga", "rlig", "calt", "ccmp", "locl", "mark", "mkmk", "tnum", "lnum", "sups", "subs"]
_NAMES = [0, 7, 13, 14]  # copyright, trademark, licence: under the licence a changed font may not keep its name
_SHORT_TEXT = re.compile(r"""["'`:/]([a-z0-9_]+)["'`:]""")


def possible_icons() -> set[str]:
    """What may be an icon's name: short texts in Streamlit's scripts and in the app's Python files."""
    scripts = (_STATIC / "js").glob("*.js")
    files = (path for folder in ("pages", "components") for path in (_ROOT / folder).rglob("*.py"))
    return {name for path in (*scripts, *files) for name in _SHORT_TEXT.findall(path.read_text(encoding="utf-8"))}


def reduce_font(font: PageFont) -> None:
    """Write the reduced copy of a font."""
    full = TTFont(font.original, recalcTimestamp=False)
    if font.weight is not None:
        full = _reopened(instantiateVariableFont(full, {"wght": font.weight}))
    options = Options(flavor="woff2", layout_features=_FEATURES, name_IDs=_NAMES)
    options.layout_closure = not font.is_icons  # the letters that names are made of would keep every icon
    subsetter = Subsetter(options)
    if font.is_icons:
        names = possible_icons()
        subsetter.populate(glyphs={glyph for name, glyph in _ligatures(full) if name in names}, text="".join(names))
    else:
        subsetter.populate(unicodes=parse_unicodes(COPIED))
    subsetter.subset(full)
    save_font(full, str(font.path), options)


def _reopened(font: TTFont) -> TTFont:
    """The font as a file has it: without that, tables that were computed lack glyphs without an outline."""
    file = BytesIO()
    font.flavor = None
    font.save(file)
    return TTFont(file, recalcTimestamp=False)


def _ligatures(font: TTFont) -> Iterator[tuple[str, str]]:
    """Each icon's name with its glyph."""
    letters = {glyph: chr(code) for code, glyph in font.getBestCmap().items()}
    for lookup in font["GSUB"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            yield from _ligatures_of(getattr(table, "ExtSubTable", table), letters)


def _ligatures_of(table: Any, letters: dict[str, str]) -> Iterator[tuple[str, str]]:
    for first, ligatures in getattr(table, "ligatures", {}).items():
        for ligature in ligatures:
            name = "".join(letters.get(glyph, "") for glyph in (first, *ligature.Component))
            yield name, ligature.LigGlyph


if __name__ == "__main__":
    for page_font in PAGE_FONTS:
        reduce_font(page_font)
