"""The room of the family, by mouse and link, in a real browser."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rooms_page import (
    choose_example,
    expect_link,
    expect_no_error,
    open_live,
)
from tests.browsers import Serve

pytestmark = pytest.mark.browser

PATH = "the-family"


def room(**link: str) -> str:
    return f"/{PATH}?{urlencode(link)}"


def test_an_example_sets_two_beside_each_other(page: Page, serve: Serve) -> None:
    open_live(page, serve, room())
    expect(page.locator(".st-key-finding")).to_contain_text("DistilBERT has half of BERT base’s layers")
    choose_example(page, "One layer, twelve times")
    expect(page.locator(".st-key-finding")).to_contain_text("ALBERT base has 11% of")
    expect_link(page, other="albert")
    expect_no_error(page)


def test_a_click_on_a_stack_compares_with_its_model(page: Page, serve: Serve) -> None:
    open_live(page, serve, room())
    row = page.locator(".st-key-stacks").get_by_text("GPT-2", exact=False).first
    row.click(force=True)  # what takes the click is the row, which lies over its name
    expect_link(page, one="distilbert", other="gpt2")
    expect(page.locator(".st-key-finding")).to_contain_text("GPT-2 has 1.9 times DistilBERT’s parameters")
    expect(page.locator(".st-key-stacks")).to_be_visible()
    expect_no_error(page)
