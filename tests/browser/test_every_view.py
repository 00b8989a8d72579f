"""Every view of every room, opened once in a browser: a finding, little else to read, for everybody, on every screen.

What a view promises beyond that is tested with its room. Rooms and views come from the pages (`tests/rooms.py`).
"""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from pages.parts.layout import DRAWER, TABS
from pages.parts.rooms import ATTENTION, FILL, MASKS, MISTAKES, ROOMS, SENSES, Room
from tests.browser.rooms_page import (
    APP,
    PHONE,
    Listener,
    accessibility_violations,
    choose_mode,
    expect_charts_fit,
    expect_first_screen_of_phone,
    expect_no_error,
    expect_no_markup,
    expect_page_fits,
    expect_settings_wide_enough,
    expect_views_in_reach,
    open_live,
    stands_above,
    unfold,
    violations_in_both_schemes,
    wait_for,
    wait_until_idle,
    wait_until_live,
)
from tests.browsers import LogOf, Serve
from tests.rooms import EVERY_VIEW, VIEW_NAMES, VIEWS

pytestmark = pytest.mark.browser

HIGHEST = 260  # px from the top, on a screen of 720
WIDTHS = (900, 820, 768)  # between a laptop and a phone
FORMULAS_FIT = "[...document.querySelectorAll('.katex-display')].every(e => e.scrollWidth - e.clientWidth <= 8)"
# What a link opens that no view opens with: other pictures, and lists that are folded away.
STATES = [
    (FILL, {"sentence": "The [MASK] of [MASK] is large."}),
    (FILL, {"compare": "A second sentence", "sentence": "She took her money to the [MASK]."}),
    (SENSES, {"mode": "The map", "sentences": "true"}),
    (SENSES, {"mode": "The map", "compare": "true"}),
    (SENSES, {"forms": "school", "mine": "The children went to school."}),
    (ATTENTION, {"mode": "Switch heads off", "mask": "6", "off": "1.2"}),
    (MASKS, {"masking": "padding", "layer": "1", "head": "2"}),
    (MASKS, {"masking": "prefix", "layer": "0"}),
    (MISTAKES, {"mistake": "pieces_and_labels"}),
    (MISTAKES, {"mode": "Spot the mistake", "mistake": "case"}),
]
OWN_SENTENCES = {"sentence": "The old dog sleeps by the [MASK].", "beside": "The old dog sleeps all day."}
HOSTILE = "<img src=x onerror='window.hacked=1'> a [MASK] **b** $x$ \"`"
# The name of the first box that is empty and can be typed into, but for those that were filled before.
EMPTY_BOX = """filled => {
    const boxes = document.querySelectorAll(
        "[data-testid=stMain] :is([data-testid=stTextInput] input, [data-testid=stTextArea] textarea)",
    );
    const isEmpty = box => box.checkVisibility() && !box.disabled && !box.readOnly && !box.value;
    return [...boxes].find(box => isEmpty(box) && !filled.includes(box.ariaLabel))?.ariaLabel ?? null;
}"""


@pytest.mark.parametrize(("room", "view"), EVERY_VIEW, ids=VIEW_NAMES)
def test_a_view_is_for_everybody_on_every_screen(
    page: Page, serve: Serve, log_of: LogOf, room: Room, view: str
) -> None:
    listener = Listener(page, serve(APP), log_of)
    open_live(page, serve, f"/{room.path}?{urlencode({'mode': view})}")
    _expect_finding(page)
    _expect_open_to_everybody(page)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": PHONE["height"]})
        _expect_fit(page)
    unfold(page)
    _expect_phone(page, first=view == VIEWS[room.path][0])
    if view == VIEWS[room.path][0]:
        page.goto(f"{serve(APP)}/{room.path}?{urlencode(OWN_SENTENCES)}")
        wait_until_live(page)
    assert listener.complaints() == []


@pytest.mark.parametrize(("room", "link"), STATES, ids=lambda value: getattr(value, "key", None))
def test_what_a_link_opens_is_for_everybody_too(page: Page, serve: Serve, room: Room, link: dict[str, str]) -> None:
    open_live(page, serve, f"/{room.path}?{urlencode(link)}")
    _expect_open_to_everybody(page)
    unfold(page)
    _expect_phone(page, first=False)


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.key)
def test_typed_markup_is_text_in_every_view(page: Page, serve: Serve, room: Room) -> None:
    """The page fixture fails on a request to another machine, and on what the policy had to refuse."""
    open_live(page, serve, f"/{room.path}?{urlencode({'sentence': HOSTILE, 'beside': HOSTILE})}")
    for view in VIEWS[room.path]:
        option = page.locator(".st-key-chosen-mode").get_by_role("radio", name=view, exact=True)
        if option.count() and not option.is_checked():  # a click on the view that is open would let go of it
            choose_mode(page, view)
            wait_until_idle(page)
        _fill_empty_boxes(page, HOSTILE)
        expect_no_markup(page)


def _fill_empty_boxes(page: Page, text: str) -> None:
    """Type into one empty box after another; what was typed may bring further boxes, or take some away."""
    filled: list[str] = []
    while (label := page.evaluate(EMPTY_BOX, filled)) is not None:
        box = page.get_by_test_id("stMain").get_by_label(label, exact=True).locator("visible=true").first
        box.fill(text)
        box.press("Tab")
        page.wait_for_timeout(300)  # until its run has begun
        wait_until_idle(page)
        filled.append(label)


def _expect_finding(page: Page) -> None:
    stands_above(page, HIGHEST)
    assert page.locator(".st-key-finding").inner_text().strip()
    expect(page.get_by_test_id("stMain").get_by_test_id("stAlert")).to_have_count(0)  # neither a warning nor a refusal


def _expect_open_to_everybody(page: Page) -> None:
    page.mouse.move(0, 0)  # what is under the mouse has other colours
    _expect_fit(page)
    assert violations_in_both_schemes(page) == []


def _expect_fit(page: Page) -> None:
    expect_page_fits(page)
    expect_charts_fit(page)
    expect_settings_wide_enough(page)


def _expect_phone(page: Page, *, first: bool) -> None:
    page.set_viewport_size(PHONE)
    _expect_fit(page)
    expect_views_in_reach(page)
    if first:
        expect_first_screen_of_phone(page)
    assert violations_in_both_schemes(page) == []
    drawer = page.locator(f".st-key-{DRAWER}")
    if not drawer.locator("details").first.evaluate("drawer => drawer.open"):
        drawer.locator("summary").first.click()
        wait_until_idle(page)
    for tab in TABS:
        drawer.get_by_role("tab", name=tab).click()
        wait_for(page, FORMULAS_FIT)
        assert accessibility_violations(page) == []
    expect_no_error(page)
