"""A link of which part cannot be used, in a real browser: the note comes, stays while nothing is done, and goes."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rooms_page import (
    choose_mode,
    expect_link,
    expect_no_error,
    expect_no_markup,
    expect_page_fits,
    open_live,
    violations_in_both_schemes,
    wait_until_live,
)
from tests.browsers import Serve

pytestmark = pytest.mark.browser

MARKUP = '<img src=x onerror="hacked=1"> [a](javascript:hacked=1)'
BAD = {"model": "gone", "mode": "Side by side", "masking": MARKUP, "layer": "99"}


def room(**link: str) -> str:
    return f"/what-the-mask-takes-away?{urlencode(link)}"


def test_the_note_outlives_a_cold_start_and_goes_once_the_room_is_used(page: Page, cold_server: str) -> None:
    """The flag makes it a server of its own, whose engine has not started: the page runs twice by itself."""
    page.goto(cold_server + room(**BAD))
    note = page.locator(".st-key-link-note")
    expect(note).to_contain_text("a model that is not available here (“gone”). MiniLM is shown instead.")
    wait_until_live(page)
    expect(note).to_have_count(1)
    expect(note).to_contain_text("The link says masking=<img src=x")
    expect(note).to_contain_text("“causal” is shown instead.")
    expect(note).to_contain_text("The link says layer=99, which does not work here; 6 is used instead.")
    expect_no_markup(page)
    choose_mode(page, "The proof")
    expect_link(page, mode=None)
    expect(note).to_have_count(0)
    expect_no_error(page)


@pytest.mark.parametrize("settings", [{}, {"hide": "controls"}, {"present": "1"}], ids=str)
def test_the_note_is_for_everybody(page: Page, serve: Serve, settings: dict[str, str]) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_live(page, serve, room(**{**BAD, "model": "x" * 10_000, **settings}))
    expect(page.locator(".st-key-link-note")).to_contain_text("layer=99")
    expect(page.locator(".room[data-drawn]")).to_be_visible()
    expect_page_fits(page)
    assert violations_in_both_schemes(page) == []


def test_a_sound_link_gets_no_note(page: Page, serve: Serve) -> None:
    open_live(page, serve, room(masking="prefix", size="3", layer="3", head="2", utm_source="mail"))
    expect(page.locator(".st-key-link-note")).to_have_count(0)
    expect_link(page, masking="prefix", size="3", layer="3", head="2")
