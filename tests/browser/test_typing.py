"""What a visitor types is in sight while they type it, in every room whose sentence is a row of tiles."""

from importlib import import_module
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from pages.parts.rooms import INPUT, ROOMS
from pages.parts.sentence.box import SentenceBox
from tests.browser.conftest import SIZE
from tests.browser.rooms_page import (
    expect_link,
    is_in_sight,
    open_live,
    sentence_box,
    wait_for,
    wait_until_idle,
    watch_sight,
)
from tests.browsers import Serve

pytestmark = pytest.mark.browser

TILED = [
    room.path
    for room in ROOMS
    if isinstance(getattr(import_module(f"pages.{room.key}.inputs"), "BOX", None), SentenceBox)
]
WITH_TILES = {INPUT.path: {"mode": "The sum"}}  # where a room opens with a view that shows the sentence as typed
SCREENS: dict[str, tuple[ViewportSize, dict[str, str]]] = {
    "desktop": (SIZE, {}),
    "phone": (ViewportSize(width=390, height=844), {}),
    "projector": (SIZE, {"present": "1"}),
}
TYPED = "The old dog sleeps by the fire."
# Both boxes are measured at one moment, since the strip may still move.
BLANK_IN_STRIP = """strip => {
  const [outer, inner] = [strip, strip.querySelector(".typed")].map(each => each.getBoundingClientRect());
  return outer.top <= inner.top && inner.bottom <= outer.bottom;
}"""


def _tiles(page: Page) -> Locator:
    return page.locator(".st-key-tiles .chip")


def _some_tile_in_sight(page: Page) -> bool:
    """Whether the tiles are drawn; on a phone the first may be scrolled away, so that the chosen one is in sight."""
    return any(is_in_sight(tile) for tile in _tiles(page).all())


def _out_of_sight(page: Page) -> int:
    """Frames in which the watched box was not in sight."""
    frames: dict[str, int] = page.evaluate("window.frames_")
    assert frames["painted"] > 0
    return frames["outOfSight"]


def test_there_are_rooms_with_tiles() -> None:
    assert len(TILED) >= 7


@pytest.mark.parametrize("path", TILED)
@pytest.mark.parametrize("screen", SCREENS)
def test_the_sentence_is_in_sight_before_during_and_after_typing(
    page: Page, serve: Serve, screen: str, path: str
) -> None:
    size, link = SCREENS[screen]
    page.set_viewport_size(size)
    open_live(page, serve, f"/{path}?{urlencode(WITH_TILES.get(path, {}) | link)}")
    box = sentence_box(page)
    expect(_tiles(page).first).to_be_attached()
    assert _some_tile_in_sight(page)
    assert not is_in_sight(box)
    box.focus()
    watch_sight(box)
    assert is_in_sight(box)
    assert not _some_tile_in_sight(page)  # or both would be read at once, one through the other
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type(TYPED)
    expect_link(page, sentence=TYPED)
    wait_until_idle(page)
    assert is_in_sight(box)
    assert _out_of_sight(page) == 0
    page.keyboard.press("Enter")
    wait_for(page, "document.activeElement === document.body")
    wait_until_idle(page)
    assert _some_tile_in_sight(page)
    assert not is_in_sight(box)


def test_enter_shows_the_tiles_of_a_long_sentence_with_its_blank_in_sight(page: Page, serve: Serve) -> None:
    open_live(page, serve, "/fill-the-blank")
    typed = "The old dog sleeps by the fire, " * 8 + "and dreams of a [MASK]."
    sentence_box(page).fill(typed)
    sentence_box(page).press("Enter")
    expect_link(page, sentence=typed)
    wait_until_idle(page)
    expect(_tiles(page).filter(has_text="dreams")).to_be_attached()  # the tiles are those of this sentence
    assert page.locator(".st-key-tiles .strip").evaluate(BLANK_IN_STRIP)
    page.keyboard.type("x")  # typed on by mistake: it changes nothing
    expect(sentence_box(page)).to_have_value(typed)


@pytest.mark.parametrize("path", TILED)
def test_a_click_on_a_word_leaves_a_sentence_to_read(page: Page, serve: Serve, path: str) -> None:
    open_live(page, serve, f"/{path}?{urlencode(WITH_TILES.get(path, {}))}")
    expect(_tiles(page).first).to_be_attached()
    _tiles(page).last.click()
    wait_until_idle(page)
    box = sentence_box(page)
    begins_to_edit = box.evaluate("box => box === document.activeElement")
    assert is_in_sight(box) == begins_to_edit
    assert _some_tile_in_sight(page) != begins_to_edit
