"""The sentences beside the map: one a line, the word in the middle, linked both ways with the points."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from components.senses.map import MapView
from tests.browser.rooms_page import accessibility_violations, expect_no_markup, expect_page_fits
from tests.browser.sense_map_page import (
    LABELS,
    MANY_POINTS,
    POINTS,
    TEXTS,
    canvas_positions,
    click_position,
    expect_python_state,
    isolated_points,
    open_map,
    plot,
)
from tests.browsers import Serve

pytestmark = pytest.mark.browser

OWN = {POINTS - 1, POINTS - 3}


def sentences(page: Page) -> Locator:
    return page.get_by_role("application", name="The sentences, with the word in the middle")


def line(page: Page, point: int) -> Locator:
    return sentences(page).locator(f".line[data-point='{point}']")


def test_words_stand_in_the_middle_own_sentences_first(page: Page, serve: Serve) -> None:
    open_map(page, serve)
    lines = sentences(page).locator(".line")
    expect(lines.nth(0)).to_be_visible()
    first = [int(index) for index in lines.evaluate_all("lines => lines.map((line) => line.dataset.point)")]
    assert set(first[:2]) == OWN
    assert {LABELS[point] for point in first[2:]} == {LABELS[0]}
    words = lines.locator(".word")
    assert words.all_inner_texts() == ["bank"] * len(first)
    middles = {round(box["x"] + box["width"] / 2) for box in (word.bounding_box() for word in words.all()) if box}
    assert len(middles) == 1
    for point in first:
        assert line(page, point).text_content() == TEXTS[point]
    assert accessibility_violations(page) == []


def test_a_point_brings_its_line_and_a_line_its_point(page: Page, serve: Serve) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_map(page, serve)
    far = [point for point in isolated_points(canvas_positions(page, 0)) if LABELS[point] == "money"][-1]
    plot(page).hover(position=click_position(page, far, 0))
    expect(line(page, far)).to_be_in_viewport()
    expect(line(page, far)).to_have_class("line looked")
    expect(sentences(page).locator(".looked")).to_have_count(1)

    before = plot(page).evaluate("canvas => canvas.toDataURL()")
    scrolled = sentences(page).evaluate("list => list.scrollTop")
    other = sentences(page).locator(".line:not(.looked)").nth(4)
    point = int(other.get_attribute("data-point") or "")
    other.hover()
    expect(page.locator(".said bdi")).to_have_text(TEXTS[point])
    assert sentences(page).evaluate("list => list.scrollTop") == scrolled
    assert plot(page).evaluate("canvas => canvas.toDataURL()") != before
    line(page, point).click()
    expect_python_state(page, MapView(0, point), 2)
    expect(line(page, point)).to_have_class("line looked locked")
    line(page, point).click()
    expect_python_state(page, MapView(0), 3)


def test_the_legend_picks_out_lines_too(page: Page, serve: Serve) -> None:
    open_map(page, serve)
    page.get_by_role("button", name="money 23").click()
    listed = sentences(page).locator(".line")
    labels = {LABELS[int(index)] for index in listed.evaluate_all("lines => lines.map((line) => line.dataset.point)")}
    assert labels == {"money"}
    assert sentences(page).locator(".lines").evaluate("lines => lines.clientHeight / 26") == LABELS.count("money")


def test_keys_go_from_line_to_line(page: Page, serve: Serve) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_map(page, serve)
    sentences(page).focus()
    news = page.get_by_role("status").filter(has_text="Label:")
    order = []
    for _ in range(14):
        page.keyboard.press("ArrowDown")
        looked = sentences(page).locator(".looked")
        expect(looked).to_be_in_viewport()
        order.append(int(looked.get_attribute("data-point") or ""))
        expect(news).to_contain_text(TEXTS[order[-1]])
    assert len(set(order)) == len(order)
    page.keyboard.press("ArrowUp")
    expect(news).to_contain_text(TEXTS[order[-2]])
    page.keyboard.press("Enter")
    expect_python_state(page, MapView(0, order[-2]), 2)
    page.keyboard.press("Escape")
    expect_python_state(page, MapView(0), 3)


def test_of_thousands_only_those_in_sight_are_in_the_page(page: Page, serve: Serve) -> None:
    open_map(page, serve, f"points={MANY_POINTS}")
    listed = sentences(page).locator(".line")
    expect(listed.nth(0)).to_be_attached()
    assert listed.count() < 60
    sentences(page).evaluate("list => { list.scrollTop = list.scrollHeight; }")
    expect(line(page, MANY_POINTS - 2)).to_have_count(0)
    expect(listed.last).to_be_in_viewport()
    assert listed.count() < 60


def test_on_a_phone_it_stands_below_and_is_text(page: Page, serve: Serve) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_map(page, serve, "strange=1&senses=9&points=60")
    expect_page_fits(page)
    above, below = plot(page).bounding_box(), sentences(page).bounding_box()
    assert above is not None
    assert below is not None
    assert below["y"] >= above["y"] + above["height"]
    sentences(page).evaluate("list => { list.scrollTop = list.scrollHeight; }")
    expect(page.locator(".room img, .room i")).to_have_count(0)
    expect_no_markup(page)
    assert accessibility_violations(page) == []


def test_a_list_that_is_cut_off_says_how_many_sentences_there_are(page: Page, serve: Serve) -> None:
    open_map(page, serve)
    count = page.locator(".list-count")
    expect(count).to_contain_text(f"of {POINTS} sentences")
    first, last = (int(number) for number in re.findall(r"\d+", count.inner_text())[:2])
    assert first == 1
    in_sight = (
        sentences(page)
        .locator(".line")
        .evaluate_all(
            """(lines) => lines.filter((line) => {
            const [box, list] = [line, line.closest(".concordance")].map((part) => part.getBoundingClientRect());
            return box.top >= list.top - 1 && box.bottom <= list.bottom + 5;
        }).length"""
        )
    )
    assert last == in_sight < POINTS
    sentences(page).evaluate("list => list.scrollTo(0, list.scrollHeight)")
    expect(count).to_contain_text(f"–{POINTS} of {POINTS}")
    expect(count).not_to_contain_text("scroll")
