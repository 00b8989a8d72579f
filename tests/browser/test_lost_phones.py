"""Telephones that lose the connection, the class, their token or every cookie."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.test_class import asks_for_sentences, hall, joined, lecturer, started
from tests.components.waiting import until

__all__ = ("hall", "lecturer")  # fixtures

pytestmark = pytest.mark.browser


def test_a_telephone_without_a_connection_keeps_what_was_typed(lecturer: Page, hall: BrowserContext) -> None:
    code = started(lecturer)
    asks_for_sentences(lecturer)
    phone = joined(hall, code)
    box = phone.get_by_role("textbox")
    expect(box).to_be_visible()
    hall.set_offline(True)
    lost = phone.get_by_text("No connection. Trying again")
    expect(lost).to_be_visible()  # whoever is still thinking is told, too
    phone.get_by_text("river", exact=True).click()
    box.fill("The bank was far away.")
    box.press("Enter")
    expect(phone.get_by_text("Your answer is saved here")).to_be_visible()
    hall.set_offline(False)
    expect(phone.get_by_role("listitem")).to_have_text("“The bank was far away.” · river")
    expect(lost).to_be_hidden()
    expect(lecturer.locator(".answered b")).to_have_text("1 of 1 phone")


def test_a_telephone_is_told_that_the_server_lost_the_class(lecturer: Page, hall: BrowserContext) -> None:
    code = started(lecturer)
    phone = joined(hall, code)
    phone.get_by_text("No question at the moment").wait_for()
    gone = {"open": False, "ended": False, "message": "-"}
    phone.route("**/state?*", lambda route: route.fulfill(status=404, json=gone))
    expect(phone.get_by_text("has lost this class")).to_be_visible()
    expect(phone.get_by_role("textbox", name="Class code (on the projector)")).to_be_visible()


def test_a_telephone_joins_again_where_its_token_is_gone(lecturer: Page, hall: BrowserContext) -> None:
    code = started(lecturer)
    asks_for_sentences(lecturer)
    phone = joined(hall, code)
    expect(phone.get_by_role("textbox")).to_be_visible()
    until(lambda: bool(hall.cookies()))
    hall.clear_cookies()
    phone.get_by_text("river", exact=True).click()
    phone.get_by_role("textbox").fill("The bank again.")
    phone.get_by_role("textbox").press("Enter")
    expect(phone.get_by_role("listitem")).to_have_text("“The bank again.” · river")


def test_a_telephone_without_cookies_joins_no_more_than_twice_and_is_told(lecturer: Page, hall: BrowserContext) -> None:
    code = started(lecturer)
    asks_for_sentences(lecturer)
    phone = hall.new_page()
    requests: list[str] = []
    phone.on("request", lambda request: requests.append(request.url))
    phone.route("**/students", lambda route: route.fulfill(json={}))  # its cookie is lost
    phone.goto(f"/join/{code}")
    phone.get_by_text("river", exact=True).click()
    phone.get_by_role("textbox").fill("The bank again.")
    phone.get_by_role("textbox").press("Enter")
    expect(phone.locator("#told")).to_contain_text("cookies")
    for _ in range(2):
        with phone.expect_request("**/state?*"):
            pass  # a look at which a phone that is not in would join
    assert sum(address.endswith("/students") for address in requests) == 2
    phone.unroute("**/students")
    phone.reload()  # with cookies now
    expect(phone.get_by_role("listitem")).to_have_text("“The bank again.” · river")
