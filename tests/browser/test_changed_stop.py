"""A lecturer changes the sentence of a stop in front of a class, and asks again."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.rooms_page import APP, expect_no_error, wait_until_idle, wait_until_live
from tests.browser.test_class import hall, joined, lecturer, started
from tests.browser.test_stops_fit import LECTURE, TOURS, address_of
from tests.browsers import Serve
from tests.components.waiting import until

__all__ = ["hall", "lecturer"]  # fixtures

pytestmark = pytest.mark.browser


def test_votes_are_marked_beside_the_stops_sentence_only_and_asking_again_brings_it_back(
    lecturer: Page, hall: BrowserContext
) -> None:
    phone = joined(hall, started(lecturer))
    lecturer.goto(address_of(TOURS[LECTURE].stops[0], LECTURE, 1, present="1"))
    wait_until_live(lecturer)
    outcome, asked_about = lecturer.locator(".st-key-outcome"), lecturer.get_by_text("Asked about:")

    def answer() -> None:
        expect(lecturer.locator(".answered b")).to_have_text("0 of 1 phone")
        expect(phone.locator("#text")).to_be_visible()
        expect(phone.locator("#told")).not_to_contain_text("Sent.")  # the phone has the new question
        phone.locator("#text").fill("bank")
        phone.locator("#send").click()
        expect(phone.locator("#told")).to_contain_text("Sent.")
        expect(lecturer.locator(".answered b")).to_have_text("1 of 1 phone")
        lecturer.keyboard.press("g")

    answer()
    expect(outcome).to_contain_text("✓")
    lecturer.locator(".st-key-tiles .pen").click()
    lecturer.keyboard.press("ControlOrMeta+a")
    lecturer.keyboard.type("The [MASK] raised its wings.")
    lecturer.keyboard.press("Enter")
    expect(asked_about).to_be_visible()
    expect(outcome).not_to_contain_text("✓")
    lecturer.keyboard.press("Escape")
    lecturer.keyboard.press("v")
    answer()
    expect(outcome).to_contain_text("✓")
    expect(asked_about).to_have_count(0)
    expect(lecturer.locator(".st-key-tiles")).not_to_contain_text("wings")
    expect(lecturer).not_to_have_url(re.compile("wings"))
    expect_no_error(lecturer)


def list_is_above_bar(page: Page) -> bool:
    """Whether the last of the nearest sentences is above the tour's bar."""
    last, bar = (
        page.locator(".st-key-figure .near-list li").last.bounding_box(),
        page.locator(".tour").bounding_box(),
    )
    return last is not None and bar is not None and last["y"] + last["height"] <= bar["y"]


def test_beside_the_note_about_a_changed_sentence_the_list_is_not_cut(lecturer: Page, hall: BrowserContext) -> None:
    phone = joined(hall, started(lecturer))
    name = "which-bank-in-10-minutes"
    lecturer.goto(address_of(TOURS[name].stops[0], name, 1, present="1"))
    wait_until_live(lecturer)
    phone.locator("#labels label").first.click()
    phone.locator("#send").click()
    expect(lecturer.locator(".answered b")).to_have_text("1 of 1 phone")
    lecturer.keyboard.press("g")
    # The first map of a server that has just started takes long on a busy machine.
    expect(lecturer.locator(".st-key-outcome .votes")).to_be_visible(timeout=90_000)
    until(lambda: list_is_above_bar(lecturer))
    lecturer.locator(".st-key-ending").get_by_text("cash", exact=True).click()
    expect(lecturer.locator(".st-key-stop-changed")).to_be_visible()
    expect(lecturer.locator(".st-key-outcome")).not_to_contain_text("✓")
    until(lambda: list_is_above_bar(lecturer))
    expect_no_error(lecturer)


def test_a_visitor_who_leaves_the_example_of_a_question_is_led_back_to_it(page: Page, serve: Serve) -> None:
    stop = TOURS["which-bank-in-10-minutes"].stops[6]
    page.goto(f"{serve(APP)}{address_of(stop, 'which-bank-in-10-minutes', 7)}")
    wait_until_live(page)
    word, note = page.get_by_role("textbox", name="Forms", exact=True), page.locator(".st-key-stop-changed")
    back = note.get_by_role("button")
    expect(word).to_have_value("bank, banks")
    expect(note).to_have_count(0)

    def choose_bat() -> None:
        page.get_by_role("combobox", name="Examples").fill("bat")
        page.get_by_role("option").first.click()

    choose_bat()
    expect(word).to_have_value("bat, bats")
    back.click()
    expect(word).to_have_value("bank, banks")
    expect(note).to_have_count(0)
    choose_bat()
    expect(note).to_be_visible()
    page.get_by_role("button", name="70 or more").click()
    outcome = page.locator(".st-key-outcome")
    expect(outcome.locator(".st-key-stop-changed")).to_be_visible(timeout=90_000)
    wait_until_idle(page)  # the river says where it has come to, with the word that the browser knows by then
    back.click()
    expect(word).to_have_value("bank, banks")
    expect(outcome).to_contain_text("You answered", timeout=90_000)
    expect(note).to_have_count(0)
    expect_no_error(page)
