"""Every stop of a tour on a projector: question, picture and finding stand above the bars, without scrolling."""

import re
import time
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from components.tours.shipped import shipped_tours
from components.tours.tour import Stop
from pages.parts.lecture.tour_stop import PATHS
from tests.browser.rooms_page import (
    APP,
    PHONE,
    expect_no_error,
    is_in_sight,
    open_live,
    wait_for,
    wait_for_tour_keys,
    wait_until_idle,
    wait_until_live,
)
from tests.browser.test_class import joined, started
from tests.browsers import Serve

pytestmark = pytest.mark.browser

LECTURE = "bert-in-45-minutes"
TOURS = shipped_tours(PATHS)
SIZES = [ViewportSize(width=1920, height=1080), ViewportSize(width=1280, height=720)]
SECONDS_TO_FIT = 12
ADDRESS = 60  # pixels, of the letters of the address that phones open
# How far down parts of the page go: the first of them wherever they are, of the others all that begin above a height.
PARTS = """([parts, limit]) => {
  const boxes = {};
  for (const part of parts) {
    for (const element of document.querySelectorAll(part)) {
      const { top, bottom, height } = element.getBoundingClientRect();
      const isSeen = element.checkVisibility(); // what is in a panel that is closed has a height, too
      if (height <= 0 || !isSeen || (part !== parts[0] && top >= limit - 1)) continue;
      boxes[part] = [Math.min(top, boxes[part]?.[0] ?? top), Math.max(bottom, boxes[part]?.[1] ?? 0)];
    }
  }
  const drawing = document.querySelector(
    ".stVegaLiteChart:not(:has(canvas, svg)), [data-testid=stSkeleton], .stSpinner");
  return {
    boxes,
    idle: document.querySelector(".stApp").getAttribute("data-test-script-state") === "notRunning" && !drawing,
    scrolled: document.querySelector(".stMain").scrollTop,
  };
}"""
SLIDE = [".st-key-stop-slide", ".st-key-stop-question", ".st-key-slide-address"]
PICTURES = ".st-key-figure :is(.stVegaLiteChart, .stBidiComponent, .stDataFrame, .stTable, .katex-display)"
LINES = ":is(.st-key-figure, .st-key-rail) :is(p, h3, h4, [data-testid=stText])"
PICTURE = [".st-key-finding", ".st-key-outcome", PICTURES, LINES]


def address_of(stop: Stop, name: str, number: int, **more: str) -> str:
    return f"/{stop.path}?{urlencode({**stop.parameters, 'tour': name, 'stop': str(number), **more})}"


def overflow(page: Page, parts: list[str], needed: str) -> str:
    """What reaches below the bars, once it has come to rest; "" if all of it fits."""
    deadline, last, shown = time.monotonic() + SECONDS_TO_FIT, "", {}
    while time.monotonic() < deadline:
        bar = page.locator(".tour").bounding_box()
        limit = 0 if bar is None else bar["y"]
        before, shown = shown, {**page.evaluate(PARTS, [parts, limit]), "limit": limit}
        last = _overflow_in(shown, needed)
        if not last and shown == before:
            return ""
        page.wait_for_timeout(250)
    return last or "does not come to rest"


def _overflow_in(shown: dict[str, Any], needed: str) -> str:
    if not shown["idle"] or needed not in shown["boxes"] or not shown["limit"]:
        return f"not drawn: {shown}"
    low = {part: round(end) for part, (_, end) in shown["boxes"].items() if end > shown["limit"] + 1}
    high = {part: round(top) for part, (top, _) in shown["boxes"].items() if top < 0}
    moved = f", scrolled by {shown['scrolled']}" if shown["scrolled"] else ""
    return f"{low or high} of {round(shown['limit'])}{moved}" if low or high or moved else ""


@pytest.mark.timeout(900)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["height"]))
@pytest.mark.parametrize(
    "name", [LECTURE, *(pytest.param(name, marks=pytest.mark.thorough) for name in TOURS if name != LECTURE)]
)
def test_every_stop_fits_on_a_projector(page: Page, serve: Serve, name: str, size: ViewportSize) -> None:
    page.set_viewport_size(size)
    stops = TOURS[name].stops
    too_long: list[str] = []
    open_live(page, serve, address_of(stops[0], name, 1, present="1"))
    for number, stop in enumerate(stops, 1):
        expect(page.locator(".tour .place")).to_have_text(f"{number} of {len(stops)}")
        expect(page.locator(".stop-cover")).to_have_count(0)
        if stop.question:
            if problem := overflow(page, SLIDE, ".st-key-stop-slide"):
                too_long.append(f"question {number} ({stop.link}): {problem}")
            page.keyboard.press("PageDown")
            expect(page.locator(".tour .reveal")).to_be_hidden()
        if problem := overflow(page, PICTURE, PICTURES):
            too_long.append(f"stop {number} ({stop.link}): {problem}")
        if number < len(stops):
            page.keyboard.press("PageDown")
    assert not too_long, "\n".join(too_long)
    expect_no_error(page)


# Whether the letters of a figure's charts have this size at least, in pixels as they are seen.
LETTERS_OF_CHARTS = """least => [...document.querySelectorAll(".st-key-figure .stVegaLiteChart svg text")].filter(
  text => text.textContent.trim()).every(text => {
    const { a, b } = text.getScreenCTM();
    return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b) >= least;
  })"""


# Stops whose views have several pictures, or a tall one: on a projector they draw what the question is about.
SEVERAL_PICTURES = [
    ("which-bank", 3),
    ("what-the-mask-takes-away", 3),
    ("inside-a-layer", 7),  # boxes and the calculation
    ("inside-a-layer", 20),  # boxes and the whole pass
    *(
        pytest.param(*stop, marks=pytest.mark.thorough)
        for stop in [
            ("where-am-i", 3),
            ("where-am-i", 5),
            ("the-family", 5),
            ("positions-to-distillation", 10),
            ("what-a-small-one-keeps", 2),
            ("change-its-mind", 4),
            ("change-its-mind", 5),
            ("inside-a-layer", 3),
            ("inside-a-layer", 22),
            ("inside-a-layer", 24),
        ]
    ),
]


def _show_answered(page: Page, serve: Serve, name: str, number: int) -> None:
    """Open a stop on a small projector and show its answer."""
    page.set_viewport_size(SIZES[1])
    open_live(page, serve, address_of(TOURS[name].stops[number - 1], name, number, present="1"))
    wait_for_tour_keys(page)
    page.keyboard.press("PageDown")
    expect(page.locator(".tour .reveal")).to_be_hidden()


@pytest.mark.parametrize(("name", "number"), [("from-text-to-label", 6), *SEVERAL_PICTURES])
def test_a_stops_pictures_have_letters_that_can_be_read(page: Page, serve: Serve, name: str, number: int) -> None:
    _show_answered(page, serve, name, number)
    assert not overflow(page, PICTURE, PICTURES)
    wait_for(page, LETTERS_OF_CHARTS, 15.9)
    # Texts and canvases have letters that can be read, unless all of the figure is made smaller.
    assert page.locator(".st-key-figure").evaluate("figure => figure.currentCSSZoom") == 1


def test_what_is_pressed_stands_beside_square_pictures_so_that_the_height_is_theirs(page: Page, serve: Serve) -> None:
    name = "what-the-mask-takes-away"
    stops = TOURS[name].stops
    number = next(place for place, stop in enumerate(stops, 1) if stop.parameters.get("mode") == "Side by side")
    _show_answered(page, serve, name, number)
    assert not overflow(page, PICTURE, PICTURES)
    picture = page.locator("canvas.grid").first.bounding_box()
    legend = page.locator(".room .legend").first.bounding_box()
    assert picture is not None
    assert legend is not None
    assert picture["height"] >= 370
    assert legend["x"] >= picture["x"] + picture["width"]


def test_a_chart_beside_the_answers_of_a_class_has_letters_that_can_be_read(chromium: Browser, serve: Serve) -> None:
    name, number = "which-bank-in-10-minutes", 6
    stop = TOURS[name].stops[number - 1]
    with (
        chromium.new_context(viewport=SIZES[1], base_url=serve(APP)) as context,
        chromium.new_context(viewport=PHONE, base_url=serve(APP)) as hall,
    ):
        projector = context.new_page()
        code = started(projector)
        projector.goto(address_of(stop, name, number, present="1"))
        wait_until_live(projector)
        phone = joined(hall, code)
        phone.get_by_role("radio", name="Yes").check()
        phone.get_by_role("button", name="Send").click()
        expect(phone.get_by_role("listitem")).to_have_text(re.compile("Yes$"))
        wait_for_tour_keys(projector)
        projector.keyboard.press("PageDown")
        expect(projector.locator(".st-key-outcome")).to_contain_text("1 of 1")
        assert not overflow(projector, PICTURE, PICTURES)
        wait_for(projector, LETTERS_OF_CHARTS, 15.9)
        expect_no_error(projector)


# Sizes of letters on a question's slide, in pixels as they are seen: of sentence and question, and of all others.
LETTERS = """() => {
  const size = element => parseFloat(getComputedStyle(element).fontSize) * element.currentCSSZoom;
  const large = [...document.querySelectorAll(".st-key-stop-question [data-testid=stText]")];
  const texts = [...document.querySelectorAll(".st-key-stop-slide :is(p, h3, label, code, div)")].filter(element =>
    element.checkVisibility() && [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE &&
    node.data.trim()) && !large.some(each => each.contains(element)));
  return [large.map(size), texts.map(size)];
}"""
ASKED = (1, 4, 7)  # stops that ask for a word, one of three options and a number


def test_the_sentence_and_the_question_are_the_largest_text_of_a_slide(page: Page, serve: Serve) -> None:
    for number in ASKED:
        open_live(page, serve, address_of(TOURS[LECTURE].stops[number - 1], LECTURE, number, present="1"))
        expect(page.locator(".st-key-stop-sentence")).to_have_text(re.compile(re.escape("[MASK]")))
        expect(page.locator(".st-key-sentence-line")).to_be_hidden()
        large, others = page.evaluate(LETTERS)
        assert len(large) == 2
        assert min(large) > max(others), (large, others)
        assert min(large) >= 36


def test_on_a_low_screen_phones_are_shown_a_large_address_that_nothing_covers(chromium: Browser, serve: Serve) -> None:
    with chromium.new_context(viewport=SIZES[1], base_url=serve(APP)) as context:
        projector = context.new_page()
        code = started(projector)
        for number in ASKED:
            projector.goto(address_of(TOURS[LECTURE].stops[number - 1], LECTURE, number, present="1"))
            wait_until_live(projector)
            address = projector.locator(".st-key-slide-address [data-testid=stText]")
            expect(address).to_have_text(re.compile(f"/join/{code}$"))
            assert overflow(projector, SLIDE, ".st-key-slide-address") == "", number
            assert address.evaluate("each => parseFloat(getComputedStyle(each).fontSize)") >= ADDRESS
            assert is_in_sight(address), number
            boxes = projector.evaluate(PARTS, [SLIDE, SIZES[1]["height"]])["boxes"]
            assert boxes[".st-key-stop-slide"][1] <= boxes[".st-key-slide-address"][0] + 1, number
        expect_no_error(projector)


@pytest.mark.parametrize("number", [6, 23])
def test_a_stop_inside_a_layer_shows_its_box_on_a_phone(page: Page, serve: Serve, number: int) -> None:
    name = "inside-a-layer"
    page.set_viewport_size(PHONE)
    open_live(page, serve, address_of(TOURS[name].stops[number - 1], name, number))
    page.get_by_role("button", name="Show", exact=True).click()
    box = page.locator(".detail .box-name")
    expect(box).not_to_be_empty()
    wait_for(page, "() => document.querySelector('.stMain').scrollTop > 0")
    wait_until_idle(page)
    assert is_in_sight(box)
    bounds = box.bounding_box()
    assert bounds is not None
    assert bounds["y"] < PHONE["height"] / 3


# From now on, how far down the question of each stop has reached in any frame in which it was seen, in the first moment
# after it came: later it is seen in any case.
REACH = """() => {
  window.reach = {};
  let [before, since] = ["", 0];
  const look = (now) => {
    const slide = document.querySelector(".st-key-stop-slide");
    const text = slide?.querySelector(".st-key-stop-question")?.innerText;
    if (text && text !== before) [before, since] = [text, now];
    const isSeen = text && !document.querySelector(".stop-cover") && getComputedStyle(slide).opacity !== "0";
    const { tourStop } = document.documentElement.dataset;
    if (isSeen && tourStop && now - since < 250)
      window.reach[tourStop] = Math.max(window.reach[tourStop] ?? 0, slide.getBoundingClientRect().bottom);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


def test_no_frame_shows_a_question_before_it_has_been_made_to_fit(page: Page, serve: Serve) -> None:
    name, first = "which-bank-in-10-minutes", 6
    stops = TOURS[name].stops
    page.set_viewport_size(SIZES[0])
    open_live(page, serve, address_of(stops[first - 1], name, first, present="1"))
    page.evaluate(REACH)
    for number in range(first + 1, len(stops) + 1):
        page.locator(".tour .on").click()
        expect(page.locator(".tour .place")).to_have_text(place := f"{number} of {len(stops)}")
        assert overflow(page, SLIDE, SLIDE[0]) == ""
        bar = page.locator(".tour").bounding_box()
        assert bar is not None
        assert page.evaluate("place => window.reach[place] ?? 0", place) <= bar["y"] + 1
