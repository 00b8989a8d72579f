"""What a lecturer hides on the page of a class is gone from the projector."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.rooms_page import expect_no_error, wait_until_live
from tests.browser.test_class import hall, joined, lecturer, started
from tests.browser.test_stops_fit import LECTURE, TOURS, address_of

__all__ = ["hall", "lecturer"]  # fixtures

pytestmark = pytest.mark.browser


def test_a_word_that_is_hidden_leaves_the_projector_at_once(lecturer: Page, hall: BrowserContext) -> None:
    lecturer.set_viewport_size({"width": 1280, "height": 1400})  # nothing has to be scrolled to
    phone = joined(hall, started(lecturer))  # the lecturer's page stays open: its list is drawn before anybody answers
    projector = lecturer.context.new_page()
    projector.goto(address_of(TOURS[LECTURE].stops[0], LECTURE, 1, present="1"))
    wait_until_live(projector)
    phone.get_by_role("textbox").fill("nonsense")
    phone.get_by_role("button", name="Send").click()
    expect(projector.locator(".answered b")).to_have_text("1 of 1 phone")
    projector.keyboard.press("g")
    outcome = projector.locator(".st-key-outcome")
    expect(outcome).to_contain_text("nonsense")
    lecturer.bring_to_front()
    lecturer.get_by_role("button", name="Hide", exact=True).click()
    expect(outcome).not_to_contain_text("nonsense")
    lecturer.get_by_role("button", name="Show", exact=True).click()
    expect(outcome).to_contain_text("nonsense")
    expect_no_error(projector)
    expect_no_error(lecturer)


def test_a_guess_that_is_hidden_leaves_a_page_outside_tours_at_once(lecturer: Page, hall: BrowserContext) -> None:
    lecturer.set_viewport_size({"width": 1280, "height": 1400})
    phone = joined(hall, started(lecturer))
    projector = lecturer.context.new_page()
    projector.goto("/fill-the-blank?present=1&guess=1")
    wait_until_live(projector)
    phone.get_by_role("textbox").fill("nonsense")
    phone.get_by_role("button", name="Send").click()
    expect(projector.get_by_text("1 guess so far")).to_be_visible()
    projector.keyboard.press("g")
    guesses = projector.get_by_test_id("stVegaLiteChart").filter(has_text="nonsense")
    expect(guesses).to_be_visible()
    lecturer.bring_to_front()
    lecturer.get_by_role("button", name="Hide", exact=True).click()
    expect(guesses).to_have_count(0)
    expect_no_error(projector)
    expect_no_error(lecturer)
