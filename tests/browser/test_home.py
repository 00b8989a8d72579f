"""Home in a real browser: the sentence on its stage, the way into a room, and the headers that protect every page."""

import re

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from components.model.presets import FILL_PRESETS
from tests.browser.conftest import SIZE
from tests.browser.rooms_page import (
    APP,
    FILL,
    PHONE,
    expect_link,
    expect_no_error,
    expect_no_markup,
    expect_page_fits,
    open_live,
    sentence_box,
    violations_in_both_schemes,
    wait_until_live,
)
from tests.browsers import Serve

pytestmark = pytest.mark.browser

OWN = "He went to the bank and opened an account."


def _box(page: Page) -> Locator:
    return page.get_by_role("textbox", name="A sentence with “bank”")


def test_the_first_screen_is_full_at_once_and_then_live(page: Page, serve: Serve) -> None:
    page.goto(serve(APP))
    expect(page.locator(".st-key-figure canvas.plot")).to_be_visible()
    wait_until_live(page)
    expect(page.get_by_text("Your “bank” in layer 6: ")).to_be_visible()
    expect(page.get_by_text("computed beforehand")).to_have_count(0)
    expect_no_error(page)


def test_a_word_changes_what_the_neighbours_say_and_the_link(page: Page, serve: Serve) -> None:
    open_live(page, serve, "/")
    expect(page.get_by_text("of the 5 nearest sentences mean “river”")).to_be_visible()
    page.get_by_role("radio", name="money").or_(page.get_by_role("button", name="money", exact=True)).first.click()
    expect(page.get_by_text(re.compile("Your “bank” in layer 6: .* nearest sentences mean “money”"))).to_be_visible()
    _box(page).fill(OWN)
    expect_link(page, stage=OWN)
    expect(_box(page)).to_be_focused()
    expect(page.locator(".st-key-path a", has_text="Masked words")).to_have_attribute("href", re.compile("mask=5"))
    expect_no_error(page)


@pytest.mark.parametrize(("path", "size"), [("/?present=1", SIZE), ("/", SIZE), ("/", PHONE)])
def test_the_legend_covers_no_point_of_the_map(page: Page, serve: Serve, path: str, size: ViewportSize) -> None:
    page.set_viewport_size(size)
    open_live(page, serve, path)
    expect(page.locator(".st-key-figure .legend button")).to_have_count(3)  # the visitor's own sentence is there
    legend, plot = (page.locator(f".st-key-figure .{part}").bounding_box() for part in ("legend", "plot"))
    assert legend is not None
    assert plot is not None
    assert legend["height"] > 0
    assert legend["y"] + legend["height"] <= plot["y"]


def test_typed_markup_stays_text(page: Page, serve: Serve) -> None:
    open_live(page, serve, "/")
    markup = "<img src=x onerror='window.hacked = 1'>"
    _box(page).fill(markup)
    expect(page.get_by_text("Add the word “bank”")).to_be_visible()
    expect_no_markup(page)
    _box(page).fill(f"{markup} bank")
    expect(page.get_by_text("Your “bank” in layer 6: ")).to_be_visible()
    expect_no_markup(page)


def test_a_room_is_one_click_away_and_back_again(page: Page, serve: Serve) -> None:
    open_live(page, serve, "/")
    page.locator(".st-key-path a", has_text="Masked words").click()
    expect(sentence_box(page)).to_have_value(FILL_PRESETS[0].sentence)
    assert page.url.split("?")[0].endswith(FILL)
    wait_until_live(page)
    page.go_back()
    expect(page.get_by_role("heading", name="Riverbank")).to_be_visible()
    expect(sentence_box(page)).to_have_count(0)
    expect_no_error(page)


def test_the_same_room_opens_with_ones_own_sentence(page: Page, serve: Serve) -> None:
    open_live(page, serve, f"/?stage={OWN}")
    page.locator(".st-key-path a", has_text="Word meanings").click()
    expect(page.get_by_role("textbox", name="A sentence of your own with the word")).to_have_value(OWN)
    expect_no_error(page)


@pytest.mark.parametrize("path", ["/", FILL, "/_stcore/health"])
def test_every_answer_carries_the_policy(page: Page, serve: Serve, path: str) -> None:
    answer = page.request.get(serve(APP) + path)
    assert answer.ok
    policy = answer.headers["content-security-policy"]
    scripts = next(part for part in policy.split("; ") if part.startswith("script-src"))
    assert "default-src 'self'" in policy
    assert "unsafe" not in scripts
    assert not re.search(r"https?:|\*", policy)
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"


def test_axe_finds_nothing_serious(page: Page, serve: Serve) -> None:
    open_live(page, serve, "/")
    assert violations_in_both_schemes(page) == []


def test_a_phone_shows_everything_without_sideways_scrolling(page: Page, serve: Serve) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_live(page, serve, "/")
    expect_page_fits(page)
    expect_no_error(page)
