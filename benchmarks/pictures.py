"""Pictures of the app as it is: ``python -m benchmarks.pictures`` takes the README's screenshot and one of each room.

They are taken from the app itself, in the light theme, once its bars have been computed live. The first shows a whole
window; a room's shows the heart of the room, scaled for the home page and kept to few colours so that it is small.
"""

import io
import re
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, FloatRect, Page

from benchmarks.serving import ROOT, chromium, served
from pages.parts.rooms import ATTENTION, FILL, ROOMS, SENSES, SPEED, Room

SCREENSHOT = ROOT / "docs" / "screenshot.png"
WINDOW = (1280, 720)
PICTURE = (640, 400)
LARGEST_PICTURE = 120_000  # bytes
COLOURS = 128
PATIENCE_MS = 120_000
MARGIN = 16
LIVE = re.compile("Computed now|Nothing runs before you press")  # what a room says when its models can be asked
# The first and the last element of a room's heart, and what is there once it is drawn. A room that is not named here is
# shown from its top.
BARS = "[data-testid=stVegaLiteChart]"
HEARTS = {
    FILL.path: (".st-key-strip", BARS, f"{BARS} .mark-rect path"),
    ATTENTION.path: (".st-key-atlas", ".st-key-atlas", ".st-key-atlas .room[data-drawn]"),
    SENSES.path: (".st-key-map", ".st-key-map", ".st-key-map .room[data-drawn]"),
    SPEED.path: (BARS, BARS, f"{BARS} .mark-symbol path"),
}


def main() -> None:
    """Take them all."""
    with served() as port, chromium() as browser:
        take_screenshot(browser, port)
        for room in ROOMS:
            take_picture(browser, port, room)


def take_screenshot(browser: Browser, port: int) -> None:
    """The README's: a whole window."""
    page = _open(browser, port, FILL, height=WINDOW[1])
    _write(SCREENSHOT, Image.open(io.BytesIO(page.screenshot(animations="disabled"))))
    page.context.close()


def take_picture(browser: Browser, port: int, room: Room) -> None:
    """A room's, for the home page."""
    page = _open(browser, port, room, height=2 * WINDOW[1])  # tall enough for a heart that begins further down
    shot = page.screenshot(animations="disabled", clip=_heart(page, room))
    page.context.close()
    _write(room.picture, Image.open(io.BytesIO(shot)).resize(PICTURE, Image.Resampling.LANCZOS))
    if room.picture.stat().st_size > LARGEST_PICTURE:
        raise RuntimeError(f"{room.picture} has more than {LARGEST_PICTURE:,} bytes; use fewer colours")


def _open(browser: Browser, port: int, room: Room, *, height: int) -> Page:
    """The room with live answers, standing still."""
    context = browser.new_context(
        viewport={"width": WINDOW[0], "height": height}, color_scheme="light", reduced_motion="reduce"
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(f"http://127.0.0.1:{port}/{room.path}")
    page.get_by_text(LIVE).first.wait_for()
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()
    if room.path in HEARTS:
        page.locator(HEARTS[room.path][2]).first.wait_for()
    page.evaluate("document.fonts.ready.then(() => true)")
    return page


def _heart(page: Page, room: Room) -> FloatRect:
    """The part of the page to show, in the picture's proportions."""
    if room.path not in HEARTS:
        return {"x": 0, "y": 0, "width": WINDOW[0], "height": WINDOW[0] * PICTURE[1] / PICTURE[0]}
    first, last = (page.locator(element).first.bounding_box() for element in HEARTS[room.path][:2])
    if first is None or last is None:
        raise RuntimeError(f"the heart of {room.title} is not on the page: {HEARTS[room.path]}")
    x, y = min(first["x"], last["x"]) - MARGIN, first["y"] - MARGIN
    right = max(part["x"] + part["width"] for part in (first, last)) + MARGIN
    below = last["y"] + last["height"] + MARGIN
    width = max(right - x, (below - y) * PICTURE[0] / PICTURE[1])
    return {"x": x, "y": y, "width": width, "height": width * PICTURE[1] / PICTURE[0]}


def _write(file: Path, image: Image.Image) -> None:
    file.parent.mkdir(exist_ok=True)
    image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)
    print(f"{file.relative_to(ROOT)}: {image.width} × {image.height}, {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
