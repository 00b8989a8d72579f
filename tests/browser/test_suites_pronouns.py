"""She or he?, by mouse, by link and on a phone, in a real browser."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

from pages.suites.inputs import PRONOUN_VIEW
from pages.suites.modes.pronouns import AGAINST, OCCUPATION, TRAINING_TEXT
from tests.browser.rooms_page import expect_charts_fit, expect_link, expect_no_error, expect_page_fits, open_live
from tests.browsers import Serve

pytestmark = pytest.mark.browser

DOTS, SENTENCES = ".st-key-occupations", ".st-key-occupation-sentences"


def view(**link: str) -> str:
    return f"/tests-of-language?{urlencode({'mode': PRONOUN_VIEW, **link})}"


def dot(page: Page, word: str) -> Locator:
    return page.locator(f"{DOTS} [aria-label*='Occupation: {word};']").first


def click_dot(page: Page, word: str) -> None:
    """Click where the dot is: what takes the click is the area of the nearest dot, which lies over it."""
    place = dot(page, word).bounding_box()
    assert place is not None
    page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)


def test_a_click_on_a_dot_opens_its_sentences(page: Page, serve: Serve) -> None:
    open_live(page, serve, view())
    expect(page.locator(SENTENCES)).to_contain_text("The secretary said that ___ would be late.")
    click_dot(page, "plumber")
    expect_link(page, **{OCCUPATION: "plumber"})
    expect(page.locator(SENTENCES)).to_contain_text("The plumber said that ___ would be late.")
    expect(page.locator(SENTENCES)).not_to_contain_text("secretary")
    click_dot(page, "dancer")
    expect_link(page, **{OCCUPATION: "dancer"})
    expect(page.locator(SENTENCES)).to_contain_text("The dancer said")
    page.go_back()
    expect_no_error(page)


def test_on_a_projector_a_click_changes_nothing_and_the_link_decides(page: Page, serve: Serve) -> None:
    open_live(page, serve, view(present="1", **{OCCUPATION: "engineer"}))
    expect(page.locator(SENTENCES)).to_contain_text("The engineer said")
    click_dot(page, "dancer")
    page.wait_for_timeout(1000)
    expect(page.locator(SENTENCES)).to_contain_text("The engineer said")
    expect_link(page, **{OCCUPATION: "engineer"})
    assert page.locator("input:visible, textarea:visible").count() == 0
    expect_no_error(page)


def test_the_training_text_is_a_second_axis_for_pocket_models(page: Page, serve: Serve) -> None:
    open_live(page, serve, view(model="pocket-bert"))
    page.get_by_role("radio", name=TRAINING_TEXT).or_(page.get_by_role("button", name=TRAINING_TEXT)).first.click()
    expect_link(page, **{AGAINST: TRAINING_TEXT})
    expect(page.locator(DOTS)).to_contain_text("training text")
    expect_no_error(page)


def test_on_a_phone_both_charts_fit(page: Page, serve: Serve) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_live(page, serve, view())
    expect_page_fits(page)
    expect_charts_fit(page)
    expect_no_error(page)
