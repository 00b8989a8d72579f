"""A visit loads the reduced fonts; they draw the same icons, and text of the same width, as the originals."""

import base64
import string
from collections.abc import Sequence
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from components.server.fonts.page_fonts import ICONS, PAGE_FONTS, PageFont
from components.server.fonts.reduce_fonts import possible_icons
from tests.browser.rooms_page import FILL, open_live, sentence_box, wait_until_idle
from tests.browsers import Serve

pytestmark = pytest.mark.browser

_MARKS = "éüçñłİ×÷±²·–…“”‘’←→≈≤≥√"
_WIDTHS = """async ([family, file, texts, weight]) => {
  const bytes = Uint8Array.from(atob(file), each => each.charCodeAt(0));
  const font = await new FontFace(family, bytes, { weight: "100 900" }).load();
  document.fonts.add(font);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${weight} 1000px "${family}", "no such font"`;
  return texts.map(text => pen.measureText(text).width);
}"""


def _widths(page: Page, font: PageFont, texts: Sequence[str], *, original: bool) -> list[float]:
    """The width of each text, in thousandths of the size of the letters."""
    file = base64.b64encode((font.original if original else font.path).read_bytes()).decode()
    name = f"{'original' if original else 'copy'} {font.source}"
    widths: list[float] = page.evaluate(_WIDTHS, [name, file, list(texts), font.weight or 400])
    return widths


@pytest.mark.parametrize("path", ["/", FILL])
def test_a_visit_loads_copies_alone(page: Page, serve: Serve, path: str) -> None:
    loaded: list[str] = []
    page.on("requestfinished", lambda request: loaded.append(request.url))
    open_live(page, serve, path)
    wait_until_idle(page)
    fonts = [url.split("/")[-1].split("?")[0] for url in loaded if ".woff2" in url]
    assert ICONS.path.name in fonts
    assert set(fonts) <= {font.path.name for font in PAGE_FONTS}


def test_letters_that_the_copies_lack_come_from_the_original(page: Page, serve: Serve) -> None:
    with page.expect_request(lambda request: "static/media/SourceSansVF-Upright" in request.url):
        open_live(page, serve, f"{FILL}?{urlencode({'sentence': 'Я вижу [MASK].'})}")
        expect(sentence_box(page)).not_to_have_value("")


def test_every_icon_is_drawn(page: Page) -> None:
    """An icon that a font lacks is as wide as its name; any that it has is a square."""
    page.goto("about:blank")
    names = sorted(possible_icons())
    originals, copies = (_widths(page, ICONS, names, original=original) for original in (True, False))
    icons = [(name, copy) for name, full, copy in zip(names, originals, copies, strict=True) if full == 1000]
    assert len(icons) > 100
    assert [name for name, copy in icons if copy != 1000] == []
    assert _widths(page, ICONS, ["no_such_icon"], original=False) != [1000]


@pytest.mark.parametrize("font", [font for font in PAGE_FONTS if font != ICONS], ids=lambda font: font.source)
def test_text_is_as_wide_as_in_the_original(page: Page, font: PageFont) -> None:
    page.goto("about:blank")
    texts = [*string.digits, *string.ascii_letters, *string.punctuation, *_MARKS, "AVATAR", "office"]
    full, copy = (_widths(page, font, texts, original=original) for original in (True, False))
    assert copy == pytest.approx(full, abs=2)  # the one weight of headings is rounded
    assert len(set(full)) > 30
