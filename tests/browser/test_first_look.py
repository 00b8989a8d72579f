"""What every view asks of somebody who sees it for the first time: few controls, few words, one answer, one figure.

The limits are those of a screen that is understood in ten seconds. What does not fit stands in the drawer "Why?".
"""

from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from pages.parts.layout import DRAWER
from pages.parts.rooms import Room
from tests.browser.rooms_page import open_live, wait_until_idle
from tests.browsers import Serve
from tests.components.waiting import until
from tests.rooms import EVERY_VIEW, VIEW_NAMES, VIEWS

pytestmark = pytest.mark.browser

MOST_CONTROLS = 24  # on the whole page, the eleven of its header included
MOST_CONTROLS_FIRST = 12  # of them in the first 720 pixels below the header
FIRST = 720
MOST_WORDS = 60  # outside the figure, the header's not counted
MOST_WORDS_OF_ANSWER = 12
LEAST_SHARE = 0.6  # of the figure, of the height of a projector
MOST_VIEWS = 42
MOST_VIEWS_OF_ROOM = 3
LEAST_FILLED = 0.6  # by the figure, of the height that a desktop leaves below the answer
FOOT = 36  # pixels from the top of the line at the foot to the lower edge of the window
PROJECTOR = {"width": 1920, "height": 1080}
LOOK = f"() => {{ {(Path(__file__).with_name('first_look.js')).read_text(encoding='utf-8')} }}"

STANDS_BELOW = """() => {
  const boxOf = (css) => document.querySelector(css).getBoundingClientRect();
  const [figure, drawer] = [boxOf(".st-key-figure"), boxOf(".st-key-why")];
  return drawer.top >= figure.bottom - 1 && drawer.height > 200;
}"""

every_view = pytest.mark.parametrize(("room", "view"), EVERY_VIEW, ids=VIEW_NAMES)


def test_a_room_has_three_views_at_most() -> None:
    assert len(EVERY_VIEW) <= MOST_VIEWS
    assert {path: views for path, views in VIEWS.items() if len(views) > MOST_VIEWS_OF_ROOM} == {}


@every_view
def test_a_view_is_understood_at_the_first_look(page: Page, serve: Serve, room: Room, view: str) -> None:
    look = _first_look(page, serve, room, mode=view)
    names = [each["name"] for each in look["controls"]]
    assert len(names) <= MOST_CONTROLS, names
    first = [each["name"] for each in look["controls"] if look["header"] < each["top"] < look["header"] + FIRST]
    assert len(first) <= MOST_CONTROLS_FIRST, first
    assert len(look["words"]) <= MOST_WORDS, " ".join(look["words"])
    assert len(look["answer"].split()) <= MOST_WORDS_OF_ANSWER, look["answer"]
    assert look["filled"] >= LEAST_FILLED
    assert look["drawers"] == 1
    assert look["foot"] == [FOOT, FOOT], "what to try and the drawer's name stand on one line, the same for every view"
    assert look["forms"] == 0, "nothing folded, no grid, no box in the way of the figure"


@every_view
def test_on_a_projector_the_figure_has_most_of_the_height(page: Page, serve: Serve, room: Room, view: str) -> None:
    page.set_viewport_size(PROJECTOR)
    look = _first_look(page, serve, room, mode=view, present="1")
    assert look["share"] >= LEAST_SHARE
    assert look["drawers"] == 0


@pytest.mark.parametrize("room", {room.path: room for room, _ in EVERY_VIEW}.values(), ids=lambda room: room.path)
def test_the_open_drawer_stands_below_the_figure(page: Page, serve: Serve, room: Room) -> None:
    open_live(page, serve, f"/{room.path}")
    wait_until_idle(page)
    page.locator(f".st-key-{DRAWER} summary").first.click()
    until(lambda: page.evaluate(STANDS_BELOW) and page.locator(f".st-key-{DRAWER} [role=tab]").first.is_visible())


def _first_look(page: Page, serve: Serve, room: Room, **link: str) -> Any:
    open_live(page, serve, f"/{room.path}?{urlencode(link)}")
    wait_until_idle(page)
    if "present" not in link:
        expect(page.locator(f".st-key-{DRAWER}")).to_be_visible()
    look = page.evaluate(LOOK)
    for _ in range(20):  # until the figure has grown to the size of the screen, and what stands below it has come
        page.wait_for_timeout(300)
        before, look = look, page.evaluate(LOOK)
        is_grown = look["share"] >= LEAST_SHARE if "present" in link else look["share"] and look["drawers"]
        if look == before and is_grown:
            break
    return look
