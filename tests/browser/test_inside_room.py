"""Inside a layer, by mouse, keyboard and link, in a real browser."""

import re
from decimal import Decimal
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, Position, expect

import cache.shared.passes
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.presets import FILL_PRESETS
from components.tables.numbers import probability_text
from tests.browser.rooms_page import (
    APP,
    expect_link,
    expect_no_error,
    expect_no_markup,
    expect_page_fits,
    violations_in_both_schemes,
    wait_until_idle,
    wait_until_live,
)
from tests.browsers import Serve

pytestmark = pytest.mark.browser

COUNT_PICTURES = """
window.pictures = 0;
window.OffscreenCanvas = class extends OffscreenCanvas {
  constructor(width, height) {
    super(width, height);
    window.pictures += 1;
  }
};
"""
SETTLED = """() => {
  const before = window.pictures;
  return new Promise((resolve) => setTimeout(() => resolve(window.pictures > 0 && window.pictures === before), 1500));
}"""
ANSWER = ".st-key-finding"
BLANK = 2  # in the first example
HOSTILE = "<img src=x onerror='window.hacked=1'> in a [MASK]."


def room(**link: str) -> str:
    return f"/inside-a-layer?{urlencode(link)}"


def place_on_building(page: Page, floor: int, token: int, *, floors: int) -> Position:
    """The middle of a cell, from the canvas's corner, in CSS pixels."""
    canvas = page.locator("canvas.building")
    expect(page.locator(".room[data-drawn]")).to_be_visible()
    measured = canvas.evaluate("canvas => ({ ...canvas.dataset })")
    unit = page.evaluate("devicePixelRatio")
    x = float(measured["left"]) + (token + 0.5) * float(measured["column"])
    y = (floors - 1 - floor + 0.6) * float(measured["pitch"])
    return {"x": x / unit, "y": y / unit}


def share_of(canvas: Locator, across: float, down: float) -> Position:
    """A place that far across and down a canvas."""
    box = canvas.bounding_box()
    assert box is not None
    return {"x": across * box["width"], "y": down * box["height"]}


def numbers_of(lines: Locator) -> list[Decimal]:
    return [Decimal(text.replace("−", "-")) for text in lines.locator("td.value").all_inner_texts()]


def test_a_floor_a_box_and_a_number_open_and_the_link_restores_them(page: Page, serve: Serve) -> None:
    page.goto(serve(APP) + room())
    wait_until_live(page)
    building, picture = page.locator("canvas.building"), page.locator("canvas.picture")
    name = page.locator(".trail .here")
    building.click(position=place_on_building(page, 4, 5, floors=8))
    expect(name).to_have_text("Layer 4, attention")
    page.get_by_role("button", name="every number").click()
    expect(page.locator(".floor-name")).to_contain_text("Layer 4")
    expect_link(page, floor="4")
    building.click(position=place_on_building(page, 4, 5, floors=8))
    expect_link(page, floor="4", token="6")
    page.get_by_role("button", name="Feed-forward, down").click()
    expect_link(page, box="down")
    expect(page.locator(".number-name")).to_contain_text("Feed-forward, down, number")
    expect(page.locator(".calculation.stale")).to_have_count(0)
    *parts, total = numbers_of(page.locator(".lines"))
    assert sum(parts) == total  # by hand, from what stands on the screen
    wait_until_idle(page)
    before = page.locator(".number-name").inner_text()
    picture.press("ArrowLeft")
    expect(page.locator(".number-name")).not_to_have_text(before)
    building.press("ArrowUp")
    expect_link(page, floor="5", token="6", box="down")
    expect(page.locator(".floor-name")).to_contain_text("Layer 5")
    wait_until_idle(page)
    number = page.locator(".number-name").inner_text()
    page.reload()
    wait_until_live(page)
    expect(page.locator(".floor-name")).to_contain_text("Layer 5")
    expect(page.locator(".number-name")).to_have_text(number)
    expect_no_error(page)


def test_the_pass_plays_from_the_text_to_the_answer_and_follows_the_word_that_is_clicked(
    page: Page, serve: Serve
) -> None:
    page.goto(serve(APP) + room())
    wait_until_live(page)
    canvas = page.locator("canvas.building")
    expect(canvas).to_have_attribute("data-moving", "false")
    page.get_by_role("button", name="Play").click()
    expect(canvas).to_have_attribute("data-moving", "true")
    expect(canvas).to_have_attribute("data-moving", "false")
    place = place_on_building(page, 3, 6, floors=8)
    canvas.hover(position=place)
    expect(page.locator(".pointed")).to_contain_text("Layer 3")
    pitch = float(canvas.get_attribute("data-pitch") or 0) / page.evaluate("devicePixelRatio")
    canvas.click(position={"x": place["x"], "y": 8 * pitch + 4})
    expect_link(page, token="7")
    expect(canvas).to_have_attribute("aria-label", re.compile("pays"))
    expect(page.get_by_role("region", name="The open box")).to_be_hidden()
    page.reload()
    wait_until_live(page)
    expect(canvas).to_have_attribute("aria-label", re.compile("pays"))
    expect(page.get_by_role("region", name="The open box")).to_be_hidden()


def test_clicks_alone_go_from_the_text_to_a_weight_and_back(page: Page, serve: Serve) -> None:
    """The whole pass, a layer, a head, a weight; what stands there is what PyTorch computes."""
    question = DEFAULT_MODEL, FILL_PRESETS[0].sentence, ()
    boxes = cache.shared.passes.floor_of(*question, 4, BLANK)
    weights = boxes["weights"].values[:, BLANK]
    page.goto(serve(APP) + room())
    wait_until_live(page)
    canvas, name, answer = page.locator("canvas.building"), page.locator(".trail .here"), page.locator(ANSWER)
    canvas.click(position=place_on_building(page, 4, 8, floors=8))
    expect(name).to_have_text("Layer 4, attention")
    expect(answer).to_contain_text(probability_text(float(weights.mean(axis=0).max())))
    canvas.click(position=share_of(canvas, 0.06, 0.08))
    expect(name).to_have_text("head 1")
    expect(answer).to_contain_text(probability_text(float(weights[0].max())))
    canvas.click(position=share_of(canvas, 3.5 / 13, 0.95))
    expect(name).to_contain_text("charges")
    expect_link(page, floor="4", zoom="weight", cell="1.4")
    expect(answer).to_contain_text(probability_text(float(weights[0, 3])))
    wait_until_idle(page)
    for step in ("head 1", "Layer 4, attention"):
        page.go_back()
        expect(name).to_have_text(step)
    page.go_back()
    expect(canvas).to_have_attribute("data-level", "whole")
    expect_no_error(page)


def test_in_a_head_a_word_or_its_ribbon_opens_a_weight_and_empty_space_leads_out(page: Page, serve: Serve) -> None:
    page.goto(serve(APP) + room(floor="3", zoom="head", cell="4.4"))
    wait_until_live(page)
    canvas = page.locator("canvas.building")
    canvas.hover(position=share_of(canvas, 3.5 / 13, 0.72))  # a wide ribbon, of the word below it
    expect(page.locator(".pointed")).to_contain_text("charges")
    expect(canvas).to_have_css("cursor", "pointer")
    empty = share_of(canvas, 0.9, 0.3)
    canvas.hover(position=empty)
    expect(page.locator(".pointed")).to_be_hidden()
    expect(canvas).to_have_css("cursor", "zoom-out")
    canvas.click(position=empty)
    expect(canvas).to_have_attribute("data-level", "attention")
    expect_no_error(page)


@pytest.mark.parametrize(("floor", "down", "level"), [(4, 0.2, "units"), (0, 0.5, "sum"), (7, 0.5, "answer")])
def test_the_other_parts_open_too_and_a_click_outside_goes_back(
    page: Page, serve: Serve, floor: int, down: float, level: str
) -> None:
    page.goto(serve(APP) + room())
    wait_until_live(page)
    canvas = page.locator("canvas.building")
    place = place_on_building(page, floor, BLANK, floors=8)
    pitch = float(canvas.get_attribute("data-pitch") or 0) / page.evaluate("devicePixelRatio")
    canvas.click(position={"x": place["x"], "y": (7 - floor + down) * pitch})
    expect(canvas).to_have_attribute("data-level", level)
    expect(page.get_by_role("region", name="The open box")).to_be_hidden()
    wait_until_idle(page)
    canvas.click(position={"x": 8, "y": 4})
    expect(canvas).to_have_attribute("data-level", "whole")
    expect_no_error(page)


def test_arrows_enter_and_escape_go_through_the_levels(page: Page, serve: Serve) -> None:
    page.goto(serve(APP) + room())
    wait_until_live(page)
    canvas = page.locator("canvas.building")
    canvas.focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(canvas).to_have_attribute("aria-label", re.compile("Layer 1"))
    for level in ("attention", "head", "weight"):
        page.keyboard.press("Enter")
        expect(canvas).to_have_attribute("data-level", level)
        page.keyboard.press("ArrowRight")
    for level in ("head", "attention", "whole"):
        page.keyboard.press("Escape")
        expect(canvas).to_have_attribute("data-level", level)
    assert page.locator(".steps li").count() == 8  # in words, a floor each
    expect_no_error(page)


def test_hovering_shows_another_number_and_choosing_stays(page: Page, serve: Serve) -> None:
    page.goto(serve(APP) + room(floor="2", box="weights"))
    wait_until_live(page)
    picture, name = page.locator("canvas.picture"), page.locator(".number-name")
    expect(name).to_contain_text("Attention weights, head")
    before = name.inner_text()
    picture.hover(position={"x": 200, "y": 12})
    expect(name).to_contain_text("Attention weights, head 1 on", timeout=20_000)
    page.mouse.move(0, 0)
    expect(name).to_have_text(before)
    expect_no_error(page)


def test_pictures_are_painted_once_for_a_floor(page: Page, serve: Serve) -> None:
    """Neither pointing at numbers nor opening a box paints one again; another floor paints its boxes."""
    page.add_init_script(COUNT_PICTURES)
    page.goto(serve(APP) + room(floor="2", box="weights"))
    wait_until_live(page)
    wait_until_idle(page)
    picture, name = page.locator("canvas.picture"), page.locator(".number-name")
    page.wait_for_function(SETTLED)  # the live pass has taken the place of the shipped one
    page.evaluate("window.pictures = 0")
    picture.hover(position={"x": 200, "y": 12})
    expect(name).to_contain_text("Attention weights, head 1 on", timeout=20_000)
    picture.press("ArrowRight")
    scores, weights = (page.locator(f'.boxes button[data-key="{key}"]') for key in ("scores", "weights"))
    scores.click()
    expect(scores).to_have_attribute("aria-current", "true")
    expect(weights).to_have_attribute("aria-current", "false")
    expect(name).to_contain_text("Scores, head")
    wait_until_idle(page)
    assert page.evaluate("window.pictures") == 0
    page.locator("canvas.building").press("ArrowUp")
    expect(page.locator(".floor-name")).to_contain_text("Layer 3")
    boxes = page.locator(".boxes canvas").count()
    assert page.evaluate("window.pictures") == boxes
    expect_no_error(page)


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("zoom", ["attention", "head", "weight", "units", "numbers"])
def test_the_room_fits_and_can_be_read(page: Page, serve: Serve, width: int, zoom: str) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(serve(APP) + room(sentence=HOSTILE, floor="1", box="mixed", zoom=zoom))
    wait_until_live(page)
    expect(page.locator(".room[data-drawn]")).to_be_visible()
    expect_page_fits(page)
    expect_no_markup(page)
    assert violations_in_both_schemes(page) == []
    expect_no_error(page)
