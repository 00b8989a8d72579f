"""Naming a word, comparing sentences and models, in a real browser: the link brings it back, nothing typed runs."""

from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rooms_page import (
    FILL,
    expect_link,
    expect_no_markup,
    open_live,
    wait_for,
    wait_until_idle,
)
from tests.browsers import Serve

pytestmark = pytest.mark.browser
SENTENCE = "She took her money to the [MASK]."


def test_a_named_word_is_scored_and_its_link_restores_it(page: Page, serve: Serve) -> None:
    open_live(page, serve, f"{FILL}?sentence={quote(SENTENCE)}&word=river")
    page.locator(".st-key-why summary").first.click()
    wait_until_idle(page)
    box = page.get_by_label("My own words, separated by commas")
    box.fill("bank, <img src=x onerror=alert(1)>")
    box.press("Enter")
    wait_for(page, "location.search.includes('img')")
    expect_no_markup(page)
    box.fill("bank, river")
    box.press("Enter")
    expect_link(page, word="bank, river")
    page.reload()
    expect(box).to_have_value("bank, river")
    expect(page.get_by_text("as likely as").first).to_be_visible()
