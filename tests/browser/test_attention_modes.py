"""Every way of looking at attention, one after the other on one page: open to everybody, and safe."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rooms_page import (
    expect_link,
    expect_no_error,
    expect_no_markup,
    open_live,
    wait_until_idle,
)
from tests.browsers import Serve

pytestmark = pytest.mark.browser

LINES = "#attention line"  # of bertviz's head view
HOSTILE = "<img src=x onerror='window.hacked=1'> in a [MASK]."


def room(**link: str) -> str:
    return f"/who-looks-at-whom?{urlencode(link)}"


def test_markup_runs_not_in_bertviz(page: Page, serve: Serve) -> None:
    """The page fixture fails on a request to another machine, and on what the policy had to refuse."""
    open_live(page, serve, room(sentence=HOSTILE, bertviz="true"))
    expect_no_markup(page)
    frame = page.frame_locator("iframe")
    expect(frame.locator(LINES).first).to_be_attached()
    expect(frame.locator("#left text").filter(has_text="<").first).to_be_visible()
    expect(frame.locator("img")).to_have_count(0)


def test_a_click_crosses_a_head_out_and_the_bars_slide(page: Page, serve: Serve) -> None:
    open_live(page, serve, room(mode="Switch heads off", sentence="The [MASK] raised its interest rates.", off="none"))
    head = page.get_by_role("button", name=re.compile("^Layer 6, head 11: "))
    row = page.locator(".bars > li.followed")
    before = row.locator(".bar.before").inner_text()
    expect(row.locator(".bar.after")).to_have_text(before)
    expect(head).to_have_attribute("aria-pressed", "true")
    head.click()
    expect(head).to_have_attribute("aria-pressed", "false")
    expect_link(page, off="6.11")
    expect(row.locator(".bar.after")).not_to_have_text(before)
    wait_until_idle(page)
    share = "e => Number(getComputedStyle(e).getPropertyValue('--share'))"
    assert row.locator(".bar.after").evaluate(share) != row.locator(".bar.before").evaluate(share)
    head.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect_link(page, off="6.10-6.11")
    wait_until_idle(page)
    page.get_by_role("button", name="All heads of layer 6").click()
    expect_link(page, off="-".join(f"6.{number}" for number in range(1, 13)))
    wait_until_idle(page)
    page.get_by_text("Why?", exact=True).click()
    page.get_by_role("button", name="Switch all heads on again").click()
    expect_link(page, off="none")
    expect(row.locator(".bar.after")).to_have_text(before)
    expect_no_error(page)


@pytest.mark.parametrize("width", [390, 1280])
def test_changes_are_in_numbers_in_their_cells(page: Page, serve: Serve, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    open_live(page, serve, room(mode="Switch heads off", sentence="The [MASK] raised its interest rates.", off="6.11"))
    cell = page.get_by_role("button", name=re.compile("^Layer 6, head 11: "))
    expect(cell).to_be_attached()
    left = re.findall(r"([\d.]+)%(?= without it)", cell.get_attribute("aria-label") or "")[0]
    colour = cell.evaluate("e => getComputedStyle(e).backgroundColor")
    empty = cell.evaluate("e => (e.style.setProperty('--amount', 0), getComputedStyle(e).backgroundColor)")
    assert colour != empty  # switched off, it keeps its colour
    expect(cell).to_have_text(left)
    for each in (cell, page.get_by_role("button", name=re.compile("^Layer 6, head 8: "))):
        expect(each).to_have_text(re.compile(r"\d"))
        assert each.evaluate("e => parseFloat(getComputedStyle(e).fontSize) >= 9 && e.scrollWidth <= e.clientWidth")


def test_bertviz_draws_every_weight_and_asks_nothing_of_others(page: Page, serve: Serve) -> None:
    frames: list[str] = []
    page.on("request", lambda request: frames.append(request.url) if request.frame != page.main_frame else None)
    open_live(page, serve, room(bertviz="true"))
    frame = page.frame_locator("iframe")
    expect(frame.locator(LINES)).to_have_count(12 * 11**2)  # heads, and tokens on either side
    expect(frame.locator("#left text")).to_have_text(
        ["[CLS]", "she", "walked", "to", "the", "bank", "of", "the", "river", ".", "[SEP]"]
    )
    assert [url.rsplit("/", 1)[1] for url in frames] == ["page.html"]
    expect_no_error(page)
