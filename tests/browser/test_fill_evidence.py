"""Every position, where from, left side only, in a real browser: wide, on a phone, and back through the link."""

from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rooms_page import (
    FILL,
    expect_no_error,
    expect_no_markup,
    expect_page_fits,
    open_live,
    wait_for,
)
from tests.browsers import Serve

pytestmark = pytest.mark.browser

RIVER = "They sat on the green [MASK] of the river."


def link(mode: str, sentence: str) -> str:
    return f"{FILL}?mode={quote(mode)}&sentence={quote(sentence)}"


def test_the_strip_wraps_to_the_width_and_runs_nothing(page: Page, serve: Serve) -> None:
    open_live(
        page, serve, link("Every position", "They sat <img src=x onerror=alert(1)> on the green bank of a river.")
    )
    chart = page.get_by_test_id("stVegaLiteChart").first
    expect(chart).to_be_visible()
    wide = chart.bounding_box()
    page.set_viewport_size({"width": 390, "height": 844})
    wait_for(
        page,
        "height => document.querySelector('[data-testid=stVegaLiteChart]').getBoundingClientRect().height > height",
        wide["height"] if wide else 0,
    )
    expect_page_fits(page)
    expect_no_markup(page)


def test_the_word_followed_is_in_the_link_and_comes_back(page: Page, serve: Serve) -> None:
    open_live(page, serve, link("Where from?", RIVER))
    words = page.get_by_role("combobox", name="Which word to follow?")
    words.fill("2.")  # narrows the list to the second choice
    words.press("Enter")
    wait_for(page, "new URLSearchParams(location.search).get('where-answer')?.startsWith('2. ')")
    expect(page.get_by_test_id("stVegaLiteChart")).to_have_count(3)
    address = page.url
    page.goto(address)
    expect(page.get_by_test_id("stVegaLiteChart")).to_have_count(3)
    assert page.url == address  # the choice was not thrown away
    expect_no_error(page)


def test_a_panel_of_a_foot_of_two_lines_at_the_end_of_the_page_can_be_read(page: Page, serve: Serve) -> None:
    page.set_viewport_size({"width": 1366, "height": 768})
    open_live(page, serve, link("Where from?", RIVER))
    expect(page.get_by_test_id("stVegaLiteChart")).to_have_count(3)
    foot = page.locator(".st-key-foot")
    for name in ("How it is computed", "Sources"):
        page.get_by_test_id("stMain").evaluate("main => main.scrollTo(0, main.scrollHeight)")
        foot.get_by_role("button", name=name).click()
        panel = page.get_by_test_id("stPopoverBody")
        expect(panel.locator(".panel-start")).to_be_attached()
        wait_for(
            page,
            "([...document.querySelectorAll('[data-testid=stPopoverBody]')].at(-1)?.clientHeight ?? 0) >= 120",
        )
        page.keyboard.press("Escape")
        expect(panel).to_have_count(0)
