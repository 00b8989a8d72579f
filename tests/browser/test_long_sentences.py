"""A sentence that is longer than a phone may send: it is cut, and the phone says so."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.test_class import hall, joined, lecturer, started

__all__ = ("hall", "lecturer")  # fixtures

pytestmark = pytest.mark.browser

QUESTION = {
    **{"kind": "fooling", "question": "1", "note": "", "shown": "Fool it.", "counts_once": True},
    **{"labels": ["money", "river"], "longest": 200},
}
STATE = {
    **{"version": 1_000, "open": True, "ask": QUESTION, "sent": [], "result": None, "card": None, "scores": []},
    **{"finished": False, "shows": "", "held_back": False},
}


def _paste(phone: Page, text: str) -> None:
    phone.evaluate("text => navigator.clipboard.writeText(text)", text)
    phone.keyboard.press("Control+v")


def test_a_phone_says_that_what_was_pasted_is_cut(lecturer: Page, hall: BrowserContext) -> None:
    hall.grant_permissions(["clipboard-read", "clipboard-write"])
    phone = joined(hall, started(lecturer))
    phone.route("**/state?*", lambda route: route.fulfill(json=STATE))
    phone.reload()
    box, message = phone.locator("#text"), phone.locator("#told")
    box.click()
    _paste(phone, "b" * 200)
    expect(box).to_have_value("b" * 200)
    expect(message).to_be_empty()
    _paste(phone, "x")
    expect(message).to_contain_text("200")
    expect(box).to_have_value("b" * 200)
    phone.keyboard.press("Control+a")
    _paste(phone, "c" * 150)
    expect(box).to_have_value("c" * 150)
    expect(message).to_be_empty()
    _paste(phone, "d" * 51)
    expect(message).to_contain_text("200")
    expect(box).to_have_value("c" * 150 + "d" * 50)
    phone.keyboard.press("Backspace")
    expect(message).to_be_empty()
    phone.keyboard.press("e")
    expect(message).to_be_empty()
    phone.keyboard.press("f")
    expect(message).to_contain_text("200")
