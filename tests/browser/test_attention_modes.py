"""Every way of looking at attention, one after the other on one page: open to everybody, and safe."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Serve
from tests.browser.rooms_page import (
    at_rest,
    barriers_in_both_schemes,
    fits_the_width,
    no_complaint,
    nothing_ran,
    open_live,
)

pytestmark = pytest.mark.browser

# Each with a text that stands on the page as soon as that way has been gone.
MODES = {
    "Every head": "Which tokens are looked at most?",
    "Averages": "the average of",
    "Rollout": "the rollout to layer 1",
    "What heads do": "What does each head do?",
    "Two sentences": "What does a changed word change?",
    "Switch heads off": "Each head by itself",
    "Into one weight": "Where does one weight come from?",
    "bertviz": "The views of bertviz",
}
LINES = "#attention line"  # of bertviz's head view
HOSTILE = "<img src=x onerror='window.hacked=1'> in a [MASK]."


def room(**link: str) -> str:
    return f"/who-looks-at-whom?{urlencode(link)}"


def choose(page: Page, mode: str) -> None:
    page.get_by_test_id("stButtonGroup").get_by_text(mode, exact=True).click()
    page.mouse.move(0, 0)  # a chosen button under the mouse has a colour of Streamlit's own
    expect(page.get_by_text(MODES[mode]).first).to_be_visible(timeout=20_000)
    at_rest(page)


def test_axe_finds_nothing_serious_in_any_way_of_looking(page: Page, serve: Serve) -> None:
    open_live(page, serve, room(mask="6", off="1.2"))
    found = {}
    for mode in MODES:
        choose(page, mode)
        found[mode] = barriers_in_both_schemes(page)
    assert not any(found.values()), found


def test_a_phone_shows_every_way_of_looking_without_sideways_scrolling(page: Page, serve: Serve) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_live(page, serve, room(mask="6", off="1.2"))
    for mode in MODES:
        choose(page, mode)
        fits_the_width(page)
        clipped = page.locator("[data-testid=stVegaLiteChart]").evaluate_all(
            "all => all.map(e => e.scrollWidth - e.clientWidth).filter(more => more > 1)"
        )
        assert clipped == [], mode
    no_complaint(page)


def test_markup_runs_in_no_way_of_looking(page: Page, serve: Serve) -> None:
    """The page fixture fails on a request to another machine, and on what the policy had to refuse."""
    open_live(page, serve, room(sentence=HOSTILE))
    for mode in MODES:
        choose(page, mode)
        nothing_ran(page)
    frame = page.frame_locator("iframe")
    expect(frame.locator(LINES).first).to_be_attached()
    expect(frame.locator("#left text").filter(has_text="<").first).to_be_visible()
    expect(frame.locator("img")).to_have_count(0)


def test_bertviz_draws_every_weight_and_asks_nothing_of_others(page: Page, serve: Serve) -> None:
    frames: list[str] = []
    page.on("request", lambda asked: frames.append(asked.url) if asked.frame != page.main_frame else None)
    open_live(page, serve, room(mode="bertviz"))
    frame = page.frame_locator("iframe")
    expect(frame.locator(LINES)).to_have_count(4 * 9**2)  # heads, and tokens on either side
    expect(frame.locator("#left text")).to_have_text(
        ["[CLS]", "she", "walked", "along", "the", "river", "bank", ".", "[SEP]"]
    )
    assert [url.rsplit("/", 1)[1] for url in frames] == ["page.html"]
    no_complaint(page)
