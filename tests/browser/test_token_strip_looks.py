"""The token strip can be read, in light and dark, in a hall and on a phone."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rooms_page import wait_for
from tests.browser.token_strip_page import APP, box, chip, choose, is_masked, is_shown, open_app, python_holds
from tests.browsers import Serve

pytestmark = pytest.mark.browser

# Both colours are painted on one pixel, so that any notation the style sheet uses comes out as numbers.
CONTRAST = """element => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const luminance = (...layers) => {
    for (const layer of layers) { canvas.fillStyle = layer; canvas.fillRect(0, 0, 1, 1); }
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((v) => v / 255)
      .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const app = getComputedStyle(document.querySelector(".stApp")).backgroundColor;
  const style = getComputedStyle(element);
  const levels = [luminance(app, style.backgroundColor), luminance(app, style.backgroundColor, style.color)];
  return (Math.max(...levels) + 0.05) / (Math.min(...levels) + 0.05);
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_chip_can_be_read(page: Page, serve: Serve, scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
    palette = {
        "light": ("0B6E8E", "FCFBF8", "F1EEE6", "1D2A33"),
        "dark": ("5CC2DE", "10191F", "1B2831", "E8EEF0"),
    }
    roles = ("primaryColor", "backgroundColor", "secondaryBackgroundColor", "textColor")
    flags = [
        f"--theme.{name}.{role}=#{colour}"
        for name, colours in palette.items()
        for role, colour in zip(roles, colours, strict=True)
    ]
    page.goto(serve(APP, *flags))
    chip(page, "capital").click()
    python_holds(page, [2])
    for readable in (chip(page, "capital"), chip(page, "the"), chip(page, "[MASK]"), page.get_by_text("[CLS]")):
        assert readable.evaluate(CONTRAST) >= 4.5
    expect(chip(page, "capital")).to_have_css("transition-duration", "0s")


def test_a_phone_shows_everything_without_sideways_scrolling(page: Page, serve: Serve) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_app(page, serve)
    buttons = page.get_by_role("group", name="Tokens: click one to mask it").get_by_role("button")
    expect(buttons).to_have_count(12)
    assert min(box(button)["height"] for button in buttons.all()) >= 40
    assert box(chip(page, "."))["y"] == box(chip(page, "the"))["y"], "one line, which scrolls"
    for sentence, name in (("river", "capital"), ("long", "rind"), ("script", "عربي")):
        choose(page, sentence)
        is_shown(page, name)
        for button in buttons.all():
            button.scroll_into_view_if_needed()
            if box(button)["width"] <= 300:  # longer words are scrolled through
                assert box(button)["x"] >= 0
                assert box(button)["x"] + box(button)["width"] <= 390
        wait_for(page, "document.scrollingElement.scrollWidth <= innerWidth")


def test_masking_moves_nothing(page: Page, serve: Serve) -> None:
    """Or the second of two quick taps would hit a neighbour."""
    open_app(page, serve)
    before = [box(chip(page, name)) for name in ("of", "##believ", ".")]
    for name in ("of", "##believ"):
        chip(page, name).click()
        is_masked(page, name)
    assert [box(chip(page, name)) for name in ("of", "##believ", ".")] == before
