"""The page declares reduced copies of Streamlit's fonts, and of each font that it declares."""

import re
from pathlib import Path

import pytest
import streamlit
from starlette.applications import Starlette
from starlette.testclient import TestClient

from components.server.fonts.page_fonts import BODY_TEXT, FONT_ROUTE, ICONS, PAGE_FONTS, PageFont, font_faces
from components.server.fonts.reduce_fonts import possible_icons

STYLES = next((Path(streamlit.__file__).parent / "static" / "static" / "css").glob("index.*.css"))
EACH = pytest.mark.parametrize("font", PAGE_FONTS, ids=lambda font: font.source)


@EACH
def test_a_copy_is_sent_and_kept_by_browsers(font: PageFont) -> None:
    answer = TestClient(Starlette(routes=[FONT_ROUTE])).get(font.address)
    assert answer.headers["content-type"] == "font/woff2"
    assert "immutable" in answer.headers["cache-control"]
    assert answer.content == font.path.read_bytes()
    assert len(answer.content) < font.original.stat().st_size / 2


@pytest.mark.parametrize("name", ["other.woff2", "..%2fpage_fonts.py", ""])
def test_nothing_else_is_sent(name: str) -> None:
    assert TestClient(Starlette(routes=[FONT_ROUTE])).get(f"/fonts/{name}").status_code == 404


@EACH
def test_streamlit_declares_the_font_of_that_name_from_that_file(font: PageFont) -> None:
    faces = re.findall(r"@font-face\s*{[^}]*}", STYLES.read_text(encoding="utf-8"))
    (face,) = [face for face in faces if font.original.name in face]
    for rule in (f"font-family:{font.family}", f"font-weight:{font.weights}", f"font-style:{font.style}"):
        assert rule in face.replace('"', "")


def test_text_has_its_original_for_other_letters_and_icons_have_the_copy_alone() -> None:
    assert all((font.original.name in font_faces()) == (font != ICONS) for font in PAGE_FONTS)
    assert "unicode-range" in font_faces()


def test_icons_of_the_app_and_of_streamlit_are_looked_for() -> None:
    assert {"visibility_off", "arrow_upward", "more_vert", "keyboard_double_arrow_right"} <= possible_icons()
    assert BODY_TEXT.family not in possible_icons()
