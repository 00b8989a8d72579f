"""Home in a real browser: the examples, the way into a room, and the headers that protect every page."""

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from components.model.presets import FILL_PRESETS
from tests.browser.conftest import Serve
from tests.browser.rooms_page import (
    APP,
    FILL,
    barriers_in_both_schemes,
    computed_now,
    fits_the_width,
    likeliest,
    no_complaint,
    nothing_ran,
    open_live,
    sentence_box,
)

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

pytestmark = pytest.mark.browser

MONEY, RIVER = (preset.sentence for preset in FILL_PRESETS[:2])
TREE = "He planted a tree in the [MASK]."


def _bars_begin(page: Page, *words: str) -> None:
    bars = page.get_by_role("img").filter(has_text="%")
    expect(bars).to_have_text([re.compile(f"^\\s*{re.escape(word)}") for word in words])


def test_the_first_screen_is_full_at_once_and_then_live(page: Page, serve: Serve, engine: "Engine") -> None:
    page.goto(serve(APP))
    words = [likeliest(engine, sentence)[0] for sentence in (MONEY, RIVER)]
    _bars_begin(page, *words)
    computed_now(page)
    _bars_begin(page, *words)
    expect(page.get_by_text("computed beforehand")).to_have_count(0)
    no_complaint(page)


def test_changing_a_word_changes_its_bars_alone(page: Page, serve: Serve, engine: "Engine") -> None:
    open_live(page, serve, "/")
    page.get_by_role("textbox").first.fill(TREE)
    _bars_begin(page, likeliest(engine, TREE)[0], likeliest(engine, RIVER)[0])
    expect(page.get_by_role("textbox").first).to_be_focused()
    no_complaint(page)


def test_typed_markup_stays_text(page: Page, serve: Serve, engine: "Engine") -> None:
    open_live(page, serve, "/")
    markup = "<img src=x onerror='window.hacked = 1'>"
    page.get_by_role("textbox").first.fill(markup)
    expect(page.get_by_text("Nothing is masked yet")).to_be_visible()
    nothing_ran(page)
    page.get_by_role("textbox").first.fill(f"{markup} [MASK]")
    _bars_begin(page, likeliest(engine, f"{markup} [MASK]")[0], likeliest(engine, RIVER)[0])
    nothing_ran(page)


def test_a_room_is_one_click_away_and_back_again(page: Page, serve: Serve) -> None:
    open_live(page, serve, "/")
    page.get_by_test_id("stMain").get_by_role("link", name=re.compile("Fill the blank")).click()
    expect(sentence_box(page)).to_have_value(MONEY)
    assert page.url.split("?")[0].endswith(FILL)
    computed_now(page)
    page.go_back()
    expect(page.get_by_role("heading", name="Riverbank")).to_be_visible()
    expect(sentence_box(page)).to_have_count(0)
    no_complaint(page)


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
    assert barriers_in_both_schemes(page) == []


def test_a_phone_shows_everything_without_sideways_scrolling(page: Page, serve: Serve) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_live(page, serve, "/")
    fits_the_width(page)
    no_complaint(page)
