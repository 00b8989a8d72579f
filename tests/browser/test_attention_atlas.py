"""The attention atlas: what it draws is the tensor, and only a selection reaches the server."""

import re

import pytest
from playwright.sync_api import Page, expect

from components.attention.atlas import Selection
from tests.browser.apps.attention_atlas_weights import sentence, weights
from tests.browser.attention_atlas_page import (
    Frames,
    atlas,
    cell_middle,
    colour_of,
    colours,
    covered,
    large,
    open_atlas,
    panel_middle,
    python_holds,
    same_colours,
    says,
    shows_panel,
    where,
)
from tests.browsers import Serve

pytestmark = pytest.mark.browser

PLACES = (0.0, 0.13, 0.37, 0.5, 0.74, 0.999)


@pytest.mark.parametrize(("tokens", "heads", "scheme"), [(12, 4, "light"), (128, 4, "dark"), (512, 2, "light")])
def test_cells_are_the_tensor(page: Page, serve: Serve, tokens: int, heads: int, scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    open_atlas(page, serve, tokens=tokens, heads=heads)
    panels = weights(tokens, heads)
    lies = where(large(page))
    # The middle of a cell, or with several cells a pixel, that pixel.
    pixel_offsets = [int((int(place * tokens) + 0.5) * lies["size"] / tokens) for place in PLACES]
    points = [(y, x) for y in pixel_offsets for x in pixel_offsets]
    spans = {place: covered(place, lies["size"], tokens) for place in pixel_offsets}
    pixels = colours(large(page), [(lies["left"] + x, lies["top"] + y) for y, x in points])
    same_colours(pixels, [colour_of(panels[0, 0, spans[y], spans[x]].max(), scheme) for y, x in points])
    assert len(set(pixels)) > 3  # and not one colour everywhere

    lies = where(atlas(page))
    block = 1 if tokens <= 128 else -(-tokens // 64)
    side = -(-tokens // block)
    small = panels.reshape(heads, heads, side, block, side, block).max(axis=(3, 5)) if block > 1 else panels
    pixel_offsets = [int(place * lies["inner"]) for place in PLACES]
    points = [(row, y, x) for row in range(heads) for y in pixel_offsets for x in pixel_offsets]
    pixels = colours(
        atlas(page), [(lies["left"] + lies["cell"] + x, lies["top"] + row * lies["cell"] + y) for row, y, x in points]
    )
    spans = {place: covered(place, lies["inner"], side) for place in pixel_offsets}
    same_colours(pixels, [colour_of(small[row, 1, spans[y], spans[x]].max(), scheme) for row, y, x in points])


def test_looking_sends_nothing_and_a_lock_sends_no_tensor(page: Page, serve: Serve) -> None:
    frames = Frames(page)
    open_atlas(page, serve, tokens=128, heads=12)
    assert max(frames.received) > 2_000_000
    sent, received = len(frames.sent), len(frames.received)
    for row, column in ((2, 3), (7, 7), (0, 1)):
        atlas(page).hover(position=panel_middle(page, row, column))
        shows_panel(page, row, column)
    expect(page.locator(".one-name")).to_have_text("Layer 1, head 2 · usually looks at the previous word")
    expect(page.locator(".tip")).to_have_text("Layer 1, head 2 · usually looks at the previous word")
    large(page).hover(position=cell_middle(page, 40, 41))
    shows_panel(page, 0, 0)  # a preview ends when the mouse leaves
    assert (len(frames.sent), len(frames.received)) == (sent, received)

    large(page).click(position=cell_middle(page, 40, 41))
    python_holds(page, Selection(0, 0, 40, 41))
    expect(page.get_by_text("Run 2", exact=True)).to_be_visible()
    assert len(frames.sent) == sent + 1
    assert sum(frames.received[received:]) < 20_000
    atlas(page).click(position=panel_middle(page, 4, 5))
    python_holds(page, Selection(4, 5, 40, 41))
    expect(page.get_by_text("Run 3", exact=True)).to_be_visible()
    assert sum(frames.received[received:]) < 40_000
    shows_panel(page, 4, 5)


def test_the_weight_is_said_and_a_click_locks_it(page: Page, serve: Serve) -> None:
    open_atlas(page, serve)
    weight = weights(12, 4)[0, 0, 3, 2]
    sentence = f"“bank” puts {100 * weight:.0f}% of its attention on “river” (layer 1, head 1)."
    large(page).hover(position=cell_middle(page, 3, 2))
    says(page, sentence)
    large(page).click(position=cell_middle(page, 3, 2))
    page.get_by_text("Python holds").hover()
    says(page, sentence)  # locked: it stays when the mouse leaves
    expect(page.get_by_role("status").filter(has_text="bank")).to_be_attached()
    atlas(page).hover(position=panel_middle(page, 1, 1))
    says(page, "“bank” puts about")  # the same cell in another head, as it was sent for colour
    large(page).click(position=cell_middle(page, 3, 2))
    python_holds(page, Selection(0, 0))


def test_the_keyboard_alone_is_enough(page: Page, serve: Serve) -> None:
    open_atlas(page, serve)
    large(page).focus()
    page.keyboard.press("Shift+Tab")
    expect(atlas(page)).to_be_focused()
    expect(atlas(page)).to_have_css("outline-style", "solid")
    for pressed in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowUp"):
        page.keyboard.press(pressed)
    shows_panel(page, 1, 1)
    python_holds(page, Selection(1, 1))
    expect(page.get_by_text("Run 2", exact=True)).to_be_visible()  # four keys in a row, one message
    expect(atlas(page)).to_be_focused()
    page.keyboard.press("Tab")
    expect(large(page)).to_be_focused()
    for pressed in ("ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight", "Enter"):
        page.keyboard.press(pressed)
    python_holds(page, Selection(1, 1, 2, 1))
    says(page, "of its attention on “the” (layer 2, head 2)")
    page.keyboard.press("Escape")
    python_holds(page, Selection(1, 1))


def test_hidden_tokens_leave_and_the_others_keep_their_weights(page: Page, serve: Serve) -> None:
    open_atlas(page, serve, hide=1)
    panel = weights(12, 4)[0, 0][1:-1, 1:-1]
    expect(large(page)).to_have_attribute("data-count", "10")
    large(page).hover(position=cell_middle(page, 2, 1))
    says(page, f"“bank” puts {100 * panel[2, 1]:.0f}% of its attention on “river”")
    page.get_by_text("Python holds").hover()
    lies = where(large(page))
    middle = [int((i + 0.5) * lies["size"] / 10) for i in range(10)]
    points = [(lies["left"] + middle[j], lies["top"] + middle[i]) for i in range(10) for j in range(10)]
    same_colours(colours(large(page), points), [colour_of(weight, "light") for weight in panel.ravel()])


def test_arcs_join_the_word_that_looks_to_those_it_looks_at(page: Page, serve: Serve) -> None:
    open_atlas(page, serve, view="arcs")
    expect(large(page)).to_have_attribute("aria-label", re.compile("^Arcs of attention"))
    every = large(page).evaluate("canvas => canvas.toDataURL()")
    box = large(page).bounding_box()
    assert box is not None
    empty_rows = large(page).evaluate(
        """canvas => {
            const { width, height } = canvas;
            const pixels = new Uint32Array(canvas.getContext("2d").getImageData(0, 0, width, height).data.buffer);
            const last = pixels.findLastIndex((pixel) => pixel !== 0);
            return (height - Math.floor(last / width)) / devicePixelRatio;
        }"""
    )
    assert empty_rows < 70  # no hole below the words; two lines of them are kept for numbers
    large(page).click(position={"x": box["width"] * 2.5 / 12, "y": box["height"] / 2})  # the third of twelve tokens
    token, row = sentence(12)[2], weights(12, 4)[0, 0, 2]
    says(page, f"“{token}” attends most to “{sentence(12)[int(row.argmax())]}” {100 * row.max():.0f}%")
    page.mouse.move(0, 0)
    picture = large(page).evaluate("canvas => canvas.toDataURL()")
    assert picture != every
    large(page).press("ArrowDown")
    says(page, f"“{sentence(12)[3]}” puts")
    open_atlas(page, serve)
    expect(large(page)).to_have_attribute("aria-label", re.compile("^Grid of attention"))


def test_exact_weights_come_when_they_are_wanted(page: Page, serve: Serve) -> None:
    open_atlas(page, serve, tokens=200, heads=2, fetch="ok")
    expect(large(page)).to_have_attribute("data-known", "exact")
    expect(page.get_by_text("each dot is the largest of 4 × 4 weights")).to_be_visible()
    atlas(page).click(position=panel_middle(page, 1, 0))
    expect(large(page)).to_have_attribute("data-known", "exact")
    large(page).click(position=cell_middle(page, 60, 61))
    held = page.get_by_text(re.compile(r"Python holds Selection\(.*key=\d"))
    expect(held).to_be_visible()
    query, key = map(int, re.findall(r"(?:query|key)=(\d+)", held.inner_text()))
    percent = 100 * weights(200, 2)[1, 0, query, key]
    says(page, f"puts {percent:.{1 if percent < 0.95 else 0}f}% of its attention")


def test_without_them_numbers_are_said_to_be_rough(page: Page, serve: Serve) -> None:
    open_atlas(page, serve, tokens=200, heads=2, fetch="broken")
    atlas(page).click(position=panel_middle(page, 1, 0))
    expect(page.get_by_text("The exact weights could not be loaded")).to_be_visible()
    says(page, "puts up to about")
    open_atlas(page, serve, tokens=12)
    atlas(page).click(position=panel_middle(page, 1, 0))
    says(page, "puts about")


def test_python_can_move_the_selection(page: Page, serve: Serve) -> None:
    open_atlas(page, serve)
    page.get_by_role("button", name="Show layer 2, head 3").click()
    shows_panel(page, 1, 2)
