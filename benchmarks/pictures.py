"""Screenshots of the app: ``python -m benchmarks.pictures`` takes the README's picture and one sheet per room.

A sheet, in ``runs/rooms``, shows what a room opens with in the light, in the dark, on a projector and on a phone: it is
for looking at after every change of the frame. All are taken once the answers have been computed live.
"""

import io
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser

from benchmarks.serving import ROOT, chromium, serve
from pages.parts.rooms import FILL, ROOMS

SCREENSHOT, SHEETS = ROOT / "docs" / "screenshot.png", ROOT / "runs" / "rooms"
COLOURS = 128
PATIENCE_MS = 120_000
SETTLED_MS = 1500  # for animations
GAP = 16
HOME = "home"


@dataclass(frozen=True)
class Screen:
    """A screen: its size in pixels, its theme, and the query of the link."""

    width: int = 1280
    height: int = 720
    dark: bool = False
    link: str = ""


LIGHT = Screen()
SCREENS = (LIGHT, Screen(dark=True), Screen(link="?present=1"), Screen(390, 844))


def main() -> None:
    """Take all pictures."""
    with serve() as port, chromium() as browser:
        _write(SCREENSHOT, _take_picture(browser, port, FILL.path, LIGHT))
        for name, path in ((HOME, ""), *((room.key, room.path) for room in ROOMS)):
            _write(SHEETS / f"{name}.png", _sheet([_take_picture(browser, port, path, look) for look in SCREENS]))


def _take_picture(browser: Browser, port: int, path: str, look: Screen) -> Image.Image:
    """A screenshot of a page with live answers, without animations."""
    context = browser.new_context(
        viewport={"width": look.width, "height": look.height},
        color_scheme="dark" if look.dark else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(f"http://127.0.0.1:{port}/{path}{look.link}")
    page.locator(".st-key-live").wait_for(state="attached")
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()
    page.evaluate("document.fonts.ready.then(() => true)")
    page.wait_for_timeout(SETTLED_MS)
    shot = page.screenshot(animations="disabled")
    context.close()
    return Image.open(io.BytesIO(shot))


def _sheet(shots: list[Image.Image]) -> Image.Image:
    """A sheet of three windows below each other at half size, with the phone beside them."""
    *windows, phone = (shot.resize((shot.width // 2, shot.height // 2), Image.Resampling.LANCZOS) for shot in shots)
    width, height = windows[0].size
    sheet = Image.new("RGB", (width + GAP + phone.width, len(windows) * (height + GAP) - GAP), "white")
    for number, window in enumerate(windows):
        sheet.paste(window, (0, number * (height + GAP)))
    sheet.paste(phone, (width + GAP, 0))
    return sheet


def _write(file: Path, image: Image.Image) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)
    print(f"{file.relative_to(ROOT)}: {image.width} × {image.height}, {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
