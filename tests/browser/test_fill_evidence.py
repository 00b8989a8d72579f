"""Every position, where from, left side only, in a real browser: wide, on a phone, and back through the link."""

from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rooms_page import (
    FILL,
    click_option,
    expect_no_error,
    expect_no_markup,
    expect_page_fits,
    open_live,
    wait_for,
    wait_until_idle,
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
    page.locator(".st-key-why summary").first.click()
    wait_until_idle(page)
    click_option(page, "Which word to follow?", page.get_by_role("option").nth(1))
    wait_for(page, "new URLSearchParams(location.search).get('where-answer')?.startsWith('2. ')")
    expect(page.get_by_test_id("stVegaLiteChart")).to_have_count(1)
    address = page.url
    page.goto(address)
    expect(page.get_by_test_id("stVegaLiteChart")).to_have_count(1)
    assert page.url == address  # the choice was not thrown away
    expect_no_error(page)
