"""Two projector windows of one lecturer in real browsers: what was used last leads, and phones see one lecture."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.rooms_page import expect_no_error, wait_until_live
from tests.browser.test_class import hall, joined, lecturer, started

__all__ = ["hall", "lecturer"]  # fixtures

pytestmark = pytest.mark.browser

STOP = "/fill-the-blank?tour=which-bank-in-10-minutes&present=1&stop=2"


def expect_stop(number: int, *windows: Page) -> None:
    for window in windows:
        expect(window.locator(".tour .place")).to_have_text(re.compile(f"^{number} of"))


def test_two_windows_show_the_same_and_phones_lose_no_answer(lecturer: Page, hall: BrowserContext) -> None:
    code = started(lecturer)
    desk, laptop = lecturer.context.new_page(), lecturer.context.new_page()
    for window in (desk, laptop):
        window.goto(STOP)
        wait_until_live(window)
    phone = joined(hall, code)

    def answer(word: str) -> None:
        phone.locator("#text").fill(word)
        phone.locator("#send").click()
        expect(phone.locator("#told")).to_contain_text("Sent.")

    answer("bank")
    desk.keyboard.press("v")  # the window that was opened first
    for window in (desk, laptop):
        expect(window.get_by_text("Discuss it with your neighbour")).to_be_visible()
    expect(phone.locator("#note")).to_contain_text("Discuss it with your neighbour")
    answer("company")
    laptop.keyboard.press("g")
    for window in (desk, laptop):
        expect(window.locator(".st-key-figure")).to_be_visible()
        expect(window.locator(".st-key-outcome")).to_contain_text("company")
    expect(phone.locator("#verdict")).to_contain_text("You: company")
    desk.keyboard.press("PageDown")
    expect_stop(3, desk, laptop)
    laptop.reload()
    wait_until_live(laptop)
    expect_stop(3, desk, laptop)
    page = lecturer.context.new_page()  # the lecturer looks something up: phones keep their question
    page.goto("/who-looks-at-whom")
    wait_until_live(page)
    expect(page.get_by_text("Your projector leads the class")).to_be_visible()
    expect(phone.get_by_role("radio")).to_have_count(3)
    page.get_by_role("button", name="Lead from here").click()
    expect(phone.locator("#entry")).to_be_hidden()
    expect(page.get_by_text("Your projector leads the class")).to_be_hidden()
    desk.keyboard.press("g")
    expect(phone.locator("#verdict")).to_contain_text("You: no answer")
    for window in (desk, laptop, page):
        expect_no_error(window)


def test_a_projector_goes_on_without_phones_once_the_class_has_ended(lecturer: Page, hall: BrowserContext) -> None:
    code = started(lecturer)
    asking, showing = lecturer.context.new_page(), lecturer.context.new_page()
    for window in (asking, showing):
        window.goto(STOP)
        wait_until_live(window)
    phone = joined(hall, code)
    expect(phone.locator("#text")).to_be_visible()
    expect(asking.locator(".answered")).to_contain_text("0 of 1 phone")
    showing.goto("/?present=1")
    wait_until_live(showing)
    lecturer.get_by_text("End the class").click()
    lecturer.get_by_role("button", name="End class").click()
    for window in (asking, showing):
        expect(window.get_by_text("The class has ended")).to_be_visible()
        expect_no_error(window)
    expect(asking.locator(".answered")).to_have_count(0)
    expect(asking.locator(".st-key-slide-address")).to_have_count(0)
    asking.keyboard.press("g")
    expect(asking.locator(".st-key-figure")).to_be_visible()
    expect_no_error(asking)
