"""Change its mind in a browser: play uncovers layers, keys move between cells, and a click is in the link."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.rooms_page import (
    choose_mode,
    expect_link,
    expect_no_error,
    expect_no_markup,
    expect_page_fits,
    open_live,
    violations_in_both_schemes,
    wait_until_idle,
)
from tests.browsers import Serve

pytestmark = pytest.mark.browser
MANY = "Over many pairs"


def room(**link: str) -> str:
    return f"/change-its-mind?{urlencode(link)}"


def cell(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=re.compile(f"^{re.escape(name)}"))


def test_a_cell_is_opened_by_mouse_and_by_keys_and_the_link_has_it(page: Page, serve: Serve) -> None:
    open_live(page, serve, room())
    expect(cell(page, "Layer 4, the blank: 75%")).to_have_attribute("aria-pressed", "true")
    cell(page, "Layer 3, keys: 86%").click()
    expect_link(page, layer="3", token="3")
    page.get_by_text("Why?", exact=True).click()
    expect(page.get_by_text("taken apart")).to_be_visible()
    cell(page, "Layer 3, keys").focus()
    page.keyboard.press("ArrowUp")
    expect(cell(page, "Layer 2, keys")).to_be_focused()
    page.keyboard.press("End")
    expect(cell(page, "Layer 2, [SEP]")).to_be_focused()
    page.keyboard.press("ArrowRight")  # the edge
    expect(cell(page, "Layer 2, [SEP]")).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    expect_link(page, layer="2", token="1")
    expect(cell(page, "Layer 2, [CLS]")).to_have_attribute("aria-pressed", "true")
    page.reload()
    wait_until_idle(page)
    expect(cell(page, "Layer 2, [CLS]")).to_have_attribute("aria-pressed", "true")
    expect_no_error(page)


def test_play_uncovers_layer_after_layer_and_says_each(page: Page, serve: Serve) -> None:
    open_live(page, serve, room())
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_text("Before layer 1: 100% at")).to_be_visible()
    assert cell(page, "Layer 6, the blank").evaluate("e => e.classList.contains('covered')")
    expect(page.get_by_text(re.compile(r"^Layer 4: 75% at the blank"))).to_be_visible()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert not cell(page, "Layer 6, the blank").evaluate("e => e.classList.contains('covered')")


def test_axe_finds_nothing_serious_and_a_phone_does_not_scroll_sideways(page: Page, serve: Serve) -> None:
    open_live(page, serve, room())
    assert violations_in_both_schemes(page) == []
    choose_mode(page, MANY)
    wait_until_idle(page)
    assert violations_in_both_schemes(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    expect_page_fits(page)
    open_live(page, serve, room())
    expect_page_fits(page)
    expect_no_error(page)


def test_typed_markup_stays_text(page: Page, serve: Serve) -> None:
    hostile = "<img src=x onerror='window.hacked=1'> [MASK]."
    open_live(page, serve, room(sentence=hostile, beside=hostile.replace("x", "y")))
    expect_no_markup(page)
