"""Every view of every room, opened once in a browser: a finding, little else to read, for everybody, on every screen.

What a view promises beyond that is tested with its room. Rooms and views come from the pages (`tests/rooms.py`).
"""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import ConsoleMessage, Page, Response, expect

from pages.parts.layout import NOTE_LIMIT
from pages.parts.rooms import ATTENTION, FILL, MASKS, MISTAKES, ROOMS, SENSES, Room
from pages.parts.sentences import split_sentences
from tests.browser.rooms_page import (
    APP,
    accessibility_violations,
    choose_mode,
    expect_charts_fit,
    expect_no_error,
    expect_no_markup,
    expect_page_fits,
    open_live,
    stands_above,
    violations_in_both_schemes,
    wait_for,
    wait_until_idle,
    wait_until_live,
)
from tests.browsers import LogOf, Serve
from tests.rooms import EVERY_VIEW, VIEW_NAMES, VIEWS

pytestmark = pytest.mark.browser

HIGHEST = 260  # px from the top, on a screen of 720
LAPTOP, PHONE = {"width": 1280, "height": 720}, {"width": 390, "height": 844}
WIDTHS = (900, 820, 768)  # between the two
FINDING_ON_A_PHONE = "document.querySelector('.st-key-finding').getBoundingClientRect().y <= 300"
TOPS_AND_HEIGHTS = "all => all.map(e => e.getBoundingClientRect()).map(box => [Math.round(box.y), box.height])"
# A setting in the rail that is narrower than this many pixels shows nothing of what was chosen.
NARROWEST = """Math.min(1000, ...[...document.querySelectorAll(
  ".st-key-rail :is([data-testid=stSelectbox], [data-testid=stSlider], [data-testid=stTextInput])"
)].map(setting => setting.getBoundingClientRect().width).filter(width => width > 0))"""
FORMULAS_FIT = "[...document.querySelectorAll('.katex-display')].every(e => e.scrollWidth - e.clientWidth <= 8)"
NUMBER = re.compile(r"\d+(?:\.\d+)?")
TRIVIAL = (0.0, 1.0, 100.0)  # nothing and all
SENTENCE = re.compile(r"\w+\W+\w+\W+\w+.*[.!?]$", re.DOTALL)
TEXTS = """() => {
  // What stands beside a figure or between its parts: no labels, nothing folded away, no sentence that a model reads.
  const texts = document.querySelectorAll(
    ":is(.st-key-figure, .st-key-rail-notes) :is([data-testid=stText], [data-testid=stMarkdownContainer])");
  const inside = "details, button, label, [class*=st-key-shown-]";
  return [...texts].filter(text => !text.closest(inside)).map(text => text.innerText.trim());
}"""
# What a link opens that no view opens with: other pictures, and lists that are folded away.
STATES = [
    (FILL, {"sentence": "The [MASK] of [MASK] is large."}),
    (FILL, {"mode": "Two sentences", "sentence": "She took her money to the [MASK]."}),
    (SENSES, {"mode": "How well separated?", "pairs": "true"}),
    (SENSES, {"sentences": "true"}),
    (ATTENTION, {"mode": "Switch heads off", "mask": "6", "off": "1.2"}),
    (MASKS, {"masking": "drawn by hand", "layer": "3", "head": "2"}),
    (MASKS, {"masking": "padding", "layer": "1", "head": "2"}),
    (MASKS, {"masking": "prefix", "layer": "0"}),
    (MISTAKES, {"mistake": "pieces_and_labels"}),
    (MISTAKES, {"mode": "Spot the mistake", "mistake": "case"}),
]
OWN_SENTENCES = {"sentence": "The old dog sleeps by the [MASK].", "beside": "The old dog sleeps all day."}
HOSTILE = "<img src=x onerror='window.hacked=1'> a [MASK] **b** $x$ \"`"
COMPLAINTS = ("created with a default value", "Traceback", "Stack (most recent call last)")  # of the server
BOXES = "[data-testid=stMain] :is([data-testid=stTextInput] input, [data-testid=stTextArea] textarea):visible"


class Listener:
    """What a page and its server complain of: errors in the console, requests that are not answered, and the log."""

    def __init__(self, page: Page, server: str, log_of: LogOf) -> None:
        self._server, self._log_of, self._start = server, log_of, len(log_of(server))
        self._heard: list[str] = []
        page.on("console", self._console)
        page.on("response", self._response)

    def complaints(self) -> list[str]:
        lines = self._log_of(self._server)[self._start :].splitlines()
        return [*self._heard, *(line for line in lines if any(each in line for each in COMPLAINTS))]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._heard.append(message.text)

    def _response(self, response: Response) -> None:
        if not response.ok:
            self._heard.append(f"{response.status} {response.url}")


@pytest.mark.parametrize(("room", "view"), EVERY_VIEW, ids=VIEW_NAMES)
def test_a_view_is_for_everybody_on_every_screen(
    page: Page, serve: Serve, log_of: LogOf, room: Room, view: str
) -> None:
    listener = Listener(page, serve(APP), log_of)
    open_live(page, serve, f"/{room.path}?{urlencode({'mode': view})}")
    _expect_finding_and_little_else(page)
    _expect_open_to_everybody(page)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": PHONE["height"]})
        wait_until_idle(page)
        page.set_viewport_size({"width": width - 1, "height": PHONE["height"]})  # charts that missed a change hear this
        _expect_fit(page)
    _expect_phone(page, first=view == VIEWS[room.path][0])
    if view == VIEWS[room.path][0]:
        page.goto(f"{serve(APP)}/{room.path}?{urlencode(OWN_SENTENCES)}")
        wait_until_live(page)
    assert listener.complaints() == []


@pytest.mark.parametrize(("room", "link"), STATES, ids=lambda value: getattr(value, "key", None))
def test_what_a_link_opens_is_for_everybody_too(page: Page, serve: Serve, room: Room, link: dict[str, str]) -> None:
    open_live(page, serve, f"/{room.path}?{urlencode(link)}")
    _expect_open_to_everybody(page)
    _expect_phone(page, first=False)


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.key)
def test_typed_markup_is_text_in_every_view(page: Page, serve: Serve, room: Room) -> None:
    """The page fixture fails on a request to another machine, and on what the policy had to refuse."""
    open_live(page, serve, f"/{room.path}?{urlencode({'sentence': HOSTILE, 'beside': HOSTILE})}")
    for number, view in enumerate(VIEWS[room.path]):
        if number:  # a click on the view that is open would let go of it
            choose_mode(page, view)
            wait_until_idle(page)
        for box in page.locator(BOXES).all():
            if box.is_editable() and not box.input_value():
                box.fill(HOSTILE)
                box.press("Tab")
        wait_until_idle(page)
        expect_no_markup(page)


def _expect_finding_and_little_else(page: Page) -> None:
    stands_above(page, HIGHEST)
    finding = page.locator(".st-key-finding").inner_text().strip()
    assert any(float(number) not in TRIVIAL for number in NUMBER.findall(finding)), finding
    expect(page.get_by_test_id("stMain").get_by_test_id("stAlert")).to_have_count(0)  # neither a warning nor a refusal
    sentences = [
        sentence for text in page.evaluate(TEXTS) for sentence in split_sentences(text) if SENTENCE.search(sentence)
    ]
    assert len(sentences) <= NOTE_LIMIT, sentences


def _expect_open_to_everybody(page: Page) -> None:
    page.mouse.move(0, 0)  # what is under the mouse has other colours
    _expect_fit(page)
    assert violations_in_both_schemes(page) == []
    page.emulate_media(color_scheme="light")


def _expect_fit(page: Page) -> None:
    expect_page_fits(page)
    expect_charts_fit(page)
    wait_for(page, f"{NARROWEST} >= 100")


def _expect_phone(page: Page, *, first: bool) -> None:
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    _expect_fit(page)
    pills = page.locator(".st-key-modes button").evaluate_all(TOPS_AND_HEIGHTS)
    assert all(height >= 44 for _, height in pills)
    assert len({top for top, _ in pills}) <= 1  # one line, which scrolls
    if first:
        wait_for(page, FINDING_ON_A_PHONE)
        stands_above(page, 1.2 * PHONE["height"])
    assert accessibility_violations(page) == []
    method = page.get_by_role("button", name="How it is computed")
    if method.count() == 1:
        method.click()
        expect(page.get_by_test_id("stPopoverBody")).to_be_visible()
        wait_until_idle(page)
        wait_for(page, FORMULAS_FIT)
        for _ in range(3):  # a panel that is still opening hears no key
            page.keyboard.press("Escape")
            page.wait_for_timeout(300)
            if page.get_by_test_id("stPopoverBody").count() == 0:
                break
    expect_no_error(page)
