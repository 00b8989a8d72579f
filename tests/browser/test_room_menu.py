"""The menu of the rooms: a drawing of the machine that shows which part a page is about, and leads to every room."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from pages.parts.rooms import ATTENTION, INPUT, ROOMS
from tests.browser.rooms_page import APP, PHONE, expect_no_error, go_to_room, open_live, sentence_box, wait_until_idle
from tests.browsers import Serve

pytestmark = pytest.mark.browser

WINDOWS: tuple[ViewportSize, ...] = (
    {"width": 1280, "height": 800},
    {"width": 900, "height": 700},
    PHONE,
    {"width": 320, "height": 640},
)
COVERED = """button => {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  return [left + 6, (left + right) / 2, right - 6].some(
    x => !button.contains(button.getRootNode().elementFromPoint(x, (top + bottom) / 2)));
}"""


def button(page: Page) -> Locator:
    return page.get_by_role("button", name="Rooms", exact=True)


def menu(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Rooms")


def coloured(place: Locator) -> int:
    return place.locator("svg .on:not(.way)").count()


def test_every_room_is_in_it_and_the_one_that_is_open_is_marked(page: Page, serve: Serve) -> None:
    open_live(page, serve, f"/{ATTENTION.path}")
    expect(page.locator(".mini svg .on").first).to_be_attached()
    button(page).click()
    links = menu(page).get_by_role("link")
    expect(links).to_have_count(len(ROOMS))
    assert {link.split("?")[0].rsplit("/", 1)[-1] for link in links.evaluate_all("all => all.map(a => a.href)")} == {
        room.path for room in ROOMS
    }
    expect(menu(page).locator("a[aria-current=page]")).to_contain_text("Attention")
    expect(menu(page).locator("a[aria-current=page]")).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu(page)).to_have_count(0)
    expect(button(page)).to_be_focused()
    expect_no_error(page)


def test_keys_alone_lead_to_a_room_and_back_leads_home(page: Page, serve: Serve) -> None:
    open_live(page, serve, "/")
    expect(page.locator(".mini svg .area").first).to_be_attached()
    expect(page.locator(".mini svg .on")).to_have_count(0)  # home is about no part of it
    button(page).focus()
    page.keyboard.press("Enter")
    expect(menu(page)).to_be_focused()
    assert coloured(menu(page)) == 0
    links = menu(page).get_by_role("link")
    for key, place in (("ArrowDown", 0), ("ArrowDown", 1), ("End", len(ROOMS) - 1), ("Home", 0)):
        page.keyboard.press(key)
        expect(links.nth(place)).to_be_focused()
        assert coloured(menu(page)) > 0  # what the room is about
    page.keyboard.press("ArrowRight")
    expect(menu(page).locator(".right a").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(re.compile(rf"^{re.escape(serve(APP))}/?(\?.*)?$"))
    expect(menu(page)).to_have_count(0)
    page.go_back()
    expect(page.get_by_role("heading", name="Riverbank")).to_be_visible()
    expect_no_error(page)


def test_a_part_of_the_drawing_leads_where_its_name_leads(page: Page, serve: Serve) -> None:
    open_live(page, serve, f"/{ATTENTION.path}")
    button(page).click()
    menu(page).locator("svg .dot").first.click()  # a token
    expect(page.get_by_role("heading", level=1)).to_contain_text(INPUT.title)
    expect_no_error(page)


def test_back_closes_it(page: Page, serve: Serve) -> None:
    open_live(page, serve, f"/{ATTENTION.path}")
    go_to_room(page, INPUT.title)
    expect(page.get_by_role("heading", level=1)).to_contain_text(INPUT.title)
    wait_until_idle(page)
    button(page).click()
    expect(menu(page)).to_be_visible()
    page.go_back()
    expect(menu(page)).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_contain_text(ATTENTION.title)
    expect_no_error(page)


def test_from_a_page_with_choices_in_its_link_it_is_one_step_and_back_brings_them_again(
    page: Page, serve: Serve
) -> None:
    open_live(page, serve, "/which-bank?mode=The+map")
    box = page.get_by_label("Your sentence with “")
    box.fill("The bank was green.")
    box.press("Enter")
    expect(page).to_have_url(re.compile("mine=The"))
    wait_until_idle(page)
    before = page.evaluate("history.length")
    go_to_room(page, ATTENTION.title)
    expect(page.get_by_role("heading", level=1)).to_contain_text(ATTENTION.title)
    expect(page).not_to_have_url(re.compile("mine="))
    wait_until_idle(page)
    assert page.evaluate("history.length") == before + 1
    page.go_back()
    expect(box).to_have_value("The bank was green.")
    expect(page).to_have_url(re.compile("mine=The"))
    expect_no_error(page)


def test_a_typed_sentence_goes_along(page: Page, serve: Serve) -> None:
    open_live(page, serve, "/fill-the-blank")
    sentence_box(page).fill("The cat sat on the [MASK].")
    expect(page).to_have_url(re.compile("cat"))
    go_to_room(page, INPUT.title)
    expect(page.get_by_role("heading", level=1)).to_contain_text(INPUT.title)
    expect(page.locator(".st-key-tiles, .st-key-body").get_by_text("cat", exact=True).first).to_be_visible()
    expect_no_error(page)


@pytest.mark.parametrize("size", WINDOWS, ids=lambda size: str(size["width"]))
def test_it_fits_every_screen_and_covers_no_other_button(page: Page, serve: Serve, size: ViewportSize) -> None:
    page.set_viewport_size(size)
    open_live(page, serve, f"/{ATTENTION.path}")
    for name in ("Rooms", "Search"):
        assert not page.get_by_role("button", name=name, exact=True).evaluate(COVERED)
    boxes = [page.get_by_role("button", name=name, exact=True).bounding_box() for name in ("Rooms", "Search")]
    if size["width"] <= 640:
        boxes.insert(0, page.get_by_test_id("stExpandSidebarButton").bounding_box())
    for left, right in pairwise(boxes):
        assert left is not None
        assert right is not None
        assert 0 <= left["x"] <= right["x"] - left["width"]
    button(page).click()
    place = menu(page).bounding_box()
    assert place is not None
    assert 0 <= place["x"] <= size["width"] - place["width"]
    assert place["y"] + place["height"] <= size["height"]
    assert menu(page).evaluate("menu => menu.scrollWidth <= menu.clientWidth")
    heights = menu(page).get_by_role("link").evaluate_all("all => all.map(a => a.getBoundingClientRect().height)")
    assert min(heights) >= 40
    page.keyboard.press("Escape")
    expect_no_error(page)


def test_there_is_none_in_front_of_an_audience(page: Page, serve: Serve) -> None:
    open_live(page, serve, f"/{ATTENTION.path}?present=1")
    expect(button(page)).to_have_count(0)
