"""What the tests of the attention atlas do with its page, and what they ask of it."""

import json
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import Locator, Page, WebSocket, expect

from components.attention.atlas import Selection
from tests.browser.rooms_page import wait_for
from tests.browsers import Serve

APP = Path(__file__).parent / "apps" / "attention_atlas_app.py"
_THEME = tomllib.loads((APP.parents[3] / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]
_PIXELS = """(canvas, points) => {
  const context = canvas.getContext("2d");
  return points.map(([x, y]) => [...context.getImageData(x, y, 1, 1).data.subarray(0, 3)]);
}"""


class Frames:
    """What the page sends to the server and gets from it, in bytes a message."""

    def __init__(self, page: Page) -> None:
        self.sent: list[int] = []
        self.received: list[int] = []
        page.on("websocket", self._watch)

    def _watch(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: self.sent.append(len(frame)))
        socket.on("framereceived", lambda frame: self.received.append(len(frame)))


def open_atlas(page: Page, serve: Serve, **options: object) -> None:
    page.goto(serve(APP) + "?" + "&".join(f"{name}={value}" for name, value in options.items()))
    drawn(page)
    expect(page.locator(".stApp")).to_have_attribute("data-test-script-state", "notRunning")


def drawn(page: Page) -> None:
    expect(page.locator(".room[data-drawn]")).to_be_visible(timeout=60_000)  # 144 heads on a machine that is busy


def atlas(page: Page) -> Locator:
    return page.locator("canvas.atlas")


def large(page: Page) -> Locator:
    return page.locator("canvas.map")


def where(canvas: Locator) -> dict[str, Any]:
    """Where the picture lies on its canvas, in device pixels."""
    dataset: dict[str, str] = canvas.evaluate("canvas => ({ ...canvas.dataset })")
    return {name: value if name == "known" else int(value) for name, value in dataset.items()}


def cell_middle(page: Page, query: int, key: int) -> dict[str, float]:
    """The middle of a cell of the large grid, from the canvas's corner, in CSS pixels."""
    lies = where(large(page))
    unit = page.evaluate("devicePixelRatio")
    pitch = lies["size"] / lies["count"]
    return {"x": (lies["left"] + (key + 0.5) * pitch) / unit, "y": (lies["top"] + (query + 0.5) * pitch) / unit}


def panel_middle(page: Page, row: int, column: int) -> dict[str, float]:
    lies = where(atlas(page))
    unit = page.evaluate("devicePixelRatio")
    return {
        "x": (lies["left"] + column * lies["cell"] + lies["inner"] / 2) / unit,
        "y": (lies["top"] + row * lies["cell"] + lies["inner"] / 2) / unit,
    }


def panel_name_of(row: int, column: int) -> str:
    return f"Layer {row + 1}, head {column + 1}"


def shows_panel(page: Page, row: int, column: int) -> None:
    expect(page.locator(".one-name")).to_contain_text(panel_name_of(row, column))


def says(page: Page, text: str) -> None:
    """The finding, without the marks that isolate a token's direction of writing."""
    wait_for(
        page,
        "text => document.querySelector('.stBidiComponent [data-testid]').shadowRoot"
        ".querySelector('.finding').textContent.replace(/[\\u2068\\u2069]/g, '').includes(text)",
        text,
    )


def python_holds(page: Page, chosen: Selection | None) -> None:
    expect(page.get_by_text(f"Python holds {chosen}", exact=True)).to_be_visible()


def colours(canvas: Locator, points: list[tuple[int, int]]) -> list[tuple[int, ...]]:
    """Red, green and blue of pixels of a canvas."""
    return [tuple(pixel) for pixel in canvas.evaluate(_PIXELS, points)]


def colour_of(weight: float, scheme: str) -> tuple[int, ...]:
    """The colour that stands for a weight: in even steps of its square root along the theme's sequential colours."""
    steps = [[int(c[i : i + 2], 16) for i in (1, 3, 5)] for c in _THEME[scheme]["chartSequentialColors"]]
    place = round(255 * float(np.sqrt(weight))) / 255 * (len(steps) - 1)
    return tuple(
        int(np.floor(np.interp(place, range(len(steps)), channel) + 0.5)) for channel in zip(*steps, strict=True)
    )


def covered(pixel: int, size: int, count: int) -> slice:
    """The cells that a pixel of a picture stands for."""
    start = pixel * count // size
    return slice(start, max(start + 1, (pixel + 1) * count // size))


def same_colours(pixels: list[tuple[int, ...]], expected: list[tuple[int, ...]]) -> None:
    """To one step of a channel: halves are rounded one way here and the other there."""
    apart = np.abs(np.array(pixels) - np.array(expected)).max()
    assert apart <= 1, json.dumps([pixels, expected])
