"""Something chosen in a figure is one step of Back, and the figure then shows what was chosen before."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.rooms_page import expect_no_error, open_live, wait_until_idle
from tests.browsers import Serve

pytestmark = pytest.mark.browser

# What its parts say, those in shadow roots too.
_PARTS = "canvas, input, [aria-pressed=true], [aria-current=true]"
SAID = f"""figure => [figure, ...figure.querySelectorAll("*")]
  .flatMap((part) => [...(part.shadowRoot ?? part).querySelectorAll("{_PARTS}")])
  .map((each) => each.value || each.ariaLabel || each.textContent).join("|")"""


def _click_at(canvas: Locator, across: float, down: float) -> None:
    box = canvas.bounding_box()
    assert box is not None
    canvas.click(position={"x": across * box["width"], "y": down * box["height"]})


def _choose_head(figure: Locator) -> None:
    _click_at(figure.locator("canvas").first, 0.8, 0.8)


def _choose_word(figure: Locator) -> None:
    figure.get_by_role("button", name="stood").click()


def _choose_layer(figure: Locator) -> None:
    _click_at(figure.locator("canvas").first, 0.5, 0.5)


def _choose_cell(figure: Locator) -> None:
    _click_at(figure.locator("canvas").first, 0.3, 0.6)


def _move_layer(figure: Locator) -> None:
    figure.get_by_role("slider").first.press("ArrowLeft")


@pytest.mark.parametrize(
    ("link", "figure", "choose"),
    [
        ("/who-looks-at-whom", ".st-key-atlas", _choose_head),
        ("/what-does-it-read", ".st-key-cutting-place", _choose_word),
        ("/where-am-i?mode=Near+and+far", ".st-key-panels", _choose_cell),
        ("/what-the-mask-takes-away?mode=Side+by+side", ".st-key-grids", _choose_cell),
        ("/which-bank?mode=The+map&layer=3", ".st-key-map", _move_layer),
        ("/which-bank", ".st-key-river", _choose_layer),
    ],
    ids=["atlas", "cutting", "panels", "grids", "map", "river"],
)
def test_back_leads_to_what_was_chosen_before(page: Page, serve: Serve, link: str, figure: str, choose: object) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_live(page, serve, link)
    shown = page.locator(figure)
    expect(shown.locator("[data-drawn]").first).to_be_attached()
    wait_until_idle(page)
    page.mouse.move(0, 0)
    before, address = shown.evaluate(SAID), page.url
    assert callable(choose)
    choose(shown)
    expect(page).not_to_have_url(address)
    wait_until_idle(page)
    page.mouse.move(0, 0)
    assert shown.evaluate(SAID) != before
    page.go_back()
    expect(page).to_have_url(address)
    wait_until_idle(page)
    page.wait_for_function(f"before => ({SAID})(document.querySelector('{figure}')) === before", arg=before)
    expect_no_error(page)
