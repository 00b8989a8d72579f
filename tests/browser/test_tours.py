"""A tour in a browser: a question, then the picture and its answer, the next stop; and one that a lecturer makes."""

import json
from pathlib import Path
from typing import Literal
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from playwright.sync_api import Page, expect

from components.tours.shipped import shipped_tours
from pages.parts.lecture.tour_stop import PATHS, load_tour
from tests.browser.rooms_page import (
    APP,
    FILL,
    accessibility_violations,
    expect_no_error,
    go_to_room,
    open_live,
    wait_for,
    wait_for_tour_keys,
    wait_until_idle,
)
from tests.browsers import Serve

pytestmark = pytest.mark.browser

TOUR = "which-bank-in-10-minutes"
STOPS = shipped_tours(PATHS)[TOUR].stops
WITH_QUIZ = "which-bank"
ASKS = "!!document.querySelector('.st-key-stop-question')"
# From the first frame on: in how many frames there was something of the answer.
FRAMES = """(() => {
  window.withAnswer = 0;
  const look = () => {
    const places = ".st-key-finding, .st-key-figure, .st-key-rail-notes, .st-key-foot";
    const answers = [...document.querySelectorAll(places)].filter(
      part => part.innerText.trim() || part.querySelector("canvas, svg, .stBidiComponent"));
    if (answers.length) window.withAnswer += 1;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()"""


def _at(number: int, tour: str = TOUR, **more: str) -> str:
    stop = shipped_tours(PATHS)[tour].stops[number - 1]
    return f"/{stop.path}?{urlencode({**stop.parameters, 'tour': tour, 'stop': str(number), **more})}"


def _stands_at(page: Page, number: int) -> None:
    expect(page.locator(".tour .place")).to_have_text(f"{number} of {len(STOPS)}")
    wait_for_tour_keys(page)
    expect(
        page.locator(".st-key-stop-question, .tour .question").filter(has_text=STOPS[number - 1].question)
    ).to_have_count(1)


def test_a_stop_asks_then_answers_and_leads_on(page: Page, serve: Serve) -> None:
    open_live(page, serve, _at(2))
    _stands_at(page, 2)
    figure = page.locator(".st-key-figure")
    expect(figure).to_have_count(0)
    expect(page.locator(".tour .answer")).to_have_text("")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator(".tour .answer")).to_have_text(STOPS[1].answer)
    expect(figure).to_be_visible()
    page.get_by_role("link", name="Next ›").click()
    _stands_at(page, 3)
    wait_for(page, ASKS)
    page.get_by_role("link", name="‹ Back").click()
    _stands_at(page, 2)
    expect(page.get_by_role("link", name="‹ Back")).not_to_be_focused()  # else the next key would frame it
    page.get_by_role("link", name="Leave").click()
    wait_for(page, "!location.search.includes('tour')")
    expect(page.locator(".tour")).to_have_count(0)
    expect_no_error(page)


@pytest.mark.parametrize("more", [{}, {"present": "1"}, {"hide": "controls"}], ids=str)
@pytest.mark.parametrize("number", [1, 2])
def test_no_frame_shows_the_answer_before_it_is_asked_for(
    page: Page, serve: Serve, number: int, more: dict[str, str]
) -> None:
    page.add_init_script(FRAMES)
    open_live(page, serve, _at(number, **more))
    _stands_at(page, number)
    wait_until_idle(page)
    assert page.evaluate("window.withAnswer") == 0
    page.keyboard.press("g")
    wait_for(page, "window.withAnswer > 0")
    expect(page.locator(".tour .reveal")).to_be_hidden()  # the bar knows that it is shown
    wait_until_idle(page)
    page.keyboard.press("g")  # hides it again
    wait_for(page, ASKS)
    expect_no_error(page)


def test_no_frame_shows_it_where_a_tour_starts_from_its_page(page: Page, serve: Serve) -> None:
    page.add_init_script(FRAMES)
    open_live(page, serve, FILL)  # a page in another tab has the model loaded
    page.goto(serve(APP) + "/tours")
    page.locator(f".st-key-tour-{TOUR}").get_by_role("link", name="Start").click()
    _stands_at(page, 1)
    assert page.evaluate("window.withAnswer") == 0


def test_a_visitor_answers_and_the_score_goes_along(page: Page, serve: Serve) -> None:
    open_live(page, serve, _at(1))
    _stands_at(page, 1)
    page.get_by_role("button", name="money", exact=True).click()
    expect(page.get_by_text("You answered “money”")).to_be_visible()
    wait_for(page, "location.search.includes('score=w')")
    page.get_by_role("link", name="Next ›").click()
    _stands_at(page, 2)
    page.get_by_role("textbox", name="Your answer: one word").fill("Bank")
    page.get_by_role("textbox", name="Your answer: one word").press("Enter")
    expect(page.get_by_text("Your score: 1 of 2.")).to_be_visible()
    expect_no_error(page)


def test_the_screen_goes_black_and_comes_back(page: Page, serve: Serve) -> None:
    open_live(page, serve, _at(1, present="1"))
    _stands_at(page, 1)
    is_black = "getComputedStyle(document.documentElement, '::after').backgroundColor === 'rgb(0, 0, 0)'"
    for key, black in (("b", True), (".", False)):
        page.keyboard.press(key)
        assert page.evaluate(is_black) is black


def test_a_tour_that_there_is_not_withholds_nothing(page: Page, serve: Serve) -> None:
    open_live(page, serve, f"{FILL}?tour=no-such")
    expect(page.get_by_test_id("stMain").get_by_test_id("stAlert")).to_be_visible()
    expect(page.locator(".st-key-figure")).to_be_visible()


def test_a_page_that_is_left_for_a_room_outside_the_tour_is_sharp(page: Page, serve: Serve) -> None:
    open_live(page, serve, _at(2))
    _stands_at(page, 2)
    go_to_room(page, "Attention")
    expect(page.locator(".tour")).to_have_count(0)
    expect(page.locator(".st-key-figure")).to_be_visible()


def test_a_clicker_answers_first_and_goes_on_then(page: Page, serve: Serve) -> None:
    open_live(page, serve, _at(1, present="1"))
    _stands_at(page, 1)
    expect(page.locator(".bar .keys")).to_contain_text("PgUp/PgDn: stop (PgDn: answer first)")
    page.keyboard.press("PageDown")
    expect(page.locator(".tour .reveal")).to_be_hidden()
    page.keyboard.press("PageDown")
    _stands_at(page, 2)
    page.keyboard.press("g")
    expect(page.locator(".tour .reveal")).to_be_hidden()
    page.keyboard.press("PageUp")
    _stands_at(page, 1)
    wait_for(page, "location.search.includes('present=1')")
    expect_no_error(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(page: Page, serve: Serve, scheme: Literal["light", "dark"]) -> None:
    page.emulate_media(color_scheme=scheme)
    page.goto(serve(APP) + "/tours")
    expect(page.locator(f".st-key-tour-{TOUR}")).to_be_visible()
    wait_until_idle(page)
    assert accessibility_violations(page) == []
    open_live(page, serve, _at(2))
    _stands_at(page, 2)
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator(".tour .answer")).to_have_text(STOPS[1].answer)
    assert accessibility_violations(page) == []


@pytest.mark.parametrize("tour", [TOUR, WITH_QUIZ])
def test_the_last_stop_leads_through_the_quiz_if_there_is_one_to_the_end_of_the_tour(
    page: Page, serve: Serve, tour: str
) -> None:
    loaded = load_tour(tour)
    open_live(page, serve, _at(loaded.quiz_start, tour, score="rw"))
    expect(page.locator(".tour .place")).to_have_text(f"{loaded.quiz_start} of {loaded.quiz_start}")
    expect(page.locator(".tour .back")).to_be_visible()
    for number in range(1, loaded.quiz_count + 1):
        page.locator(".tour .on").click()
        expect(page.locator(".tour .place")).to_have_text(f"Quiz {number} of {loaded.quiz_count}")
    page.locator(".tour .on").click()
    expect(page.locator(".st-key-end-of-tour")).to_contain_text("1 of 2 questions")
    expect_no_error(page)


@pytest.mark.parametrize("width", [1280, 390])
def test_the_bar_fits_and_what_is_below_it_can_be_reached(page: Page, serve: Serve, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    open_live(page, serve, _at(2))
    _stands_at(page, 2)
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator(".st-key-foot")).to_be_visible()
    bar = page.locator(".tour").bounding_box()
    assert bar is not None
    assert bar["width"] == width
    assert bar["y"] + bar["height"] == pytest.approx(844, abs=1)
    if width == 390:
        assert bar["height"] < 844 / 10
    expect(page.get_by_text(STOPS[1].answer).filter(visible=True)).to_have_count(1)
    foot = page.locator(".st-key-foot")
    foot.scroll_into_view_if_needed()
    page.get_by_test_id("stMain").evaluate("main => main.scrollTo(0, main.scrollHeight)")
    wait_for(
        page,
        "document.querySelector('.st-key-foot').getBoundingClientRect().bottom <= window.innerHeight - "
        "parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--tour-height'))",
    )


def test_a_tour_starts_from_its_page(page: Page, serve: Serve) -> None:
    page.goto(serve(APP) + "/tours")
    page.locator(f".st-key-tour-{TOUR}").get_by_role("link", name="Start").click()
    _stands_at(page, 1)
    expect_no_error(page)


def test_a_tour_of_ones_own_is_made_followed_and_saved(page: Page, serve: Serve, tmp_path: Path) -> None:
    open_live(page, serve, f"{FILL}?{urlencode({'sentence': 'The cat sat on the [MASK].'})}")
    page.get_by_role("button", name="Present").click()
    page.get_by_role("button", name="Add this view to my tour").click()
    page.get_by_role("link", name="Your tour has 1 stop").click()
    code = page.get_by_test_id("stCode")
    without = code.inner_text()
    page.get_by_role("textbox", name="Question").fill("<b>Where</b> did it sit?")
    page.get_by_role("textbox", name="Question").press("Enter")
    expect(code).not_to_have_text(without)  # the file is the one with the question from now on
    wait_until_idle(page)
    link = code.inner_text()
    page.reload()
    expect(code).to_have_text(link)  # the browser has kept the tour
    expect(page.get_by_role("textbox", name="Question")).to_have_value("<b>Where</b> did it sit?")
    wait_until_idle(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    saved.value.save_as(tmp_path / "tour.json")
    stop = json.loads((tmp_path / "tour.json").read_text(encoding="utf-8"))["stops"][0]
    assert stop["link"] == "/fill-the-blank?sentence=The+cat+sat+on+the+%5BMASK%5D."
    assert stop["question"] == "<b>Where</b> did it sit?"
    link = code.inner_text().strip()
    page.goto(link)
    expect(page.locator(".st-key-stop-question")).to_have_text("<b>Where</b> did it sit?")  # text is text
    expect(page.locator(".tour .place")).to_have_text("1 of 1")
    expect_no_error(page)


# From now on, in how many frames the page had nothing to read, and in how many it showed something of an answer. What
# covers the page while the stop changes is what is seen.
CHANGES = """() => {
  window.framesOnScreen = { all: 0, blank: 0, withAnswer: 0, texts: [] };
  const look = () => {
    const cover = document.querySelector(".stop-cover");
    const screen = cover ?? document.querySelector(".stMainBlockContainer");
    const text = screen?.innerText.trim() ?? "";
    const count = window.framesOnScreen;
    count.all += 1;
    if (!text) {
      count.blank += 1;
      count.texts.push(`blank at ${location.href.slice(-40)} after ${document.documentElement.dataset.tourStop}`);
    }
    const places = ".st-key-finding, .st-key-figure";
    const answers = [...document.querySelectorAll(places)].filter(
      part => part.innerText.trim() || part.querySelector("canvas, svg, .stBidiComponent"));
    if (!cover && answers.length) count.withAnswer += 1;
    if (count.texts.at(-1) !== text.slice(0, 60)) count.texts.push(text.slice(0, 60));
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


@pytest.mark.parametrize("more", [{}, {"present": "1"}], ids=str)
def test_no_frame_between_stops_is_blank_or_shows_an_answer(page: Page, serve: Serve, more: dict[str, str]) -> None:
    open_live(page, serve, _at(1, **more))
    _stands_at(page, 1)
    page.evaluate(CHANGES)
    for number in range(2, len(STOPS) + 1):
        page.locator(".tour .on").click()
        _stands_at(page, number)
        wait_until_idle(page)
        expect(page.locator(".stop-cover")).to_have_count(0)
        _is_at(page, _at(number, **more))
    page.locator(".tour .on").click()
    expect(page.locator(".tour .place")).to_have_text("The end")
    wait_until_idle(page)
    page.keyboard.press("ArrowLeft")  # from the end, back to the last stop
    expect(page.locator(".tour .place")).to_have_text(last := f"{len(STOPS)} of {len(STOPS)}")
    page.go_back()
    expect(page.locator(".tour .place")).to_have_text("The end")
    page.go_back()
    expect(page.locator(".tour .place")).to_have_text(last)
    expect(page.locator(".stop-cover")).to_have_count(0)
    frames = page.evaluate("window.framesOnScreen")  # the same page all the time, or this would be gone
    assert frames["all"] > 10 * len(STOPS)
    assert frames["blank"] == 0, frames["texts"]
    assert frames["withAnswer"] == 0, frames["texts"]
    expect_no_error(page)


def _is_at(page: Page, address: str) -> None:
    """The browser's address is the link of the stop, but for values that are a page's defaults."""
    shown, wanted = urlsplit(page.url), urlsplit(address)
    assert shown.path == wanted.path
    assert set(parse_qsl(shown.query)) <= set(parse_qsl(wanted.query))
    assert {"tour", "stop"} <= dict(parse_qsl(shown.query)).keys()


def test_a_change_of_stop_forgets_the_answer_and_the_settings_of_the_one_before(page: Page, serve: Serve) -> None:
    open_live(page, serve, _at(1))
    _stands_at(page, 1)
    before = page.locator(".tour .on").bounding_box()
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator(".st-key-figure")).to_be_visible()
    wait_until_idle(page)
    page.locator(".tour .on").click()
    _stands_at(page, 2)
    after = page.locator(".tour .on").bounding_box()
    assert before is not None
    assert after is not None
    assert after["x"] == pytest.approx(before["x"], abs=1), "who taps twice goes on, and not back"
    page.locator(".tour .back").click()
    _stands_at(page, 1)
    wait_for(page, ASKS)
    expect(page.locator(".st-key-figure")).to_have_count(0)


def test_a_stop_in_the_same_room_shows_what_its_link_says(page: Page, serve: Serve) -> None:
    stops = shipped_tours(PATHS)["which-bank"].stops
    first, second = stops[:2]
    open_live(page, serve, f"/{first.path}?{urlencode({**first.parameters, 'tour': 'which-bank', 'stop': '1'})}")
    place, finding = page.locator(".tour .place"), page.locator(".st-key-finding")
    for way, expected, stop in ((None, 1, first), ("on", 2, second), ("back", 1, first)):
        if way:
            page.locator(f".tour .{way}").click()
        expect(place).to_have_text(f"{expected} of {len(stops)}")
        page.get_by_role("button", name="Show", exact=True).click()
        expect(finding).to_contain_text(stop.shows)
        wait_until_idle(page)
        assert ("mine" in dict(parse_qsl(urlsplit(page.url).query))) is (stop is second)
    expect_no_error(page)


# Whether there is a chart, all of it above the bar of the tour, and its smallest letters are large enough for a hall.
FITS = """() => {
  const charts = [...document.querySelectorAll(".st-key-figure .stVegaLiteChart")];
  const foot = parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--tour-height"));
  const zoom = Number(document.querySelector(".st-key-figure")?.style.getPropertyValue("--chart-zoom") || 1);
  const letters = charts.flatMap(chart => [...chart.querySelectorAll("svg text")])
    .map(text => zoom * parseFloat(getComputedStyle(text).fontSize));
  return letters.length > 0 && Math.min(...letters) >= 24
    && charts.every(chart => chart.getBoundingClientRect().bottom <= innerHeight - foot);
}"""


def test_the_picture_of_a_stop_is_fitted_to_the_projector_when_it_comes(page: Page, serve: Serve) -> None:
    page.set_viewport_size({"width": 1920, "height": 1080})
    open_live(page, serve, _at(2, present="1"))
    _stands_at(page, 2)
    page.keyboard.press("g")
    wait_for(page, FITS)
    expect_no_error(page)


# The share of pixels in colour, of those between two places of a canvas's width.
COLOURED = """(canvas, [from, to]) => {
  const context = canvas.getContext("2d");
  const [start, wide] = [from * canvas.width, (to - from) * canvas.width];
  const { data } = context.getImageData(start, 0, wide, canvas.height);
  let count = 0;
  for (let i = 0; i < data.length; i += 4) {
    const [red, green, blue, alpha] = data.slice(i, i + 4);
    if (alpha > 60 && Math.max(red, green, blue) - Math.min(red, green, blue) > 40) count += 1;
  }
  return count / (data.length / 4);
}"""


def test_a_river_that_would_be_the_answer_ends_at_its_beginning(page: Page, serve: Serve) -> None:
    of_all = next(stop for stop in STOPS if stop.path == "which-bank" and "mine" not in stop.parameters)
    number = STOPS.index(of_all) + 1
    open_live(page, serve, _at(number, present="1"))
    _stands_at(page, number)
    canvas = page.locator(".st-key-veiled-river canvas.plot")
    expect(canvas).to_be_visible()
    wait_until_idle(page)
    assert canvas.evaluate(COLOURED, [0.06, 0.16]) > 0.01
    assert canvas.evaluate(COLOURED, [0.3, 0.8]) == 0
    expect(page.locator(".st-key-stop-slide").get_by_role("button", name="Play")).to_have_count(0)
    page.keyboard.press("g")
    shown = page.locator(".st-key-figure canvas.plot")
    expect(shown).to_have_attribute("data-moving", "true")  # from where the veil ends it flows on
    expect(shown).to_have_attribute("data-moving", "false")
    assert shown.evaluate(COLOURED, [0.3, 0.8]) > 0.01
    expect_no_error(page)
