"""The two grids and Python: which steps it is told, which cells were switched, and what it need not hear twice."""

import pytest
from playwright.sync_api import Page, expect

from components.masks.grids import GridSelection
from tests.browser.apps.mask_grids_weights import two_masks
from tests.browser.attention_atlas_page import Frames
from tests.browser.mask_grids_page import (
    LEFT,
    RIGHT,
    cell_middle,
    grid,
    has_read,
    is_hatched,
    open_grids,
    python_holds,
    refusal,
    says,
    slider,
)
from tests.browsers import Serve

pytestmark = pytest.mark.browser

LONG_ENOUGH_MS = 1_500  # for what must not happen: thrice as long as a step rests before it is told


def test_a_step_is_told_when_the_slider_rests_and_the_grids_stay(page: Page, serve: Serve) -> None:
    frames = Frames(page)
    open_grids(page, serve, "tokens=80")
    limit, sent, received = max(frames.received), len(frames.sent), len(frames.received)
    slider(page).focus()
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    python_holds(page, GridSelection(step=74), 2)
    assert len(frames.sent) == sent + 1
    assert max(frames.received[received:]) < limit / 4  # the grids did not come again
    has_read(page, 75, 75)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(LONG_ENOUGH_MS)
    assert len(frames.sent) == sent + 1  # it rests where it was
    page.keyboard.press("End")
    python_holds(page, GridSelection(), 3)


def test_a_play_is_told_where_it_stops_and_not_on_its_way(page: Page, serve: Serve) -> None:
    page.emulate_media(reduced_motion="reduce")
    frames = Frames(page)
    open_grids(page, serve, "tokens=5")
    sent = len(frames.sent)
    page.get_by_role("button", name="Play").click()
    has_read(page, 2, 2)
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    has_read(page, 3, 3)
    has_read(page, 5, 5)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.wait_for_timeout(LONG_ENOUGH_MS)
    assert len(frames.sent) == sent  # it ends with everything read, as it began
    page.get_by_role("button", name="Play").click()
    has_read(page, 2, 2)
    assert len(frames.sent) == sent
    page.get_by_role("button", name="Pause").click()
    expect(slider(page)).to_have_attribute("aria-valuetext", "1 of 3")
    python_holds(page, GridSelection(step=1), 2)
    page.get_by_role("button", name="Play").click()
    has_read(page, 5, 5)
    python_holds(page, GridSelection(), 3)
    slider(page).fill("1")
    grid(page, LEFT).click(position=cell_middle(page, LEFT, 1, 0))
    python_holds(page, GridSelection(1, 0, 1), 4)  # both in one


def test_a_link_begins_in_the_middle(page: Page, serve: Serve) -> None:
    open_grids(page, serve, "row=2&step=3")
    has_read(page, 4, 4)
    says(page, RIGHT, "“plan” sees 3 of 4 tokens read so far; out of sight: “was”.")
    python_holds(page, None, 1)
    slider(page).fill("1")
    says(page, LEFT, "“plan” has not been read yet.")
    python_holds(page, GridSelection(2, None, 1), 2)


def test_cells_are_switched_by_hand(page: Page, serve: Serve) -> None:
    open_grids(page, serve, "draw=1&tokens=5")
    grid(page, RIGHT).click(position=cell_middle(page, RIGHT, 1, 3))
    says(page, RIGHT, "“the” now sees “was”; the weight before was 0.")
    expect(page.get_by_text("Mask has [(1, 3)]")).to_be_visible()
    expect(page.get_by_text("Run 2", exact=True)).to_be_visible()
    given = two_masks(5, cells=frozenset({(1, 3)}))[1].weights
    says(page, RIGHT, f"“the” gives {given[1, 3]:.2f} of its attention to “was”.")  # and is no longer marked as drawn
    says(page, RIGHT, f"{given[1, 3]:.2f} of its attention goes right.")  # no word of special ones, which it cannot see
    assert not is_hatched(page, RIGHT, 1, 3)
    grid(page, RIGHT).focus()
    page.keyboard.press("ArrowDown")
    before = page.locator(".room").bounding_box()
    page.keyboard.press("Space")
    refusal(page, "has to see something: a row cannot be empty.")
    assert page.locator(".room").bounding_box() == before  # there was room for it
    assert not is_hatched(page, RIGHT, 0, 0)
    for pressed in ("ArrowDown", "Space", "ArrowDown", "Space"):
        page.keyboard.press(pressed)
    expect(page.get_by_text("Mask has [(1, 0), (1, 3), (2, 0)]")).to_be_visible()
    assert is_hatched(page, RIGHT, 2, 0)
    refusal(page, "")
    grid(page, LEFT).click(position=cell_middle(page, LEFT, 1, 3))
    python_holds(page, GridSelection(1, 3, None, frozenset()))
    # The left grid is not to be drawn in.
    expect(page.get_by_text("Mask has [(1, 0), (1, 3), (2, 0)]")).to_be_visible()
    # What is kept outlives another mask, and Python hears of it again.
    grid(page, RIGHT).click(position=cell_middle(page, RIGHT, 2, 4))
    expect(page.get_by_text("Mask has [(1, 0), (1, 3), (2, 0), (2, 4)]")).to_be_visible()
    python_holds(page, GridSelection(1, 3, None, frozenset()))


def test_a_row_that_python_asked_for_is_not_told_after_another_mask(page: Page, serve: Serve) -> None:
    open_grids(page, serve, "draw=1&tokens=5&row=2&step=3")
    grid(page, RIGHT).click(position=cell_middle(page, RIGHT, 1, 3))
    expect(page.get_by_text("Mask has [(1, 3)]")).to_be_visible()
    page.wait_for_timeout(LONG_ENOUGH_MS)
    expect(page.get_by_text("Run 2", exact=True)).to_be_visible()
    page.get_by_text("Python holds").hover()
    says(page, LEFT, "“plan” sees all 5 tokens.")  # it is still kept
