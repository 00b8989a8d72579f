"""The room of heads, by mouse and link, in a real browser."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.browser.every_mode import ROOMS
from tests.browser.rooms_page import (
    at_rest,
    barriers_in_both_schemes,
    charts_fit,
    choose_example,
    choose_mode,
    fits_the_width,
    link_has,
    no_complaint,
    open_live,
)
from tests.browsers import Serve

pytestmark = pytest.mark.browser

PATH = "one-encoder-many-heads"
MODES = ROOMS[PATH]


def room(**link: str) -> str:
    return f"/{PATH}?{urlencode(link)}"


def test_a_typed_text_goes_to_the_head_that_is_chosen(page: Page, serve: Serve) -> None:
    open_live(page, serve, room())
    finding = page.locator(".st-key-finding")
    expect(finding).to_contain_text("The classifier says")
    box = page.get_by_role("textbox", name="Text", exact=True)
    box.fill("<img src=x onerror=alert(1)> The soup was cold and the waiter was rude.")
    box.press("Enter")
    expect(finding).to_contain_text("negative")
    choose_mode(page, "Tagging words")
    expect(finding).to_contain_text("Lima (place)")
    at_rest(page)
    page.get_by_role("radio", name="parts of speech").click()
    expect(finding).to_contain_text("parts of speech")
    link_has(page, tags="parts of speech")
    no_complaint(page)


def test_examples_bring_their_mode_along(page: Page, serve: Serve) -> None:
    open_live(page, serve, room())
    choose_example(page, "The passage does not say")
    expect(page.locator(".st-key-finding")).to_contain_text("No answer")
    link_has(page, mode="Question answering", question="Who designed the steps?")
    choose_example(page, "Swap the two")
    expect(page.locator(".st-key-finding")).to_contain_text("Swap the texts")
    no_complaint(page)


@pytest.mark.parametrize("mode", MODES)
def test_nothing_is_cut_off_or_in_the_way_of_anybody(page: Page, serve: Serve, mode: str) -> None:
    open_live(page, serve, room(mode=mode))
    charts_fit(page)
    assert barriers_in_both_schemes(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    fits_the_width(page)
    charts_fit(page)
    no_complaint(page)
