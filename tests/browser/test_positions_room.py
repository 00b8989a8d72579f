"""Where am I, by mouse, keyboard and link, in a real browser."""

import math
import re
from urllib.parse import unquote_plus, urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

from components.positions.model.presets import POSITION_PRESETS
from tests.browser.rooms_page import (
    APP,
    choose_example,
    click_option,
    expect_link,
    expect_no_error,
    open_live,
    sentence_box,
    wait_for_arrow_keys,
    wait_until_idle,
    wait_until_live,
)
from tests.browsers import Serve

pytestmark = pytest.mark.browser

_, NEXT, _, NEGATION = POSITION_PRESETS[:4]
# Each with a text that stands on the page as soon as that way has been gone.
TABLES = "Near and far"


def room(**link: str) -> str:
    return f"/where-am-i?{urlencode(link)}"


def plot(page: Page, number: int) -> Locator:
    return page.locator(".room[data-drawn] canvas.plot").nth(number)


def cell(page: Page, number: int, row: int, column: int, *, count: int) -> dict[str, float]:
    """The middle of a cell of a square panel, from the canvas's corner, in CSS pixels."""
    measured = plot(page, number).evaluate("canvas => ({ ...canvas.dataset })")
    unit = page.evaluate("devicePixelRatio")
    x = int(measured["left"]) + (column + 0.5) * int(measured["width"]) / count
    y = int(measured["top"]) + (row + 0.5) * int(measured["height"]) / count
    return {"x": x / unit, "y": y / unit}


def test_a_pair_is_kept_by_a_click_and_a_cold_server_restores_it(page: Page, cold_server: str) -> None:
    """The flag makes it a server of its own, which nobody has visited."""
    page.goto(cold_server + room(first="17", second="42"))
    expect(page.locator(".room[data-drawn]")).to_be_visible(timeout=60_000)  # an example, before there is a model
    wait_until_live(page)
    locator = page.locator("p.said")
    expect(locator).to_contain_text("Position 17 and position 42, 25 apart")
    plot(page, 3).hover(position=cell(page, 3, 3, 100, count=128))
    expect(locator).to_contain_text("Position 3 and position 100, 97 apart")
    expect_link(page, first="17", second="42")  # looking is not choosing
    plot(page, 3).click(position=cell(page, 3, 3, 100, count=128))
    expect_link(page, first="3", second="100")
    wait_until_idle(page)
    page.locator(".st-key-why summary").first.click()
    page.get_by_role("slider", name=re.compile("^Positions")).press("ArrowRight")
    expect_link(page, positions="129", first="3", second="100")
    wait_until_idle(page)
    page.mouse.move(0, 0)
    expect(locator).to_contain_text("Position 3 and position 100, 97 apart")
    page.reload()
    wait_until_live(page)
    expect(locator).to_contain_text("Position 3 and position 100, 97 apart")
    expect_no_error(page)


def test_sliding_both_changes_the_angles_and_not_the_dot_product(page: Page, serve: Serve) -> None:
    page.goto(serve(APP) + room(mode="RoPE by hand", vectors="made up"))
    law = page.locator(".st-key-finding")
    expect(law).to_contain_text(re.compile(r"\d"), timeout=100_000)
    text = law.inner_text()
    query = page.get_by_role("slider", name="Position of the query, m")
    both = page.get_by_role("slider", name="Both positions")
    expect(query).to_have_attribute("aria-valuenow", "7")
    both.press("ArrowRight")
    expect(query).to_have_attribute("aria-valuenow", "8")
    expect_link(page, m="8", n="4")
    wait_until_idle(page)
    expect(law).to_have_text(text)
    query.press("ArrowRight")
    expect_link(page, m="9", n="4")
    expect(law).not_to_have_text(text)
    expect_no_error(page)


def test_an_arrow_is_dragged_to_another_position(page: Page, serve: Serve) -> None:
    # A position turns this pair by 57°.
    open_live(page, serve, room(mode="RoPE by hand", vectors="made up", m="0", n="0", pair="0"))
    law = page.locator(".st-key-finding")
    text = law.inner_text()
    picture = page.locator("svg:has(.arrow.query)")
    box = picture.bounding_box()
    assert box is not None
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def point_at(degrees: float) -> tuple[float, float]:
        away = 0.15 * box["width"]
        angle = math.radians(degrees)
        return middle[0] + away * math.cos(angle), middle[1] - away * math.sin(angle)

    start = math.degrees(math.atan2(0.35, 0.9))  # the query before it is rotated
    page.mouse.move(*point_at(start))
    page.mouse.down()
    for turned in (30, 60, 90, 115):  # two positions
        page.mouse.move(*point_at(start + turned))
    page.mouse.up()
    expect_link(page, m="2", n="0")
    expect(law).not_to_have_text(text)
    expect_no_error(page)


def test_a_preset_leads_to_what_it_is_about_and_nopos_notices_nothing(page: Page, serve: Serve) -> None:
    open_live(page, serve, room())
    choose_example(page, NEGATION.name)
    expect(sentence_box(page)).to_have_value(NEGATION.sentence)
    expect_link(page, sentence=NEGATION.sentence)
    stand = page.locator(".st-key-figure .tiles")
    expect(stand).to_have_text(re.compile(r"^\[CLS\]itwasverygood,itwasnot\[MASK\]\.\[SEP\]$"))
    page.locator(".st-key-why summary").first.click()
    page.get_by_role("button", name="Shuffle the words").click()
    expect_link(page, change="Shuffle the words")
    expect(stand).not_to_have_text("[CLS]itwasverygood,itwasnot[MASK].[SEP]")
    first = stand.text_content() or ""
    page.get_by_role("button", name="Shuffle the words").click()
    expect(stand).not_to_have_text(first)
    expect_link(page, seed="1")
    wait_until_idle(page)
    click_option(page, "Model", page.get_by_role("option", name=re.compile("no-positions")))
    expect(page.get_by_text(re.compile("Nothing changes: "))).to_be_visible()
    expect(page.get_by_text("bits apart")).to_have_count(0)
    expect_link(page, model="pocket-nopos", seed="1")
    expect_no_error(page)


def test_words_change_places_by_dragging_by_two_clicks_and_by_keys(page: Page, serve: Serve) -> None:
    open_live(page, serve, room() + f"&{urlencode({'sentence': 'The cat saw a [MASK] .', 'change': 'Drag the words'})}")
    stand = page.locator(".st-key-figure .tiles")
    word = lambda name: stand.get_by_role("button", name=name, exact=True)  # noqa: E731
    expect(stand).to_have_text("[CLS]thecatsawa[MASK].[SEP]")
    word("cat").drag_to(word("saw"))
    expect(stand).to_have_text("[CLS]thesawcata[MASK].[SEP]")
    expect_link(page, change="Drag the words", words="1-3-2-4-6")
    wait_until_idle(page)
    word("a").click()
    expect(word("a")).to_have_attribute("aria-pressed", "true")
    word("the").click()
    expect(stand).to_have_text("[CLS]asawcatthe[MASK].[SEP]")
    wait_until_idle(page)
    word("saw").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(word("saw")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(stand).to_have_text("[CLS]acatsawthe[MASK].[SEP]")
    page.reload()
    expect(stand).to_have_text("[CLS]acatsawthe[MASK].[SEP]", timeout=60_000)
    expect_no_error(page)


def test_on_a_projector_arrows_change_the_example_but_not_from_within_the_panels(page: Page, serve: Serve) -> None:
    open_live(page, serve, room(present="1", mode=TABLES))
    wait_for_arrow_keys(page)
    plot(page, 3).focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("p.said")).to_contain_text("Position 0")
    wait_until_idle(page)
    assert NEXT.sentence not in unquote_plus(page.url)
    page.mouse.click(5, 5)
    page.keyboard.press("ArrowRight")
    expect_link(page, sentence=NEXT.sentence, mode=TABLES)
    expect(plot(page, 3)).to_be_visible()
    expect_no_error(page)
