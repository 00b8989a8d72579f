"""The card that a phone keeps of its class."""

import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.test_class import hall, joined, lecturer, serious_violations, started
from tests.components.waiting import until

__all__ = ("hall", "lecturer")  # fixtures

pytestmark = pytest.mark.browser

SENTENCE = "Our bank lost a lot of soil last year."
RESULT = {
    **{"shown": "Fool it.", "right": "", "explanation": "", "counts": [], "total": 1, "answer": SENTENCE},
    **{"verdict": "You fooled it!", "score": 2, "questions": 3, "missed": 0},
    "fooled": True,
}
CARD = {
    **{"fooled": True, "sentence": SENTENCE, "meant": "river", "read": "money", "senses": ["money", "river"]},
    **{"model": "MiniLM", "score": 2, "questions": 3, "course": [], "sense_courses": [[], []]},
}


def _show(phone: Page, **changes: Any) -> None:
    """Let a phone see a state of its class in which a question's answer is shown."""
    state: dict[str, Any] = {"version": 1_000, "open": True, "ask": None, "sent": [], "scores": [], "finished": False}
    state |= {"shows": "", "held_back": False, **changes}
    phone.unroute("**/state?*")
    phone.route("**/state?*", lambda route: route.fulfill(json=state))
    phone.reload()


def _end(lecturer: Page) -> None:
    lecturer.goto("/class")
    lecturer.get_by_text("End the class").click()
    lecturer.get_by_role("button", name="End class").click()
    expect(lecturer.get_by_role("button", name="Start a class").first).to_be_visible()


def test_a_card_stays_on_the_phone_after_the_class_until_its_student_leaves(
    lecturer: Page, hall: BrowserContext
) -> None:
    phone = joined(hall, started(lecturer))
    expect(phone.get_by_text("No question at the moment")).to_be_visible()
    _show(phone, result=RESULT, card=CARD)
    picture, scores = phone.locator("#picture"), phone.locator("#scores")
    expect(picture).to_be_visible()
    _end(lecturer)
    phone.unroute("**/state?*")
    for _ in range(2):
        expect(phone.get_by_text("This class has ended")).to_be_visible()
        expect(picture).to_be_visible()
        expect(scores).to_contain_text("2 of 3")
        phone.reload()
    assert serious_violations(phone) == []
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    with phone.expect_popup() as opened:
        phone.get_by_role("link", name="Open this sentence").click()
    assert "stage=Our%20bank" in opened.value.url
    expect(picture).to_be_visible()
    phone.get_by_role("button", name="Delete the card").click()
    for _ in range(2):
        expect(phone.get_by_role("heading", name="Riverbank")).to_be_visible()
        expect(picture).to_be_hidden()
        expect(scores).to_be_hidden()
        phone.reload()


def test_a_card_is_forgotten_in_another_class(lecturer: Page, hall: BrowserContext) -> None:
    first = started(lecturer)
    phone = joined(hall, first)
    expect(phone.get_by_text("No question at the moment")).to_be_visible()
    _show(phone, result=RESULT, card=CARD)
    expect(phone.locator("#picture")).to_be_visible()
    phone.unroute("**/state?*")
    _end(lecturer)
    second = started(lecturer)
    phone.goto(f"/join/{second}")
    until(lambda: phone.evaluate("localStorage.getItem('riverbank-keepsake')") is None)
    phone.goto(f"/join/{first}")
    expect(phone.get_by_text("This class has ended")).to_be_visible()
    expect(phone.locator("#picture")).to_be_hidden()


def test_a_phone_that_fooled_nobody_has_its_card_at_the_end(lecturer: Page, hall: BrowserContext) -> None:
    phone = joined(hall, started(lecturer))
    expect(phone.get_by_text("No question at the moment")).to_be_visible()
    picture, again = phone.locator("#picture"), phone.get_by_role("link", name="Open this sentence")
    card = CARD | {"fooled": False, "read": "river"}
    _show(phone, result=RESULT | {"fooled": False}, card=card)
    expect(phone.locator("#verdict")).to_be_visible()
    expect(picture).to_be_hidden()
    _show(phone, result=None, card=card, finished=True, scores=[["All questions", 2, 3]])
    expect(picture).to_have_accessible_name(re.compile(f"2 of 3.*{SENTENCE}"))
    expect(again).to_be_visible()
    empty = {"sentence": "", "meant": "", "read": "", "senses": [], "model": ""}
    _show(phone, result=None, card=card | empty, finished=True, scores=[["All questions", 2, 3]])
    expect(picture).to_have_accessible_name(re.compile("2 of 3"))
    expect(again).to_be_hidden()
