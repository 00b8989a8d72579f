"""The attention atlas can be read by everybody, on a phone too, whatever the tokens are."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.apps.attention_atlas_weights import STRANGE
from tests.browser.attention_atlas_page import atlas, cell_middle, large, open_atlas, says
from tests.browser.rooms_page import expect_no_markup, expect_page_fits, violations_in_both_schemes
from tests.browsers import Serve

pytestmark = pytest.mark.browser


def test_tokens_are_never_markup(page: Page, serve: Serve) -> None:
    open_atlas(page, serve, tokens=9, strange=1)
    for query, token in ((1, STRANGE[0]), (2, STRANGE[1])):
        large(page).hover(position=cell_middle(page, query, 0))
        says(page, f"“{token}” puts")
    expect_no_markup(page)
    open_atlas(page, serve, tokens=9, strange=1, view="arcs")
    expect(page.locator(".room script")).to_have_count(0)


def test_nothing_stands_in_anybodys_way(page: Page, serve: Serve) -> None:
    open_atlas(page, serve, fetch="ok", pair=1, hide=1)
    assert violations_in_both_schemes(page) == []
    open_atlas(page, serve, view="arcs")
    assert violations_in_both_schemes(page) == []


@pytest.mark.parametrize("tokens", [9, 128])
def test_it_fits_a_phone(page: Page, serve: Serve, tokens: int) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_atlas(page, serve, tokens=tokens, heads=12, strange=1)
    expect_page_fits(page)
    for canvas in (atlas(page), large(page)):
        box = canvas.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    open_atlas(page, serve, tokens=tokens, heads=12, strange=1, view="arcs")
    expect_page_fits(page)
