"""Small pictures in the order of their scores mean the same heads as where they stood before."""

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from components.attention.atlas import Selection
from tests.browser.apps.attention_atlas_weights import weights
from tests.browser.attention_atlas_page import (
    atlas,
    colour_of,
    colours,
    covered,
    large,
    open_atlas,
    panel_middle,
    place_middle,
    python_holds,
    same_colours,
    shows_panel,
    where,
)
from tests.browser.rooms_page import expect_page_fits, violations_in_both_schemes
from tests.browsers import Serve

pytestmark = pytest.mark.browser

# Of the four by four heads of the page, three have scores; the others follow in their own order.
FALLING = [(2, 3), (0, 1), (3, 0)]
ORDER = FALLING + [(row, column) for row in range(4) for column in range(4) if (row, column) not in FALLING]


def order(page: Page) -> Locator:
    return page.get_by_label("Order heads by")


def by_score(page: Page, serve: Serve, **options: object) -> None:
    open_atlas(page, serve, **{"labels": 3, **options})
    order(page).select_option("score")


def test_every_place_shows_and_means_its_head(page: Page, serve: Serve) -> None:
    by_score(page, serve)
    panels = weights(12, 4)
    lies = where(atlas(page))
    paper = page.evaluate("getComputedStyle(document.querySelector('.stApp')).backgroundColor")
    page_colour = np.array([int(part) for part in paper.removeprefix("rgb(").removesuffix(")").split(",")])
    for place, (row, column) in enumerate(ORDER):
        left = lies["left"] + place % lies["across"] * lies["cell"]
        top = lies["top"] + place // lies["across"] * lies["down"]
        pixel_offsets = [int((i + 0.5) * lies["inner"] / 12) for i in (0, 3, 7, 11)]
        spans = {i: covered(i, lies["inner"], 12) for i in pixel_offsets}
        weighed = [
            colour_of(panels[row, column, spans[y], spans[x]].max(), "light")
            for y in pixel_offsets
            for x in pixel_offsets
        ]
        if place >= len(FALLING):  # faded: three fifths of the page's colour
            weighed = [tuple(np.rint(0.4 * np.array(colour) + 0.6 * page_colour).astype(int)) for colour in weighed]
        same_colours(colours(atlas(page), [(left + x, top + y) for y in pixel_offsets for x in pixel_offsets]), weighed)
    for place in (0, 1, 2, 3, 9, 15):
        atlas(page).hover(position=place_middle(page, place))
        shows_panel(page, *ORDER[place])
    atlas(page).click(position=place_middle(page, 1))
    python_holds(page, Selection(0, 1))
    expect(page.get_by_text("Faded, at the end: every head without a score.")).to_be_visible()
    order(page).select_option("place")
    expect(page.get_by_text("Faded, at the end")).to_have_count(0)
    atlas(page).hover(position=panel_middle(page, 1, 2))
    shows_panel(page, 1, 2)
    large(page).hover(position={"x": 5, "y": 5})
    shows_panel(page, 0, 1)  # what was chosen in one order is chosen in the other


def test_arrow_keys_follow_what_is_shown(page: Page, serve: Serve) -> None:
    by_score(page, serve)
    across = where(atlas(page))["across"]
    atlas(page).focus()
    place = ORDER.index((0, 0))
    for key, step in (
        ("ArrowLeft", -1),
        ("ArrowLeft", -1),
        ("ArrowDown", across),
        ("ArrowRight", 1),
        ("ArrowUp", -across),
    ):
        page.keyboard.press(key)
        place += step
        shows_panel(page, *ORDER[place])
    page.keyboard.press("End")
    shows_panel(page, *ORDER[-1])
    for key in ("ArrowRight", "ArrowDown"):  # there is nothing beyond
        page.keyboard.press(key)
        shows_panel(page, *ORDER[-1])
    page.keyboard.press("Home")
    python_holds(page, Selection(*ORDER[0]))


def test_without_scores_there_is_no_order_to_choose(page: Page, serve: Serve) -> None:
    open_atlas(page, serve, labels=0)
    expect(page.get_by_label("Hide weights below")).to_be_visible()
    expect(order(page)).to_be_hidden()
    open_atlas(page, serve)
    expect(order(page)).to_be_visible()


def test_captions_stand_in_nobodys_way(page: Page, serve: Serve) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    by_score(page, serve, heads=12)
    expect_page_fits(page)
    assert violations_in_both_schemes(page) == []
