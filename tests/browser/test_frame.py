"""What the frame promises in every mode of every room: the picture at once, a finding over it, nothing that jumps."""

import re
from typing import Literal
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from components.fill.model.presets import TUTORIAL_PRESETS
from components.model.presets import FILL_PRESETS
from tests.browser.rooms_page import (
    APP,
    FILL,
    PHONE,
    choose_mode,
    expect_first_screen_of_phone,
    expect_link,
    expect_no_error,
    expect_page_fits,
    expect_settings_wide_enough,
    expect_views_in_reach,
    open_live,
    sentence_box,
    stands_above,
    wait_for,
    wait_for_arrow_keys,
    wait_until_idle,
    wait_until_live,
)
from tests.browser.token_strip_page import box, chip
from tests.browsers import Serve
from tests.rooms import VIEWS

pytestmark = pytest.mark.browser

HIGHEST_ON_A_PROJECTOR = 200  # px from the top, on a screen of 720
LARGE = 28  # px, of the finding on a projector
WIDTHS = (1280, 900, 820, 768, 390)
FADE = 32  # px at the edge of a row that scrolls
WITHIN_ITS_ROW = f"""chosen => {{
  const [inner, outer] = [document.querySelector(chosen), document.querySelector(chosen).parentElement].map(
    element => element.getBoundingClientRect());
  return outer.left <= inner.left && inner.right <= outer.right - {FADE};
}}"""
# Whether the sides of a row that fade into the page are those expected.
FADED_SIDES = """(row, faded) => {
  const style = getComputedStyle(row);
  const depths = { left: "--more-before", right: "--more-after" };
  const sides = Object.keys(depths).filter(side => parseFloat(style.getPropertyValue(depths[side])) > 0);
  return style.maskImage.includes("gradient") && `${sides}` === `${faded}`;
}"""
# How much of each list's width is left beside the name of its model, in pixels.
BESIDE_NAMES = """lists => lists.map(list => {
  const [style, pen] = [getComputedStyle(list), document.createElement("canvas").getContext("2d")];
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const room = list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return room - pen.measureText(list.value.split(" · ")[0] + "…").width;
})"""
# Of the letters of charts, as they are seen, in pixels; and where charts end.
SMALLEST_IN_CHARTS = """Math.min(...[...document.querySelectorAll(".st-key-figure .stVegaLiteChart svg text")].filter(
  text => text.textContent.trim()).map(text => parseFloat(getComputedStyle(text).fontSize) *
  Number(getComputedStyle(text.closest(".st-key-figure")).getPropertyValue("--chart-zoom") || 1)))"""
CHARTS_END = """Math.max(...[...document.querySelectorAll(".st-key-figure .stVegaLiteChart svg")].map(
  chart => chart.getBoundingClientRect().right))"""
# What is written in components of a figure, smaller than 24 pixels as it is seen. A canvas writes 0.94 times as large
# as the text around it.
SMALL_LETTERS = """() => {
  const small = [];
  const look = root => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) look(element.shadowRoot);
      const letters = parseFloat(getComputedStyle(element).fontSize) * (element.currentCSSZoom ?? 1);
      const texts = [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
      const { width } = element.getBoundingClientRect();
      const isSeen = width > 1 && element.checkVisibility({ visibilityProperty: true });
      const isRead = texts && !(element instanceof SVGElement) && !element.matches("style, script");
      if (isSeen && isRead && letters < 23.9) small.push(`${letters} ${element.textContent}`);
      const writes = element.matches("canvas[role=application]:not(.plot)");
      if (isSeen && writes && 0.94 * letters < 23.9) small.push("canvas");
    }
  };
  for (const each of document.querySelectorAll(".st-key-body .stBidiComponent")) look(each);
  return small;
}"""
FIGURE = "document.querySelector('.st-key-figure').getBoundingClientRect()"
NOT_DRAWN = ".stVegaLiteChart:not(:has(canvas, svg)), [data-testid=stSkeleton], .room:not([data-drawn])"
SHIFTS = """() => {
  window.shifted = 0;
  window.lastShift = performance.now();
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) {
      window.lastShift = performance.now();
      if (!entry.hadRecentInput) window.shifted += entry.value;
    }
  }).observe({type: 'layout-shift', buffered: true});
}"""


@pytest.mark.parametrize("path", ["", *VIEWS])
def test_on_a_projector_the_picture_comes_sooner_and_its_finding_is_large(page: Page, serve: Serve, path: str) -> None:
    open_live(page, serve, f"/{path}?present=1")
    stands_above(page, HIGHEST_ON_A_PROJECTOR)
    finding = "document.querySelector('.st-key-finding [data-testid=stText]')"
    wait_for(page, f"least => parseFloat(getComputedStyle({finding}).fontSize) >= least", LARGE)
    expect(page.locator(".bar .modes button")).to_have_count(len(VIEWS.get(path, ())))  # none is missing from the list
    expect_no_error(page)


def test_on_a_phone_home_has_its_finding_high_on_the_first_screen(page: Page, serve: Serve) -> None:
    """Rooms: test_every_view.py."""
    page.set_viewport_size(PHONE)
    open_live(page, serve, "/")
    expect_first_screen_of_phone(page)
    expect_views_in_reach(page)


@pytest.mark.parametrize(("path", "count"), [("what-a-small-one-keeps", 2), ("which-bank", 1)])
def test_on_a_phone_the_names_of_the_chosen_models_are_not_cut(page: Page, serve: Serve, path: str, count: int) -> None:
    page.set_viewport_size(PHONE)
    open_live(page, serve, f"/{path}")
    lists = page.locator(".st-key-title-row").get_by_role("combobox")
    expect(lists).to_have_count(count)
    assert min(lists.evaluate_all(BESIDE_NAMES)) >= 0
    assert page.get_by_role("heading", level=1).count() == 1  # also where there is no room to see it


def test_on_a_phone_the_chosen_view_and_the_chosen_word_are_brought_into_sight(page: Page, serve: Serve) -> None:
    page.set_viewport_size(PHONE)
    open_live(page, serve, "/where-am-i?mode=RoPE+by+hand")
    chosen = page.get_by_role("radiogroup", name="Views").locator("[aria-checked=true]")
    expect(chosen).to_have_text("RoPE by hand")
    wait_for(page, WITHIN_ITS_ROW, ".st-key-modes [aria-checked=true]")
    choose_mode(page, "Does order matter?")
    expect_link(page, mode=None)
    wait_for(page, WITHIN_ITS_ROW, ".st-key-modes [aria-checked=true]")
    page.go_back()
    expect(chosen).to_have_text("RoPE by hand")
    wait_for(page, WITHIN_ITS_ROW, ".st-key-modes [aria-checked=true]")
    assert page.get_by_test_id("stMain").evaluate("main => main.scrollTop") == 0  # the row moves, and not the page
    open_live(page, serve, "/who-looks-at-whom")
    expect(page.locator(".st-key-tiles .chip[aria-pressed=true]")).to_have_text("bank")
    tile, strip = box(page.locator(".st-key-tiles [aria-pressed=true]")), box(page.locator(".st-key-tiles .strip"))
    assert strip["x"] <= tile["x"] <= strip["x"] + strip["width"] - FADE - tile["width"]


@pytest.mark.parametrize(
    ("path", "name"), [("what-the-mask-takes-away", ".st-key-modes [role=radiogroup]"), ("who-looks-at-whom", ".strip")]
)
def test_on_a_phone_a_row_fades_on_the_sides_where_it_goes_on(page: Page, serve: Serve, path: str, name: str) -> None:
    page.set_viewport_size(PHONE)
    open_live(page, serve, f"/{path}")
    row = page.locator(name)
    for change, faded in (
        ("scrollLeft = 0", ["right"]),
        ("scrollLeft = (row.scrollWidth - row.clientWidth) / 2", ["left", "right"]),
        ("scrollLeft = row.scrollWidth", ["left"]),
        ("style.cssText = 'flex: none; width: max-content'", []),  # the whole row is seen
    ):
        row.evaluate(f"row => {{ row.{change}; }}")
        for side, attribute in (("left", "data-more-before"), ("right", "data-more-after")):
            if side in faded:
                expect(row).to_have_attribute(attribute, "")
            else:
                expect(row).not_to_have_attribute(attribute, "")
        assert row.evaluate(FADED_SIDES, faded)


def test_the_finding_is_a_heading_and_read_aloud(page: Page, serve: Serve) -> None:
    open_live(page, serve, "/who-looks-at-whom?mode=Switch+heads+off")
    wait_until_idle(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Attention")
    expect(page.get_by_role("heading", level=2).first).to_have_text("Switch heads off")
    finding = page.locator(".st-key-finding")
    expect(finding).to_have_attribute("aria-live", "polite")
    expect(finding.get_by_role("heading", level=3)).to_be_visible()
    expect(page).to_have_title("Attention · who looks at whom? – Riverbank")


@pytest.mark.parametrize("path", ["fill-the-blank", "the-family", "half-the-layers", "where-am-i"])
def test_on_a_large_projector_no_text_is_small_and_nothing_is_cut(page: Page, serve: Serve, path: str) -> None:
    page.set_viewport_size({"width": 1920, "height": 1080})
    open_live(page, serve, f"/{path}?present=1")
    wait_until_idle(page)
    wait_for(page, SMALLEST_IN_CHARTS + " >= 23")
    expect_page_fits(page)
    wait_for(page, CHARTS_END + " <= 1920")
    expect_no_error(page)


@pytest.mark.parametrize(
    ("path", "mode"),
    [
        ("who-looks-at-whom", "Every head"),
        ("who-looks-at-whom", "Switch heads off"),
        ("what-the-mask-takes-away", "Side by side"),
        ("which-bank", "The map"),
        ("where-am-i", "Near and far"),
    ],
)
def test_on_a_large_projector_pictures_fill_the_screen_and_their_letters_are_large(
    page: Page, serve: Serve, path: str, mode: str
) -> None:
    page.set_viewport_size({"width": 1920, "height": 1080})
    open_live(page, serve, f"/{path}?{urlencode({'mode': mode, 'present': '1'})}")
    wait_until_idle(page)
    wait_for(page, f"{FIGURE}.height >= 0.6 * innerHeight")
    wait_for(page, f"({SMALL_LETTERS})().length === 0")
    expect_page_fits(page)
    expect_no_error(page)


def test_a_picture_is_taller_in_front_of_an_audience_where_it_has_room(page: Page, serve: Serve) -> None:
    page.set_viewport_size({"width": 1920, "height": 1080})
    heights = []
    for link in ({}, {"present": "1"}):
        open_live(page, serve, f"/who-looks-at-whom?{urlencode({'mode': 'Switch heads off', **link})}")
        wait_until_idle(page)
        grid = page.locator(".heads .grid")
        expect(grid).to_be_visible()
        if link:
            wait_for(page, f"{FIGURE}.bottom <= innerHeight && {FIGURE}.height >= 0.7 * innerHeight")
        heights.append(grid.evaluate("grid => grid.getBoundingClientRect().height"))
    assert heights[1] > heights[0], "on a desktop of this size it is nearly as tall as it can be"


@pytest.mark.slow  # a server of its own for each; and beside other work the stored answer itself comes in pieces
@pytest.mark.parametrize("path", ["", *VIEWS])
def test_little_moves_when_the_live_answer_takes_the_place_of_the_stored_one(
    page: Page, cold_server: str, path: str
) -> None:
    page.add_init_script(f"({SHIFTS})()")
    page.goto(cold_server + f"/{path}")
    expect(page.locator(".st-key-beforehand")).to_be_attached(timeout=60_000)
    wait_until_idle(page)
    expect(page.locator(NOT_DRAWN)).to_have_count(0)
    drawn = page.evaluate("performance.now()")
    wait_for(page, "since => performance.now() - Math.max(since, window.lastShift) > 700", drawn)
    before = page.evaluate("window.shifted")
    wait_until_live(page)
    wait_until_idle(page)
    wait_for(page, "performance.now() - window.lastShift > 700")
    assert page.evaluate("window.shifted") - before <= 0.02


def test_little_moves_while_a_visitor_types(page: Page, serve: Serve) -> None:
    open_live(page, serve, FILL)
    expect(chip(page, "accounts")).to_be_visible()
    page.evaluate(SHIFTS)
    wait_for(page, "performance.now() - window.lastShift > 500")  # all pieces of the page have come
    before = page.evaluate("window.shifted")
    sentence_box(page).fill("He planted a tree in the [MASK].")
    expect_link(page, sentence="He planted a tree in the [MASK].")
    wait_until_idle(page)
    assert page.evaluate("window.shifted") - before <= 0.02


@pytest.mark.parametrize("width", [1280, 390])
def test_the_map_stays_where_it_is_while_it_plays(page: Page, serve: Serve, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    open_live(page, serve, "/which-bank?mode=The+map")
    layers = page.get_by_role("slider", name="Layer")
    layers.press("Home")
    expect(page.locator(".layer-name")).to_have_text(re.compile("^Before layer 1"))
    top = page.locator("canvas.plot").bounding_box()
    layers.press("End")
    expect(page.locator(".layer-name")).to_have_text("Layer 6")
    assert page.locator("canvas.plot").bounding_box() == top


def test_a_presenters_keys_lead_through_rooms_modes_and_examples(page: Page, serve: Serve) -> None:
    open_live(page, serve, f"{FILL}?present=1")
    wait_for_arrow_keys(page)
    page.keyboard.press("2")
    expect_link(page, mode="Where from?", present="1")
    page.keyboard.press("1")
    expect_link(page, mode=None, present="1")
    page.keyboard.press("PageDown")
    expect(page.locator(".bar .room")).to_have_text("Word meanings")
    expect_link(page, present="1")
    page.keyboard.press("PageUp")
    expect(page.locator(".bar .room")).to_have_text("Masked words")
    wait_for_arrow_keys(page)
    page.keyboard.press("ArrowRight")
    expect(sentence_box(page)).to_have_value(FILL_PRESETS[1].sentence)
    expect(page.locator(".bar .example")).to_have_text(f"example 2 of {len(FILL_PRESETS) + len(TUTORIAL_PRESETS)}")
    expect_no_error(page)


def test_a_key_reveals_the_answer_that_an_audience_guessed_at(page: Page, serve: Serve) -> None:
    open_live(page, serve, f"{FILL}?present=1&guess=1")
    wait_for_arrow_keys(page)
    expect(page.get_by_test_id("stVegaLiteChart")).to_have_count(0)
    page.keyboard.press("g")
    expect(page.get_by_test_id("stVegaLiteChart").first).to_be_visible()


@pytest.mark.parametrize("mode", ["The blank", "Where from?"])
def test_the_buttons_of_a_chart_cover_no_text(page: Page, serve: Serve, mode: str) -> None:
    open_live(page, serve, f"{FILL}?{urlencode({'mode': mode})}")
    chart = page.locator(".st-key-figure [data-testid=stFullScreenFrame]").first
    wait_until_idle(page)
    chart.locator(".stVegaLiteChart svg").hover()
    buttons = chart.get_by_test_id("stElementToolbar")
    expect(buttons).to_have_css("opacity", "1")
    covered = """bar => {
      const {left, right, top, bottom} = bar.getBoundingClientRect();
      const texts = ".st-key-finding [data-testid=stText], .st-key-rail p, .st-key-figure p, .st-key-figure svg text";
      return [...document.querySelectorAll(texts)].filter(each => {
        const range = document.createRange();
        range.selectNodeContents(each);
        return !bar.contains(each) && [...range.getClientRects()].some(box => box.width > 0 && box.left < right - 1
          && box.right > left + 1 && box.top < bottom && box.bottom > top);
      }).map(each => each.textContent);
    }"""
    assert buttons.evaluate(covered) == []
    box = buttons.bounding_box()
    assert box is not None
    assert 0 <= box["x"] < box["x"] + box["width"] <= page.evaluate("document.documentElement.clientWidth")
    buttons.get_by_label("Fullscreen").click()
    chart.get_by_label("Close fullscreen").click()
    expect(chart.get_by_label("Close fullscreen")).to_have_count(0)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_button_of_a_choice_has_its_whole_outline(
    page: Page, serve: Serve, theme: Literal["light", "dark"]
) -> None:
    page.emulate_media(color_scheme=theme)
    open_live(page, serve, f"/what-the-mask-takes-away?{urlencode({'mode': 'Encoder against decoder', 'why': 'true'})}")
    buttons = page.locator(".st-key-work").get_by_role("radio")
    expect(buttons).to_have_count(2)
    wait_until_idle(page)
    page.mouse.move(0, 0)
    sides = "each => ['Top', 'Right', 'Bottom', 'Left'].map(side => getComputedStyle(each)[`border${side}Color`])"
    for button in buttons.all():
        colours = set(button.evaluate(sides))
        assert len(colours) == 1
        assert colours != {"rgba(0, 0, 0, 0)"}


@pytest.mark.parametrize("link", [{}, {"tour": "bert-in-45-minutes", "stop": "1"}], ids=["room", "stop"])
def test_projector_mode_is_left_by_its_button_and_by_escape(page: Page, serve: Serve, link: dict[str, str]) -> None:
    for leave in (lambda: page.locator(".bar .leave").click(), lambda: page.keyboard.press("Escape")):
        open_live(page, serve, f"{FILL}?{urlencode({**link, 'present': '1'})}")
        wait_for_arrow_keys(page) if not link else expect(page.locator(".bar[data-listening]")).to_be_visible()
        leave()
        expect(page.locator(".st-key-search .open")).to_be_visible()
        expect(page.locator(".bar .leave")).to_have_count(0)
        expect_link(page, present=None, **link)
        wait_until_idle(page)
        page.go_back()
        expect(page.locator(".bar .leave")).to_be_visible()
        expect_link(page, present="1")


def test_escape_first_closes_what_is_open(page: Page, serve: Serve) -> None:
    """A black screen, a box that is typed in, and a dialog; only then projector mode."""
    open_live(page, serve, f"{FILL}?present=1")
    wait_for_arrow_keys(page)
    page.keyboard.press("b")
    expect(page.locator("html[data-black]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("html[data-black]")).to_have_count(0)
    sentence_box(page).focus()
    page.keyboard.press("Escape")
    page.keyboard.press("ControlOrMeta+k")
    expect(page.locator(".st-key-search dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".st-key-search dialog")).to_be_hidden()
    expect_link(page, present="1")
    page.locator(".st-key-finding").click()  # the box has the focus again
    page.keyboard.press("Escape")
    expect_link(page, present=None)


def test_a_word_is_changed_where_it_stands(page: Page, serve: Serve) -> None:
    open_live(page, serve, FILL)
    chip(page, "accounts").focus()
    page.keyboard.press("F2")
    expect(sentence_box(page)).to_be_focused()
    page.keyboard.type("birds")  # the word is selected, and goes
    expect(sentence_box(page)).to_have_value("The [MASK] charges fees and pays interest on savings birds.")
    expect_link(page, sentence="The [MASK] charges fees and pays interest on savings birds.")
    expect(chip(page, "birds")).to_be_visible()


@pytest.mark.parametrize("path", ["", "tours", "class", "index", "from-your-tutorial"])
def test_no_page_scrolls_sideways_at_any_width(page: Page, serve: Serve, path: str) -> None:
    page.goto(serve(APP) + f"/{path}")
    expect(page.get_by_test_id("stMainBlockContainer")).to_be_attached()
    if not path:
        wait_until_live(page)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        expect_page_fits(page)
        expect_settings_wide_enough(page)
