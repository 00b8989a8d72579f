"""What a reload leaves as it was: the tour that a lecturer is making beside a class, and the form of a phone."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.rooms_page import expect_no_error, wait_for, wait_until_live
from tests.browser.test_class import hall, joined, lecturer, started

pytestmark = pytest.mark.browser
__all__ = ["hall", "lecturer"]  # fixtures


def test_a_tour_of_ones_own_outlives_a_reload_beside_a_class(lecturer: Page) -> None:
    started(lecturer)
    for number in (1, 2):
        lecturer.goto("/fill-the-blank")
        wait_until_live(lecturer)
        lecturer.get_by_role("button", name="Present").click()
        lecturer.get_by_role("button", name="Add this view to my tour").click()
        wait_for(lecturer, f"JSON.parse(sessionStorage.getItem('riverbank-tour-draft'))?.stops.length === {number}")
    lecturer.goto("/tours")
    expect(lecturer.get_by_role("textbox", name="Question")).to_have_count(2)
    lecturer.reload()
    expect(lecturer.get_by_role("textbox", name="Question")).to_have_count(2)
    expect_no_error(lecturer)


def test_a_telephone_keeps_what_it_sent_and_what_is_typed(lecturer: Page, hall: BrowserContext) -> None:
    code = started(lecturer)
    phone = joined(hall, code)
    lecturer.goto("/fill-the-blank?tour=bert-in-45-minutes&stop=1&present=1")
    wait_until_live(lecturer)
    answer, sent = phone.get_by_role("textbox"), phone.locator("#sent li")
    answer.fill("hill")
    phone.get_by_role("button", name="Send").click()
    expect(sent).to_have_text("hill")
    answer.fill("river")
    phone.reload()
    expect(sent).to_have_text("hill")
    expect(answer).to_have_value("river")
    phone.get_by_role("button", name="Send").click()
    expect(sent).to_have_text("river")
    phone.reload()
    expect(sent).to_have_text("river")
    expect(answer).to_have_value("")
    expect_no_error(lecturer)
