"""The README's moving picture: ``python -m benchmarks.moving_picture`` records the home page while its river flows.

The river flows once, and then another word stands in the sentence. The page's clock runs slowly meanwhile, so
that a machine that is slow at taking pictures still gets every step of the movement.
"""

import io

from PIL import Image, ImageChops
from playwright.sync_api import Page

from benchmarks.pictures import PATIENCE_MS
from benchmarks.serving import ROOT, chromium, serve

PICTURE = ROOT / "docs" / "home.gif"
WIDTH, HEIGHT, TOP = 1280, 720, 60  # pixels of the window, and of the menu, which is left out
SMALL = (960, 495)
COLOURS = 96
SLOWDOWN = 5
LAYERS_MS, MOVE_MS = 3_400, 1_200  # on the page's clock: all layers, and one sentence
FRAME_MS, REST_MS = 90, 1_800  # as shown: while something moves, and between
SLOW_CLOCK = """(factor) => {
  const frame = requestAnimationFrame.bind(window), now = performance.now.bind(performance);
  window.requestAnimationFrame = (draw) => frame((time) => draw(time / factor));
  performance.now = () => now() / factor;
}"""
WORDS = ("cash", "frogs")


def main() -> None:
    """Record, and write the picture."""
    frames: list[Image.Image] = []
    times: list[int] = []
    with serve() as port, chromium() as browser:
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light")
        page.set_default_timeout(PATIENCE_MS)
        page.add_init_script(f"({SLOW_CLOCK})({SLOWDOWN})")
        page.goto(f"http://127.0.0.1:{port}/")
        page.locator(".st-key-live").wait_for(state="attached")
        _wait(page, LAYERS_MS)
        page.locator("button", has_text="Play").first.click()
        _record(page, LAYERS_MS, frames, times)
        for word in WORDS:
            page.locator("button", has_text=word).first.click()
            _record(page, MOVE_MS, frames, times)
    palette = frames[-1].quantize(COLOURS)  # at rest, when all colours are there
    first, *others = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    first.save(PICTURE, save_all=True, append_images=others, duration=times, loop=0, optimize=True)


def _record(page: Page, moving_ms: int, frames: list[Image.Image], times: list[int]) -> None:
    """Take pictures while something moves, and one more once it rests."""
    for _ in range(moving_ms // FRAME_MS):
        _take(page, frames, times)
        _wait(page, FRAME_MS)
    _wait(page, moving_ms)
    _take(page, frames, times)
    times[-1] = REST_MS


def _take(page: Page, frames: list[Image.Image], times: list[int]) -> None:
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    frame = shot.crop((0, TOP, WIDTH, HEIGHT)).resize(SMALL, Image.Resampling.LANCZOS)
    if not frames or ImageChops.difference(frames[-1], frame).getbbox():
        frames.append(frame)
        times.append(FRAME_MS)


def _wait(page: Page, milliseconds: int) -> None:
    page.wait_for_timeout(milliseconds * SLOWDOWN)


if __name__ == "__main__":
    main()
