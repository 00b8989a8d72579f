"""The check before and after a lecture: two telephones, a reload, a lost connection and a class that ends."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from components.classroom.check.questions import QUESTIONS
from tests.browser.rooms_page import APP, expect_no_error, wait_until_live
from tests.browser.test_class import hall, joined, lecturer, serious_violations, started
from tests.browsers import Serve

__all__ = ("hall", "lecturer")  # fixtures

pytestmark = pytest.mark.browser


@pytest.fixture
def other_hall(chromium: Browser, serve: Serve) -> Iterator[BrowserContext]:
    """A second telephone."""
    with chromium.new_context(viewport={"width": 390, "height": 844}, base_url=serve(APP)) as context:
        yield context


def answer(phone: Page, *, right: int, start: int = 0, end: int = len(QUESTIONS)) -> None:
    """Answer questions: so many of all right, and at the others “I don't know”."""
    for number in range(start, end):
        expect(phone.locator("#check-question")).to_have_text(QUESTIONS[number].text)
        letters = [letter for letter, _ in QUESTIONS[number].lettered]
        chosen = letters.index(QUESTIONS[number].right) if number < right else len(letters)
        phone.locator("#check-options button").nth(chosen).click()


def test_a_class_is_asked_before_and_after_and_its_gain_is_on_the_lecturers_page(
    lecturer: Page, hall: BrowserContext, other_hall: BrowserContext
) -> None:
    code = started(lecturer)
    phones = joined(hall, code), joined(other_hall, code)
    complaints: list[str] = []
    for phone in phones:
        phone.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        phone.on("pageerror", lambda error: complaints.append(str(error)))
        expect(phone.get_by_text("No question at the moment")).to_be_visible()
    panel = lecturer.locator(".st-key-class-check")
    panel.get_by_text("Do they learn?").click()
    panel.locator(".st-key-class-check-before button").click()
    for phone in phones:
        expect(phone.locator("#check-question")).to_be_visible()
        assert phone.locator("#check").evaluate("each => each.getBoundingClientRect().bottom") < 844
    assert not serious_violations(phones[0])
    answer(phones[0], right=3)
    answer(phones[1], right=0)
    expect(phones[0].locator("#check")).not_to_contain_text("right")
    expect(panel.get_by_text("Before: 2 of 2 phones finished")).to_be_visible()
    expect(panel.locator("table")).to_have_count(0)
    assert not complaints

    panel.locator(".st-key-class-check-after button").click()
    answer(phones[0], right=9, end=5)
    hall.set_offline(True)
    answer(phones[0], right=9, start=5)
    hall.set_offline(False)
    expect(phones[0].locator("#check")).to_contain_text("3 of 12 right before, and 9 now")
    phones[1].locator("#check-skip").click()
    expect(phones[1].locator("#check-options")).to_be_empty()
    phones[1].reload()
    expect(phones[1].locator("#check-options")).to_be_empty()
    phones[1].locator("#check-skip").click()
    answer(phones[1], right=6)
    expect(phones[1].locator("#check")).to_contain_text("0 of 12 right before, and 6 now")
    expect(panel.locator("table tbody tr")).to_have_count(len(QUESTIONS))
    expect(panel.get_by_text("0.57.")).to_be_visible()  # from 3 of 24 to 15 of 24
    with lecturer.expect_download() as saved:
        panel.get_by_role("button", name="CSV").click()
    assert len(saved.value.path().read_text("utf-8-sig").splitlines()) == 2 + len(
        phones
    )  # names of columns, and what is right
    expect_no_error(lecturer)

    lecturer.get_by_text("End the class").click()
    lecturer.locator(".st-key-class-end button").click()
    for phone in phones:
        expect(phone.get_by_text("This class has ended")).to_be_visible()
        expect(phone.locator("#check")).to_be_hidden()


def test_a_phone_goes_on_where_it_was_and_back_to_the_lecture_with_the_projector(
    lecturer: Page, hall: BrowserContext
) -> None:
    phone = joined(hall, started(lecturer))
    expect(phone.get_by_text("No question at the moment")).to_be_visible()
    panel = lecturer.locator(".st-key-class-check")
    panel.get_by_text("Do they learn?").click()
    panel.locator(".st-key-class-check-before button").click()
    answer(phone, right=2, end=2)
    phone.locator("#check-back").click()
    expect(phone.locator("#check-question")).to_have_text(QUESTIONS[1].text)
    expect(phone.locator("#check-options [aria-pressed=true]")).to_contain_text(
        next(option.text for option in QUESTIONS[1].options if not option.misconception)
    )
    answer(phone, right=2, start=1, end=3)
    phone.reload()
    expect(phone.locator("#check-question")).to_have_text(QUESTIONS[3].text)
    projector = lecturer.context.new_page()
    projector.goto("/fill-the-blank?present=1&guess=1")
    wait_until_live(projector)
    expect(phone.locator("#asked")).to_contain_text("What is your guess")
    expect(phone.locator("#check")).to_be_hidden()
    expect(panel.locator(".st-key-class-check-before button")).to_be_enabled()
    panel.locator(".st-key-class-check-before button").click()
    expect(phone.locator("#check-question")).to_have_text(QUESTIONS[3].text)
    note = projector.locator(".st-key-check-note")
    expect(note).to_contain_text("0 of 1 phone finished")
    expect(projector.locator(".st-key-body")).to_be_hidden()  # it would help with the answers
    expect(phone.locator("#entry")).to_be_hidden()
