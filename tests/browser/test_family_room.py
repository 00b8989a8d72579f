"""The room of the family, by mouse and link, in a real browser."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rooms_page import (
    choose_example,
    expect_charts_fit,
    expect_link,
    expect_no_error,
    expect_page_fits,
    open_live,
    violations_in_both_schemes,
)
from tests.browsers import Serve
from tests.rooms import VIEWS

pytestmark = pytest.mark.browser

PATH = "the-family"
MODES = VIEWS[PATH]


def room(**link: str) -> str:
    return f"/{PATH}?{urlencode(link)}"


def test_an_example_sets_two_beside_each_other(page: Page, serve: Serve) -> None:
    open_live(page, serve, room(mode="Two side by side"))
    expect(page.locator(".st-key-finding")).to_contain_text("DistilBERT has 0.61 times the parameters of BERT base")
    choose_example(page, "One layer, twelve times")
    expect(page.locator(".st-key-finding")).to_contain_text("ALBERT base has 0.11 times")
    expect_link(page, other="albert")
    expect_no_error(page)


def test_a_click_on_a_stack_compares_with_its_model(page: Page, serve: Serve) -> None:
    open_live(page, serve, room())
    row = page.locator(".st-key-stacks").get_by_text("GPT-2", exact=False).first
    row.click(force=True)  # what takes the click is the row, which lies over its name
    expect_link(page, other="gpt2")
    expect(page.locator(".st-key-stacks")).to_be_visible()
    expect_no_error(page)


def test_axe_finds_nothing_serious_and_a_phone_shows_everything(page: Page, serve: Serve) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    violations = {}
    for mode in MODES:
        open_live(page, serve, room(mode=mode))
        expect_charts_fit(page)
        expect_page_fits(page)
        violations[mode] = violations_in_both_schemes(page)
    assert not any(violations.values()), violations
    expect_no_error(page)
