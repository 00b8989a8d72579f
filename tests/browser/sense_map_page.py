"""Helpers for tests of the map of senses: actions on its page, and the expected positions of its points."""

import tomllib
from pathlib import Path

import numpy as np
from playwright.sync_api import Locator, Page, expect

from components.senses.map import MapView
from tests.browser.apps.sense_map_points import positions, sentences
from tests.browser.rooms_page import wait_for, wait_until_idle
from tests.browsers import Serve

APP = Path(__file__).parent / "apps" / "sense_map_app.py"
THEME = tomllib.loads((APP.parents[3] / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]
POINTS, LAYERS, SENSES = 48, 5, 2
LABELS, TEXTS, _ = sentences(POINTS, SENSES)
MANY_POINTS = 5_000
_PICTURES = """(canvas, frames) => new Promise((done) => {
  const pictures = new Set();
  const look = (left) => {
    pictures.add(canvas.toDataURL());
    if (left > 1) requestAnimationFrame(() => look(left - 1));
    else done(pictures.size);
  };
  requestAnimationFrame(() => look(frames));
})"""
_LAYERS_SHOWN = """() => {
  const canvas = document.querySelector(".stBidiComponent [data-testid]").shadowRoot.querySelector(".plot");
  const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
  const isMarked = ([x, y]) => pixels[4 * (canvas.width * y + x) + 3] === 255;
  return window.places.flatMap((points, layer) => (points.every(isMarked) ? [layer] : []));
}"""
_PAINTED = """([points, wanted]) => {
  const root = document.querySelector(".stBidiComponent [data-testid]").shadowRoot;
  const context = root.querySelector(".plot").getContext("2d");
  const colour = ([x, y]) => context.getImageData(x, y, 1, 1).data.subarray(0, 3).join();
  return points.every((point, i) => colour(point) === wanted[i].join());
}"""


def open_map(page: Page, serve: Serve, query: str = "") -> None:
    page.goto(f"{serve(APP)}?{query}")
    expect(page.locator(".room[data-drawn]")).to_be_visible(timeout=60_000)
    wait_until_idle(page)


def plot(page: Page) -> Locator:
    return page.locator("canvas.plot")


def slider(page: Page) -> Locator:
    return page.get_by_role("slider", name="Layer")


def expect_at_rest(page: Page, layer: int) -> None:
    expect(plot(page)).to_have_attribute("data-layer", str(layer), timeout=40_000)
    expect(plot(page)).to_have_attribute("data-moving", "false")
    expect(page.locator(".layer-name")).to_have_text(f"Layer {layer}")


def expect_python_state(page: Page, view: MapView | None, run: int) -> None:
    expect(page.get_by_text(f"Python holds {view}", exact=True)).to_be_visible()
    expect(page.get_by_text(f"Run {run}", exact=True)).to_be_visible()
    wait_until_idle(page)


def picture_count(page: Page, frames: int) -> int:
    """Number of different pictures within some animation frames."""
    count: int = plot(page).evaluate(_PICTURES, frames)
    return count


def canvas_positions(page: Page, layer: int, points: int = POINTS) -> np.ndarray:
    """Expected positions of the points on the canvas, in pixels. *Shape:* (point, 2)."""
    exact = positions(points, LAYERS, SENSES)
    low, high = exact.min(axis=(0, 1)), exact.max(axis=(0, 1))
    shares = (exact[layer] - (low + high) / 2) / (high - low).max() + 0.5
    margins = plot(page).evaluate(
        "canvas => [canvas.dataset.pad, canvas.dataset.span, canvas.dataset.drop].map(Number)"
    )
    return margins[0] + np.array(margins[1:]) * np.stack([shares[:, 0], 1 - shares[:, 1]], axis=-1)


def isolated_points(coordinates: np.ndarray) -> list[int]:
    """Ordinary labelled points that no other point covers."""
    distances = np.linalg.norm(coordinates[:, None] - coordinates[None], axis=-1) + 1e9 * np.eye(len(coordinates))
    plain = [point for point in range(POINTS) if point not in (3, 4, POINTS - 3, POINTS - 1)]
    return [
        point
        for point in plain
        if distances[point].min() > 14 and distances[point, [POINTS - 3, POINTS - 1]].min() > 40
    ]


def click_position(page: Page, point: int, layer: int) -> dict[str, float]:
    x, y = canvas_positions(page, layer)[point]
    return {"x": float(x), "y": float(y)}


def hue(label: str, scheme: str) -> tuple[int, ...]:
    colour = THEME[scheme]["chartCategoricalColors"][["river", "money"].index(label)]
    return tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))


def expect_colours(page: Page, coordinates: np.ndarray, points: list[int], scheme: str) -> None:
    """Wait until the centre of each of these points has the colour of its label."""
    pixels = [[int(x), int(y)] for x, y in coordinates[points]]
    wait_for(page, _PAINTED, [pixels, [hue(LABELS[point], scheme) for point in points]])


def send_positions(page: Page, points: int = POINTS) -> None:
    """Send the expected positions to the page once, because 5,000 are too many to send with every query."""
    exact = [canvas_positions(page, layer, points).astype(int).tolist() for layer in range(LAYERS)]
    page.evaluate("places => { window.places = places; }", exact)


def layers_shown(page: Page) -> list[int]:
    """The layers for which every expected position has a mark, possibly of another point that covers it."""
    layers: list[int] = page.evaluate(_LAYERS_SHOWN)
    return layers


def expect_between_layers(page: Page) -> None:
    """Wait until the points are between layers."""
    wait_for(page, f"() => ({_LAYERS_SHOWN})().length === 0")
