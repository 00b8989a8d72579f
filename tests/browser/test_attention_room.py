"""The room of attention heads, by mouse, keyboard and link, in a real browser."""

import re
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

import cache.engine
import cache.shared.traces
import cache.shipped.first_answers
from components.attention.model.presets import ATTENTION_PRESETS
from components.attention.tables.weights import row_finding
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.presets import LONG_PARAGRAPH
from components.tables.attention_weights import matrix_table
from pages.parts.sentences import split_headline
from tests.browser.attention_atlas_page import Frames, atlas, cell_middle, drawn, large, panel_middle, shows_panel
from tests.browser.rooms_page import (
    FILL,
    choose_example,
    choose_mode,
    choose_option,
    expect_link,
    expect_no_error,
    go_to_room,
    open_live,
    sentence_box,
    wait_for_arrow_keys,
    wait_until_idle,
    wait_until_live,
)
from tests.browsers import Serve

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

pytestmark = pytest.mark.browser

FIRST, SECOND = ATTENTION_PRESETS[:2]
BANK, RIVER = 5, 8  # where the words stand in the first of them
CAT = "The cat sat on the mat."
MOST_FOR_A_CLICK = 50_000  # bytes


def room(**link: str) -> str:
    return f"/who-looks-at-whom?{urlencode(link)}"


def finding(page: Page) -> Locator:
    """What the atlas says of the cell or the row it shows."""
    return page.locator(".finding")


def row_said(engine: "Engine", layer: int, head: int, query: int) -> str:
    """What the page should say of a row, layer and head from 0."""
    trace = cache.shared.traces.trace(DEFAULT_MODEL, FIRST.sentence)
    table = matrix_table(trace.tokens, trace.attention[layer, head])
    return split_headline(row_finding(table, query, where="this head"))[0]


def test_a_link_opened_on_a_cold_server_restores_head_and_word(page: Page, cold_server: str, engine: "Engine") -> None:
    """The flag makes it a server of its own, which nobody has visited."""
    page.goto(cold_server + room(layer="3", head="2", **{"from": "6"}))
    drawn(page)  # an example, before there is a model
    wait_until_live(page)
    shows_panel(page, 2, 1)
    expect(finding(page)).to_have_text(re.compile(r"bank\W+attends most to.*\(layer 3, head 2\)"))
    expect(page.get_by_text(row_said(engine, 2, 1, BANK), exact=True)).to_be_visible()
    expect_link(page, layer="3", head="2", **{"from": "6"})
    expect_no_error(page)


def test_a_click_holds_a_row_and_sends_no_weights(page: Page, serve: Serve, engine: "Engine") -> None:
    frames = Frames(page)
    open_live(page, serve, room(picture="grid"))
    drawn(page)
    sent, received = len(frames.sent), len(frames.received)
    for column in (1, 2):
        atlas(page).hover(position=panel_middle(page, 2, column))
        shows_panel(page, 2, column)
    assert (len(frames.sent), len(frames.received)) == (sent, received)  # looking is not choosing
    expect_link(page, layer=None)
    atlas(page).click(position=panel_middle(page, 2, 1))
    expect_link(page, layer="3", head="2")
    large(page).click(position=cell_middle(page, BANK, RIVER))
    expect_link(page, layer="3", head="2", to="9", **{"from": "6"})
    expect(finding(page)).to_contain_text(re.compile(r"bank\W+puts [\d.]+% of its attention on\W+river"))
    expect(page.get_by_text(row_said(engine, 2, 1, BANK), exact=True)).to_be_visible()
    wait_until_idle(page)
    assert max(frames.received[received:]) < MOST_FOR_A_CLICK
    page.reload()
    wait_until_live(page)
    shows_panel(page, 2, 1)
    expect(finding(page)).to_contain_text(re.compile(r"bank\W+puts [\d.]+% of its attention on\W+river"))


def test_a_head_chosen_for_one_weight_is_the_one_shown_among_all(page: Page, serve: Serve) -> None:
    open_live(page, serve, room(mode="Inside one weight", layer="3", head="2", **{"from": "6"}))
    page.get_by_text("Why?", exact=True).click()
    choose_option(page, "Head", "4")
    expect_link(page, head="4")
    expect(page.get_by_text(re.compile("“bank” puts .* of its attention on")).first).to_be_visible()
    choose_mode(page, "Every head")
    shows_panel(page, 2, 3)  # the layer where it began
    expect_link(page, head="4", mode=None, **{"from": "6"})


def test_the_long_paragraph_is_drawn(page: Page, serve: Serve, engine: "Engine") -> None:
    open_live(page, serve, room())
    choose_example(page, "Long paragraph")
    count = len(cache.engine.tokens(DEFAULT_MODEL, LONG_PARAGRAPH))
    assert count > 300
    expect(large(page)).to_have_attribute("data-count", str(count))
    expect(large(page)).to_have_attribute("data-known", "exact")
    for canvas in (atlas(page), large(page)):
        colours = canvas.evaluate(
            "c => new Set(new Uint32Array(c.getContext('2d').getImageData(0, 0, c.width, c.height).data.buffer)).size"
        )
        assert colours > 50
    expect_link(page, sentence=LONG_PARAGRAPH)
    expect_no_error(page)


def test_on_a_projector_arrows_change_the_example_but_not_from_within_the_atlas(page: Page, serve: Serve) -> None:
    open_live(page, serve, room(present="1"))
    wait_for_arrow_keys(page)
    page.keyboard.press("ArrowRight")
    expect(sentence_box(page)).to_have_value(SECOND.sentence)
    page.keyboard.press("ArrowLeft")
    expect(sentence_box(page)).to_have_value(FIRST.sentence)
    wait_until_idle(page)
    drawn(page)
    atlas(page).focus()
    page.keyboard.press("ArrowRight")
    expect_link(page, head="6")  # what the key did has arrived
    wait_until_idle(page)
    expect(sentence_box(page)).to_have_value(FIRST.sentence)
    shows_panel(page, int(page.evaluate("new URLSearchParams(location.search).get('layer')")) - 1, 5)


def test_a_sentence_goes_along_to_the_next_room_and_back(page: Page, serve: Serve) -> None:
    """One that came by a link, and one that was typed; and it stands in the next room's link."""
    open_live(page, serve, f"{FILL}?{urlencode({'sentence': CAT, 'mask': '2'})}")
    go_to_room(page, "Attention")
    expect(sentence_box(page)).to_have_value(CAT)
    expect_link(page, sentence=CAT, mask=None)
    sentence_box(page).fill(f"{CAT} It slept.")
    expect_link(page, sentence=f"{CAT} It slept.")
    go_to_room(page, "Masked words")
    expect(sentence_box(page)).to_have_value(f"{CAT} It slept.")
    expect_link(page, sentence=f"{CAT} It slept.")
    expect_no_error(page)
