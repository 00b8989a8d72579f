"""The speed room in a real browser: mouse, keyboard and links. No test depends on how long anything took."""

from dataclasses import replace
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

from components.speed.model.presets import BASE, BENCHMARK_PRESETS
from components.speed.model.spec import Benchmark, format_spec
from tests.browser.rooms_page import (
    APP,
    ENGINE_MS,
    choose_example,
    choose_mode,
    expect_link,
    expect_no_error,
    expect_page_fits,
    wait_for,
    wait_for_arrow_keys,
    wait_until_idle,
)
from tests.browsers import Serve
from tests.rooms import VIEWS

pytestmark = pytest.mark.browser

SMALL = Benchmark(
    first="pocket-bert",
    second="pocket-distilbert",
    device="cpu",
    batches=(1,),
    lengths=(8, 16),
    least_count=5,
    least_seconds=0.0,
    warm_ups=1,
)
ENDLESS = replace(SMALL, least_seconds=60.0)
MODES = VIEWS["half-the-layers"]
FIRST, *_ = MODES  # the first mode is open already: a click would deselect it
RECORDED_RESULTS = "recorded earlier. Press Measure"


def room(**link: str) -> str:
    return f"/half-the-layers?{urlencode(link)}"


def open_live(page: Page, serve: Serve, **link: str) -> None:
    page.goto(serve(APP) + room(**link))
    expect(start_button(page)).to_be_enabled(timeout=ENGINE_MS)
    wait_until_idle(page)


def open_drawer(page: Page) -> None:
    page.locator(".st-key-why summary").first.click()
    wait_until_idle(page)


def start_button(page: Page) -> Locator:
    return page.get_by_role("button", name="Measure on this machine")


def open_mode(page: Page, mode: str) -> None:
    choose_mode(page, mode)
    expect_link(page, mode=mode)
    wait_until_idle(page)


def expect_own_results(page: Page) -> None:
    """Wait until the page shows the visitor's own results, as its foot says."""
    expect(page.get_by_text(RECORDED_RESULTS)).to_have_count(0, timeout=60_000)
    wait_until_idle(page)
    if not page.get_by_text("You measured these numbers").first.is_visible():
        open_drawer(page)
    expect(page.get_by_text("You measured these numbers").first).to_be_visible()


def test_a_benchmark_runs_and_stops_by_its_buttons_only(page: Page, serve: Serve) -> None:
    open_live(page, serve, bench=format_spec(ENDLESS))
    expect(page.get_by_text("Measuring takes at least")).to_be_visible()
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)
    start_button(page).click()
    expect(page.get_by_text("of 2 settings done")).to_be_visible(timeout=40_000)
    expect(page.get_by_text("runs so far at 1 sentence of 8 tokens")).to_be_visible(timeout=40_000)
    expect(start_button(page)).to_be_disabled()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Stopped. Finished settings are kept.")).to_be_visible()
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)
    expect(page.get_by_text(RECORDED_RESULTS)).to_be_visible()
    expect_no_error(page)
    page.goto(page.url.split("?")[0] + "?" + urlencode({"bench": format_spec(SMALL)}))
    expect(start_button(page)).to_be_enabled(timeout=ENGINE_MS)
    expect(page.get_by_text(RECORDED_RESULTS)).to_be_visible()
    start_button(page).click()
    expect_own_results(page)
    expect(page.get_by_text("against itself").first).to_be_visible()
    open_mode(page, "Where the time goes")
    expect_own_results(page)
    expect_link(page, bench=format_spec(SMALL))


def test_the_state_of_the_queue_is_refreshed_without_a_click(page: Page, serve: Serve) -> None:
    open_live(page, serve, bench=format_spec(ENDLESS))
    start_button(page).click()
    expect(page.get_by_text("of 2 settings done")).to_be_visible(timeout=40_000)
    other = page.context.new_page()
    open_live(other, serve)
    expect(other.get_by_text("One benchmark is ahead of yours")).to_be_visible()
    page.locator(".st-key-speed-stop button").click()
    expect(page.get_by_text("Measuring takes at least")).to_be_visible(timeout=20_000)
    expect(start_button(page)).to_be_enabled()
    expect(other.get_by_text("Measuring takes at least")).to_be_visible(timeout=20_000)
    expect(other.get_by_text("One benchmark is ahead of yours")).to_have_count(0)
    expect_no_error(other)


def test_a_broken_link_gets_a_visible_message(page: Page, serve: Serve) -> None:
    open_live(page, serve, bench=format_spec(SMALL).replace("l8.16", "l513"))
    expect(page.get_by_text("512 tokens; 513")).to_be_visible()
    expect(page.get_by_text("Batch sizes (sentences)")).not_to_be_visible()  # what was chosen stays folded away


def test_the_link_holds_the_conditions_and_a_preset_starts_nothing(page: Page, serve: Serve) -> None:
    open_live(page, serve)
    choose_example(page, BENCHMARK_PRESETS[1].name)
    expect_link(page, bench=format_spec(BASE))
    open_drawer(page)
    lengths = page.locator("[data-testid=stButtonGroup] button").filter(has_text="256")
    expect(lengths).to_be_visible()
    lengths.press("Enter")  # a click may miss what still moves while the panel unfolds
    longer = replace(BASE, lengths=(16, 64, 128, 256))
    expect_link(page, bench=format_spec(longer))
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)
    page.reload()
    open_drawer(page)
    expect(page.get_by_text("16, 64, 128, 256 tokens").first).to_be_visible(timeout=ENGINE_MS)


def test_arrow_keys_go_from_benchmark_to_benchmark_before_an_audience(page: Page, serve: Serve) -> None:
    page.goto(serve(APP) + room(present="1"))
    wait_until_idle(page)
    wait_for_arrow_keys(page)
    page.keyboard.press("ArrowRight")
    expect_link(page, bench=format_spec(BASE))
    wait_for_arrow_keys(page)
    page.keyboard.press("ArrowLeft")
    expect_link(page, bench=None)
    expect(start_button(page)).to_have_count(0)
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)


NARROWEST_CHOICE = """Math.min(...[...document.querySelectorAll(".st-key-drawer-settings [data-testid=stSelectbox]")]
  .map(choice => choice.getBoundingClientRect().width))"""
LINES_OF_A_LABEL = """Math.max(...[...document.querySelectorAll(".st-key-drawer-settings label p")]
  .map(label => label.getBoundingClientRect().height / parseFloat(getComputedStyle(label).lineHeight)))"""


@pytest.mark.parametrize("width", [1920, 1280, 900, 390])
def test_the_settings_are_readable_at_every_width(page: Page, serve: Serve, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    open_live(page, serve)
    open_drawer(page)
    panel = page.locator(".st-key-drawer-settings")
    expect(panel.get_by_text("Device and precision")).to_be_visible()
    expect(panel.get_by_role("combobox")).to_have_count(5)
    wait_for(page, f"{NARROWEST_CHOICE} >= 120")
    wait_for(page, f"{LINES_OF_A_LABEL} < 3.5")
    expect_page_fits(page)
