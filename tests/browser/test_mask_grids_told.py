"""The two grids and Python: which steps it is told, which cells were switched, and what it need not hear twice."""

import pytest
from playwright.sync_api import Page, expect

from components.masks.grids import GridSelection
from tests.browser.attention_atlas_page import Frames
from tests.browser.mask_grids_page import (
    LEFT,
    RIGHT,
    cell_middle,
    grid,
    has_read,
    open_grids,
    python_holds,
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
