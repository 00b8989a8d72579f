"""Keyboards of other languages: input methods end a word with Enter, and digits are not where they are in English."""

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.rooms_page import (
    APP,
    FILL,
    expect_link,
    open_live,
    open_search,
    sentence_box,
    wait_for,
    wait_for_arrow_keys,
    wait_until_live,
)
from tests.browser.test_class import joined, started
from tests.browsers import Serve

pytestmark = pytest.mark.browser

WORD = "かわ"
PRESS = """(element, key) => element.dispatchEvent(
    new KeyboardEvent("keydown", {bubbles: true, composed: true, cancelable: true, ...key}))"""
# The key that ends a word of an input method, as browsers report it; Safari reports it after the end.
ENDS_WORD = ({"isComposing": True, "keyCode": 229}, {"isComposing": True}, {"keyCode": 229})


def end_word(box: Locator) -> None:
    for reported in ENDS_WORD:
        box.evaluate(PRESS, {"key": "Enter", "code": "Enter", **reported})


def test_enter_that_ends_a_word_sends_nothing_from_a_phone(chromium: Browser, serve: Serve) -> None:
    with chromium.new_context(base_url=serve(APP)) as office, chromium.new_context(base_url=serve(APP)) as hall:
        lecturer = office.new_page()
        code = started(lecturer)
        lecturer.goto("/fill-the-blank?present=1&guess=1")
        wait_until_live(lecturer)
        phone = joined(hall, code)
        box = phone.locator("#text")
        box.fill(WORD)
        end_word(box)
        expect(box).to_have_value(WORD)
        expect(phone.locator("#sent")).to_be_hidden()
        box.press("Enter")
        expect(phone.locator("#sent")).to_contain_text(WORD)


def test_enter_that_ends_a_word_is_no_key_of_the_page(page: Page, serve: Serve) -> None:
    open_live(page, serve, FILL)
    address = page.url
    search = open_search(page)
    search.fill("attention")
    expect(page.get_by_role("option").first).to_be_visible()
    end_word(search)
    assert page.url == address
    assert search.evaluate("box => box.closest('dialog').open")
    page.keyboard.press("Escape")
    box = sentence_box(page)
    box.fill("The [MASK] is deep.")
    end_word(box)
    assert box.evaluate("box => box === document.activeElement")
    box.press("Enter")
    wait_for(page, "document.activeElement === document.body")
    expect_link(page, sentence="The [MASK] is deep.")


def test_a_presenters_keys_work_on_keyboards_of_other_languages(page: Page, serve: Serve) -> None:
    open_live(page, serve, f"{FILL}?present=1")
    wait_for_arrow_keys(page)
    body = page.locator("body")
    body.evaluate(PRESS, {"key": "é", "code": "Digit2"})  # French
    expect_link(page, mode="Where from?", present="1")
    wait_for_arrow_keys(page)
    body.evaluate(PRESS, {"key": "1", "code": "Digit1", "shiftKey": True})
    expect_link(page, mode=None, present="1")
    wait_for_arrow_keys(page)
    for key in ({"key": ":", "code": "Period"}, {"key": "и", "code": "KeyB"}):  # French, Russian
        body.evaluate(PRESS, key)
        expect(page.locator("html")).to_have_attribute("data-black", "")
        body.evaluate(PRESS, key)
        expect(page.locator("html")).not_to_have_attribute("data-black", "")
