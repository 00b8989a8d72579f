"""The map of senses: positions and movement of its points, and what it reports to Python."""

import re

import pytest
from playwright.sync_api import Page, expect

from components.senses.map import MapView
from tests.browser.apps.sense_map_points import STRANGE
from tests.browser.attention_atlas_page import Frames
from tests.browser.rooms_page import accessibility_violations, expect_no_markup, expect_page_fits
from tests.browser.sense_map_page import (
    LABELS,
    LAYERS,
    MANY_POINTS,
    TEXTS,
    canvas_positions,
    click_position,
    expect_at_rest,
    expect_between_layers,
    expect_colours,
    expect_python_state,
    isolated_points,
    layers_shown,
    open_map,
    picture_count,
    plot,
    send_positions,
    slider,
)
from tests.browsers import Serve

pytestmark = pytest.mark.browser


def test_points_are_at_their_positions_in_both_themes(page: Page, serve: Serve) -> None:
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    open_map(page, serve)
    for layer in (0, LAYERS - 1):
        slider(page).fill(str(layer))
        expect_at_rest(page, layer)
        positions = canvas_positions(page, layer)
        isolated = isolated_points(positions)
        assert {LABELS[point] for point in isolated} == {"river", "money"}
        expect_colours(page, positions, isolated, "light")
    expect_python_state(page, MapView(LAYERS - 1), 2)
    assert accessibility_violations(page) == []
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    expect_colours(page, positions, isolated, "dark")
    expect(page.locator(".legend")).to_contain_text(re.compile(r"river\s*24"))
    assert accessibility_violations(page) == []


def test_only_views_at_rest_are_reported(page: Page, serve: Serve) -> None:
    frames = Frames(page)
    open_map(page, serve)
    expect_python_state(page, None, 1)
    sent, received = len(frames.sent), len(frames.received)
    for point in isolated_points(canvas_positions(page, 0))[:3]:
        plot(page).hover(position=click_position(page, point, 0))
        expect(page.locator(".said")).to_contain_text(TEXTS[point])
        expect(page.locator(".said b")).to_have_text("bank")
        expect(page.locator(".said .tag")).to_have_text([LABELS[point]])
    send_positions(page)
    page.get_by_role("button", name="Play").click()
    expect_between_layers(page)
    page.get_by_role("button", name="Pause").wait_for()
    assert (len(frames.sent), len(frames.received)) == (sent, received)
    expect_at_rest(page, LAYERS - 1)
    expect_python_state(page, MapView(LAYERS - 1), 2)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert len(frames.sent) == sent + 1

    point = isolated_points(canvas_positions(page, LAYERS - 1))[0]
    plot(page).click(position=click_position(page, point, LAYERS - 1))
    expect_python_state(page, MapView(LAYERS - 1, point), 3)
    page.get_by_role("heading", name="Which bank?").hover()
    expect(page.locator(".said .tag")).to_have_text([LABELS[point], "pinned"])
    assert len(frames.sent) == sent + 2
    assert sum(frames.received[received:]) < 40_000


def test_layer_and_lock_survive_other_colours_and_another_projection(page: Page, serve: Serve) -> None:
    open_map(page, serve, "layer=3&point=7")
    expect_at_rest(page, 3)
    expect(page.locator(".said")).to_contain_text(TEXTS[7])
    slider(page).press("ArrowRight")
    expect_python_state(page, MapView(4, 7), 2)
    page.get_by_text("Colour by another thing").click()
    expect(page.locator(".said .tag")).to_have_text(["half 1", "pinned"])
    expect_python_state(page, MapView(4, 7), 3)
    page.get_by_text("Another projection").click()
    expect_python_state(page, MapView(4, 7), 5)  # the click, and the answer about the new map
    expect_at_rest(page, 4)


def test_the_initial_view_is_not_reported_back(page: Page, serve: Serve) -> None:
    open_map(page, serve, "layer=3&point=7")
    page.get_by_text("Another projection").click()
    expect_python_state(page, None, 2)
    expect_at_rest(page, 3)
    page.wait_for_timeout(1_000)  # longer than a map at rest waits before it tells
    expect_python_state(page, None, 2)


def test_the_keyboard_alone_is_enough(page: Page, serve: Serve) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_map(page, serve)
    page.get_by_role("button", name="Play").focus()
    page.keyboard.press("Tab")
    expect(slider(page)).to_be_focused()
    page.keyboard.press("ArrowRight")
    # The picture before and the one after, and none between them: motion was not wanted.
    assert picture_count(page, 12) <= 2
    expect_at_rest(page, 1)
    expect_python_state(page, MapView(1), 2)
    page.keyboard.press("Tab")
    expect(plot(page)).to_be_focused()
    news = page.get_by_role("status").filter(has_text="Label:")
    page.keyboard.press("End")
    expect(news).to_have_text(f"{TEXTS[-1]} Label: no sense given, your sentence.")
    before = canvas_positions(page, 1)[-1]
    page.keyboard.press("ArrowLeft")
    expect(news).not_to_contain_text(TEXTS[-1])
    reached = TEXTS.index(news.inner_text().split(" Label:")[0])
    assert canvas_positions(page, 1)[reached][0] < before[0]
    page.keyboard.press("Enter")
    expect_python_state(page, MapView(1, reached), 3)
    expect(news).to_contain_text("pinned")
    page.keyboard.press("Escape")
    expect_python_state(page, MapView(1), 4)


def test_a_phone_shows_any_sentence_as_text(page: Page, serve: Serve) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_map(page, serve, "strange=1&senses=9&points=60&layer=2&point=1")
    expect(page.locator(".said bdi")).to_have_text(f"…{'x' * 89} bank {'y' * 89}…")
    expect_page_fits(page)
    box = plot(page).bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    plot(page).press("Home")
    expect(page.locator(".said bdi")).to_have_text(STRANGE)
    expect(page.locator(".said b")).to_have_text("bank")
    expect(page.locator(".legend")).to_contain_text(re.compile(r"<i>river</i>\s*1"))
    expect(page.locator(".room img, .room i")).to_have_count(0)
    expect_no_markup(page)


def test_5000_points_move_and_come_to_rest_at_their_positions(page: Page, serve: Serve) -> None:
    open_map(page, serve, f"points={MANY_POINTS}")
    send_positions(page, MANY_POINTS)
    assert layers_shown(page) == [0]
    page.get_by_role("button", name="Play").click()
    expect_between_layers(page)
    expect_at_rest(page, LAYERS - 1)
    assert layers_shown(page) == [LAYERS - 1]
