"""Inside a layer, by mouse, keyboard and link, in a real browser."""

import re
from decimal import Decimal
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

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
HOSTILE = "<img src=x onerror='window.hacked=1'> in a [MASK]."


def room(**link: str) -> str:
    return f"/inside-a-layer?{urlencode(link)}"


def place_on_building(page: Page, floor: int, token: int, *, floors: int) -> dict[str, float]:
    """The middle of a cell, from the canvas's corner, in CSS pixels."""
    canvas = page.locator("canvas.building")
    expect(page.locator(".room[data-drawn]")).to_be_visible()
    measured = canvas.evaluate("canvas => ({ ...canvas.dataset })")
    unit = page.evaluate("devicePixelRatio")
    x = float(measured["left"]) + (token + 0.5) * float(measured["column"])
    y = (floors - 1 - floor + 0.6) * float(measured["pitch"])
    return {"x": x / unit, "y": y / unit}


def numbers_of(lines: Locator) -> list[Decimal]:
    return [Decimal(text.replace("−", "-")) for text in lines.locator("td.value").all_inner_texts()]


def test_a_floor_a_box_and_a_number_open_and_the_link_restores_them(page: Page, serve: Serve) -> None:
    page.goto(serve(APP) + room())
    wait_until_live(page)
    building, picture = page.locator("canvas.building"), page.locator("canvas.picture")
    building.click(position=place_on_building(page, 4, 5, floors=8))
    expect(page.locator(".floor-name")).to_contain_text("Layer 4")
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
    expect(canvas).to_have_attribute("aria-label", re.compile("rates"))
    expect(page.get_by_role("region", name="The open box")).to_be_hidden()
    page.reload()
    wait_until_live(page)
    expect(canvas).to_have_attribute("aria-label", re.compile("rates"))
    expect(page.get_by_role("region", name="The open box")).to_be_hidden()


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
def test_the_room_fits_and_can_be_read(page: Page, serve: Serve, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(serve(APP) + room(sentence=HOSTILE, floor="1", box="mixed"))
    wait_until_live(page)
    expect(page.locator(".room[data-drawn]")).to_be_visible()
    expect_page_fits(page)
    expect_no_markup(page)
    assert violations_in_both_schemes(page) == []
    expect_no_error(page)
