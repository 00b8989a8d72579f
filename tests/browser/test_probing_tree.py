"""The tree in the vectors, in a browser: the slider, the play of all layers, and the words on a phone."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from components.probing.model.tree_presets import tree_presets
from tests.browser.rooms_page import (
    APP,
    Listener,
    expect_link,
    expect_no_error,
    expect_no_markup,
    expect_page_fits,
    open_live,
    violations_in_both_schemes,
    wait_until_idle,
)
from tests.browsers import LogOf, Serve

pytestmark = pytest.mark.browser
HOSTILE = "<img src=x onerror=alert(1)> & <b>she</b> ran שלום"


def view(**link: str) -> str:
    return f"/what-each-layer-knows?{urlencode({'mode': 'The tree in the vectors'} | link)}"


def test_the_slider_changes_the_layer_by_keys_and_the_link_has_it(page: Page, serve: Serve) -> None:
    open_live(page, serve, view(layer="3"))
    slider = page.get_by_role("slider", name="Layer")
    expect(slider).to_have_value("3")
    gold = len(tree_presets()[0].parsed.arcs)
    expect(page.locator(".tree path")).to_have_count(2 * gold)
    slider.focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text(re.compile(r"^Layer 2: \d of the 8 word links"))).to_be_visible()
    expect_link(page, layer="2")
    page.reload()
    wait_until_idle(page)
    expect(slider).to_have_value("2")
    expect_no_error(page)


def test_play_shows_every_layer_and_comes_back(page: Page, serve: Serve) -> None:
    open_live(page, serve, view(layer="5"))
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_text(re.compile(r"^Before layer 1: \d of 8"))).to_be_visible()
    expect(page.get_by_text(re.compile(r"^Layer 2: \d of 8"))).to_be_visible()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    expect_no_error(page)


def test_words_stand_below_each_other_on_a_phone_and_stay_text(page: Page, serve: Serve) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_live(page, serve, view(tree=HOSTILE))
    expect(page.locator(".tree text").first).to_be_visible()
    places = page.locator(".tree text").evaluate_all("all => all.map(e => [e.getAttribute('x'), e.getAttribute('y')])")
    assert len({x for x, _ in places}) == 1
    assert len({y for _, y in places}) == len(places) > 5
    expect_no_markup(page)
    expect_page_fits(page)
    expect_no_error(page)


def test_axe_finds_nothing_serious(page: Page, serve: Serve) -> None:
    open_live(page, serve, view())
    assert violations_in_both_schemes(page) == []


def test_a_tree_that_was_taken_out_is_not_drawn_again(page: Page, serve: Serve, log_of: LogOf) -> None:
    open_live(page, serve, view())
    expect(page.locator(".tree path").first).to_be_attached()
    listener = Listener(page, serve(APP), log_of)
    page.locator(".tree").evaluate("tree => tree.closest('.stage').remove()")  # as when another view is chosen
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert listener.complaints() == []
