"""Home in a real browser: the sentence on its stage, the way into a room, and the headers that protect every page."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

from components.model.presets import FILL_PRESETS
from pages.home.first_minute import first_minute
from pages.home.openings import OPENER
from pages.parts.links.parameters import STOP, TOUR
from tests.browser.rooms_page import (
    APP,
    FILL,
    expect_link,
    expect_no_error,
    expect_no_markup,
    expect_page_fits,
    open_live,
    sentence_box,
    violations_in_both_schemes,
    wait_until_idle,
    wait_until_live,
)
from tests.browsers import Serve

pytestmark = pytest.mark.browser

OWN = "He went to the bank and opened an account."


def _box(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Change a word")


def _finding(page: Page) -> Locator:
    return page.locator(".st-key-home-stage .st-key-finding")


def test_the_river_is_drawn_before_any_model_is_there(page: Page, cold_server: str) -> None:
    page.goto(cold_server)
    expect(page.locator(".st-key-figure .room[data-drawn] canvas.plot")).to_be_visible()
    expect(_finding(page)).to_contain_text("as river")
    expect(page.locator(".st-key-figure .near-list li")).to_have_count(3)
    wait_until_live(page)
    expect(_finding(page)).to_contain_text("as river")
    expect_no_error(page)


def test_a_changed_word_leaves_a_ghost_and_the_link_holds_the_sentence(page: Page, serve: Serve) -> None:
    open_live(page, serve, "/")
    page.locator(".st-key-ending").get_by_text("cash", exact=True).click()
    expect(_finding(page)).to_contain_text("as money")
    expect_link(page, stage="The bank was covered with cash.")
    _box(page).fill(OWN)
    expect_link(page, stage=OWN)
    expect(_box(page)).to_be_focused()
    expect(page.locator(".st-key-map a", has_text="Masked words")).to_have_attribute("href", re.compile("mask=5"))
    expect_no_error(page)


def test_a_sentence_written_at_the_end_of_the_first_minute_stays(page: Page, serve: Serve) -> None:
    open_live(page, serve, f"/?{urlencode({'stage': OPENER, TOUR: first_minute(OPENER, 'bank', 2), STOP: '5'})}")
    _box(page).fill(OWN)
    expect(_finding(page)).to_contain_text("as money")
    expect_link(page, stage=OWN, stop="5")
    expect(page.locator(".st-key-stop-changed")).to_have_count(0)
    page.locator(".tour .leave").click()
    expect(page.locator(".tour")).to_have_count(0)
    expect(_box(page)).to_have_value(OWN)
    expect_link(page, stage=OWN)
    expect_no_error(page)


def test_layers_and_threads_are_reached_with_the_keyboard(page: Page, serve: Serve) -> None:
    open_live(page, serve, "/")
    plot, title = page.locator(".st-key-figure canvas.plot"), page.locator(".st-key-figure .near-title")
    expect(title).to_contain_text("Layer 6")
    plot.focus()
    plot.press("ArrowLeft")
    expect(title).to_contain_text("Layer 5")
    plot.press("Home")
    expect(title).to_contain_text("Before layer 1")
    plot.press("End")
    plot.press("ArrowUp")
    plot.press("Enter")
    expect(title).to_contain_text("A sentence that means")
    expect(page.locator(".st-key-figure .near-list li")).to_have_count(1)
    plot.press("Escape")
    expect(title).to_contain_text("Layer 6")
    expect(page.locator(".st-key-figure .steps tr")).to_have_count(7)
    expect_no_error(page)


def test_a_layer_is_chosen_by_pointing_at_it(page: Page, serve: Serve) -> None:
    page.emulate_media(reduced_motion="reduce")  # while the river flows, nothing is chosen
    open_live(page, serve, "/")
    plot, title = page.locator(".st-key-figure canvas.plot"), page.locator(".st-key-figure .near-title")
    expect(title).to_contain_text("Layer 6")
    box = plot.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 4)
    expect(title).to_contain_text("Layer 3")
    page.emulate_media(reduced_motion="no-preference")
    expect_no_error(page)


def test_play_flows_and_stops_and_not_with_reduced_motion(page: Page, serve: Serve) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_live(page, serve, "/")
    button = page.locator(".st-key-figure .play")
    expect(button).to_have_text("Play")
    wait_until_idle(page)  # a river that is drawn anew after this plays by itself, and the click would stop it
    page.emulate_media(reduced_motion="no-preference")
    button.click()
    expect(button).to_have_text("Pause")
    expect(button).to_have_text("Play", timeout=20_000)


def test_next_opens_attention_with_the_same_sentence_as_the_second_of_five(page: Page, serve: Serve) -> None:
    open_live(page, serve, "/")
    page.get_by_role("button", name="See which words").click()
    expect(page.get_by_text("2 of 5")).to_be_visible()
    expect_link(page, sentence="The bank was covered with mud.")
    wait_until_live(page)
    expect(page.locator(".st-key-finding")).to_contain_text("“mud”")
    page.go_back()
    expect(_finding(page)).to_contain_text("as river")


def test_typed_markup_stays_text(page: Page, serve: Serve) -> None:
    open_live(page, serve, "/")
    markup = "<img src=x onerror='window.hacked = 1'>"
    _box(page).fill(markup)
    expect_link(page, stage=markup)
    expect_no_markup(page)
    _box(page).fill(f"{markup} bank of the river")
    expect_link(page, stage=f"{markup} bank of the river")
    wait_until_idle(page)
    expect_no_markup(page)
    expect_no_error(page)


def test_a_room_is_one_click_away_and_back_again(page: Page, serve: Serve) -> None:
    open_live(page, serve, "/")
    page.locator(".st-key-map a", has_text="Masked words").click()
    expect(sentence_box(page)).to_have_value(FILL_PRESETS[0].sentence)
    assert page.url.split("?")[0].endswith(FILL)
    wait_until_live(page)
    page.go_back()
    expect(page.get_by_role("heading", name="Riverbank")).to_be_visible()
    expect(sentence_box(page)).to_have_count(0)
    expect_no_error(page)


def test_the_same_room_opens_with_ones_own_sentence(page: Page, serve: Serve) -> None:
    open_live(page, serve, f"/?stage={OWN}")
    page.locator(".st-key-map a", has_text="Word meanings").click()
    expect(page.get_by_role("textbox", name="Your sentence with “bank”")).to_have_value(OWN)
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


def test_while_the_first_run_is_awaited_the_stored_river_is_there(page: Page, serve: Serve) -> None:
    page.route_web_socket("**/*", lambda _held: None)  # as if the answer had not come yet
    page.goto(serve(APP) + "/")
    expect(page.locator(".shell svg.still path").first).to_be_visible()
    expect(page.get_by_text("Riverbank is loading…")).to_be_visible()


def test_then_it_makes_room(page: Page, serve: Serve) -> None:
    open_live(page, serve, "/")
    expect(page.locator(".shell")).to_be_hidden()
    expect(page.get_by_role("button", name="Rooms", exact=True)).to_be_visible()
