"""The room of mistakes, by mouse, keyboard and link, in a real browser."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rooms_page import (
    choose_example,
    expect_link,
    expect_no_error,
    open_live,
    wait_until_idle,
    wait_until_live,
)
from tests.browsers import Serve

pytestmark = pytest.mark.browser

PATH = "what-goes-wrong"


def room(**link: str) -> str:
    return f"/{PATH}?{urlencode(link)}"


def test_a_link_opened_on_a_cold_server_restores_the_mistake(page: Page, cold_server: str) -> None:
    """The flag makes it a server of its own, which nobody has visited."""
    page.goto(cold_server + room(mistake="half"))
    expect(page.get_by_text("Attention mask forgotten").last).to_be_visible()
    wait_until_live(page)
    expect(page.locator(".st-key-finding")).to_contain_text("half precision")
    expect_link(page, mistake="half")
    expect_no_error(page)


def test_another_mistake_is_chosen_from_the_list_and_both_ways_run(page: Page, serve: Serve) -> None:
    open_live(page, serve, room())
    expect(page.locator(".st-key-finding")).to_contain_text("from 77.5% to 4.9%")
    choose_example(page, "Another model’s mask token")
    expect(page.locator(".st-key-number-right")).to_have_text("1")
    expect(page.locator(".st-key-number-wrong")).to_have_text("0")
    expect_link(page, mistake="mask_string")
    expect_no_error(page)


def test_a_line_is_spotted_with_the_keyboard(page: Page, serve: Serve) -> None:
    open_live(page, serve, room(mode="Spot the mistake"))
    page.get_by_role("button", name="probabilities = logits.softmax(dim=1)").press("Enter")
    expect(page.locator(".st-key-finding")).to_contain_text("Spotted")
    expect(page.get_by_text("You have spotted 1 of 1")).to_be_visible()
    expect(page.locator(".wrong b")).to_have_text("wrong")
    wait_until_idle(page)
    expect_no_error(page)
