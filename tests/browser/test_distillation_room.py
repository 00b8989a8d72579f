"""The distillation room in a real browser: mouse and links."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rooms_page import (
    choose_mode,
    expect_charts_fit,
    expect_link,
    expect_no_error,
    expect_no_markup,
    expect_page_fits,
    open_live,
    violations_in_both_schemes,
    wait_until_idle,
)
from tests.browsers import Serve
from tests.rooms import VIEWS

pytestmark = pytest.mark.browser

MODES = VIEWS["what-a-small-one-keeps"]
FIRST, *OTHERS = MODES  # the first mode is open already: a click would deselect it
HOSTILE = "<img src=x onerror='window.hacked=1'> in a [MASK]."


def room(**link: str) -> str:
    return f"/what-a-small-one-keeps?{urlencode(link)}"


def open_mode(page: Page, mode: str) -> None:
    choose_mode(page, mode)
    expect_link(page, mode=mode)
    wait_until_idle(page)


def test_a_sentence_is_kept_in_every_mode_and_runs_nothing(page: Page, serve: Serve) -> None:
    open_live(page, serve, room(sentence=HOSTILE))
    for mode in OTHERS:
        open_mode(page, mode)
        expect(page.get_by_role("textbox", name="Your sentence")).to_have_value(HOSTILE)
        expect_no_markup(page)


def test_an_old_link_to_the_speed_room_opens_this_room_with_its_settings(page: Page, serve: Serve) -> None:
    open_live(page, serve, f"/half-the-layers?{urlencode({'ask': 'Soft targets', 'T': '4'})}")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Distillation")
    expect(page.get_by_text("Entropy against temperature").first).to_be_visible()
    expect_link(page, mode="Soft targets and losses", T="4", ask=None)


def test_axe_finds_nothing_serious_and_every_mode_fits_a_phone(page: Page, serve: Serve) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_live(page, serve, room())
    barriers = {}
    for mode in MODES:
        if mode != FIRST:
            open_mode(page, mode)
        expect_charts_fit(page)
        expect_page_fits(page)
        barriers[mode] = violations_in_both_schemes(page)
    assert not any(barriers.values()), barriers
    expect_no_error(page)
