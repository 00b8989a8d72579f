"""The room of pre-training, by mouse, keyboard and link, in a real browser."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.browser.every_mode import ROOMS
from tests.browser.rooms_page import (
    APP,
    at_rest,
    barriers_in_both_schemes,
    charts_fit,
    choose_mode,
    computed_now,
    fits_the_width,
    link_has,
    no_complaint,
    nothing_ran,
    open_live,
    sentence_box,
)
from tests.browsers import Serve

pytestmark = pytest.mark.browser

PATH = "how-it-learned"
MODES = ROOMS[PATH]
HOSTILE = '<img src=x onerror="window.hacked=1"> a [MASK] **b** $x$ \'"`'


def room(**link: str) -> str:
    return f"/{PATH}?{urlencode(link)}"


def test_a_link_opened_on_a_cold_server_restores_the_checkpoint(page: Page, serve: Serve) -> None:
    """The flag makes it a server of its own, which nobody has visited."""
    page.goto(serve(APP, "--server.maxUploadSize", "32") + room(checkpoint="3"))
    expect(page.locator(".st-key-finding")).to_contain_text(
        "After 64M tokens the model predicts “bank”"
    )  # before there is a model
    computed_now(page)
    expect(page.locator(".st-key-finding")).to_contain_text("After 984k tokens the model predicts “the”")
    link_has(page, checkpoint="3")
    no_complaint(page)


def test_tokens_are_drawn_again_and_the_link_says_which_draw_it_is(page: Page, serve: Serve) -> None:
    open_live(
        page, serve, room(mode="Masking 80/10/10", sentence="We sat by the bank of the river and counted our boats.")
    )
    pieces = page.locator(".st-key-throw-place .pieces")
    expect(pieces.locator(".nats")).to_have_count(3)
    before = pieces.inner_text()
    page.get_by_role("button", name="Draw again").click()
    link_has(page, throw="4")
    expect(pieces).not_to_have_text(before, use_inner_text=True)  # the link may be there first
    at_rest(page)
    thrown = pieces.inner_text()
    page.reload()
    computed_now(page)
    expect(pieces).to_have_text(thrown, use_inner_text=True)
    no_complaint(page)


def test_a_step_is_taken_on_what_a_visitor_types(page: Page, serve: Serve) -> None:
    open_live(page, serve, room(mode="One training step"))
    expect(page.locator(".st-key-finding")).to_contain_text("One step raises “paris” from")
    page.get_by_role("textbox", name="Word to train").fill("rome")
    page.keyboard.press("Enter")
    expect(page.locator(".st-key-finding")).to_contain_text("One step raises “rome” from", timeout=30_000)
    link_has(page, word="rome")
    no_complaint(page)


def test_typed_markup_is_text_in_every_mode(page: Page, serve: Serve) -> None:
    open_live(page, serve, room(sentence=HOSTILE, word="bank"))
    for mode in MODES:
        choose_mode(page, mode)
        at_rest(page)
        expect(sentence_box(page)).to_have_value(HOSTILE)
        nothing_ran(page)


def test_axe_finds_nothing_serious_and_a_phone_shows_everything(page: Page, serve: Serve) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    found = {}
    for mode in MODES:
        open_live(page, serve, room(mode=mode))
        charts_fit(page)
        fits_the_width(page)
        found[mode] = barriers_in_both_schemes(page)
    assert not any(found.values()), found
    no_complaint(page)
