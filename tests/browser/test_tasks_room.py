"""The room of heads, by mouse and link, in a real browser."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rooms_page import (
    choose_example,
    choose_mode,
    expect_link,
    expect_no_error,
    open_live,
    wait_until_idle,
)
from tests.browsers import Serve

pytestmark = pytest.mark.browser

PATH = "one-encoder-many-heads"


def room(**link: str) -> str:
    return f"/{PATH}?{urlencode(link)}"


def test_a_typed_text_goes_to_the_head_that_is_chosen(page: Page, serve: Serve) -> None:
    open_live(page, serve, room())
    finding = page.locator(".st-key-finding")
    expect(finding).to_contain_text("A classifier of")
    box = page.get_by_role("textbox", name="Text", exact=True)
    box.fill("<img src=x onerror=alert(1)> The soup was cold and the waiter was rude.")
    box.press("Enter")
    expect(finding).to_contain_text("negative")
    choose_mode(page, "Tagging words")
    expect(finding).to_contain_text("3 names")
    wait_until_idle(page)
    page.get_by_role("radio", name="parts of speech").click()
    expect(finding).to_contain_text("parts of speech")
    expect_link(page, tags="parts of speech")
    expect_no_error(page)


def test_examples_bring_their_mode_along(page: Page, serve: Serve) -> None:
    open_live(page, serve, room())
    choose_example(page, "The passage does not say")
    expect(page.locator(".st-key-finding")).to_contain_text("No answer")
    expect_link(page, mode="Question answering", question="Who designed the steps?")
    choose_example(page, "Which bank, which Mercury?")
    expect_link(page, mode="Question answering", passage="17")
    expect_no_error(page)
