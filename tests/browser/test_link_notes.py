"""A link of which part cannot be used, in a real browser: the note comes, stays while nothing is done, and goes."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rooms_page import (
    APP,
    barriers_in_both_schemes,
    choose_mode,
    computed_now,
    fits_the_width,
    link_has,
    no_complaint,
    nothing_ran,
    open_live,
)
from tests.browsers import Serve

pytestmark = pytest.mark.browser

MARKUP = '<img src=x onerror="hacked=1"> [a](javascript:hacked=1)'
BAD = {"model": "gone", "mode": "Side by side", "masking": MARKUP, "layer": "99"}


def room(**link: str) -> str:
    return f"/what-the-mask-takes-away?{urlencode(link)}"


def test_the_note_outlives_a_cold_start_and_goes_once_the_room_is_used(page: Page, serve: Serve) -> None:
    """The flag makes it a server of its own, whose engine has not started: the page runs twice by itself."""
    page.goto(serve(APP, "--server.maxUploadSize", "9") + room(**BAD))
    note = page.locator(".st-key-link-note")
    expect(note).to_contain_text("a model that is not available here (“gone”). MiniLM is shown instead.")
    computed_now(page)
    expect(note).to_have_count(1)
    expect(note).to_contain_text("The link says masking=<img src=x")
    expect(note).to_contain_text("“causal” is shown instead.")
    expect(note).to_contain_text("The link says layer=99, which does not work here; 6 is used instead.")
    nothing_ran(page)
    choose_mode(page, "The proof")
    link_has(page, mode=None)
    expect(note).to_have_count(0)
    no_complaint(page)


@pytest.mark.parametrize("settings", [{}, {"hide": "controls"}, {"present": "1"}], ids=str)
def test_the_note_is_for_everybody(page: Page, serve: Serve, settings: dict[str, str]) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_live(page, serve, room(**{**BAD, "model": "x" * 10_000, **settings}))
    expect(page.locator(".st-key-link-note")).to_contain_text("layer=99")
    expect(page.locator(".room[data-drawn]")).to_be_visible()
    fits_the_width(page)
    assert barriers_in_both_schemes(page) == []


def test_a_sound_link_gets_no_note(page: Page, serve: Serve) -> None:
    open_live(page, serve, room(masking="prefix", size="3", layer="3", head="2", utm_source="mail"))
    expect(page.locator(".st-key-link-note")).to_have_count(0)
    link_has(page, masking="prefix", size="3", layer="3", head="2")
