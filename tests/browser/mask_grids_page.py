"""What the tests of the two grids do with their page, and what they ask of it."""

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from components.masks.grids import GridSelection
from tests.browser.rooms_page import wait_for, wait_until_idle
from tests.browsers import Serve

APP = Path(__file__).parent / "apps" / "mask_grids_app.py"
LEFT, RIGHT = 0, 1
_COLOURS_IN = """(canvas, [left, top, width, height]) => {
  const { data } = canvas.getContext("2d").getImageData(left, top, width, height);
  const found = new Map();
  for (let i = 0; i < data.length; i += 4) {
    const colour = data.slice(i, i + 4).join();
    found.set(colour, (found.get(colour) ?? 0) + 1);
  }
  return [...found].map(([colour, times]) => [...colour.split(",").map(Number), times]);
}"""


def open_grids(page: Page, serve: Serve, query: str = "") -> None:
    page.goto(f"{serve(APP)}?{query}")
    expect(page.locator(".room[data-drawn]")).to_be_visible(timeout=60_000)
    wait_until_idle(page)


def grid(page: Page, side: int) -> Locator:
    return page.locator("canvas.grid").nth(side)


def slider(page: Page) -> Locator:
    return page.get_by_role("slider", name="Words read")


def lies(page: Page, side: int) -> dict[str, int]:
    """Where the picture lies on its canvas, in device pixels, and how many tokens it has and shows."""
    measured: dict[str, str] = grid(page, side).evaluate("canvas => ({ ...canvas.dataset })")
    return {name: int(value) for name, value in measured.items()}


def cell_middle(page: Page, side: int, query: int, key: int) -> dict[str, float]:
    """The middle of a cell from the canvas's corner, in CSS pixels."""
    index, unit = lies(page, side), page.evaluate("devicePixelRatio")
    pitch = index["size"] / index["count"]
    return {"x": (index["left"] + (key + 0.5) * pitch) / unit, "y": (index["top"] + (query + 0.5) * pitch) / unit}


def row_name(page: Page, side: int, query: int) -> dict[str, float]:
    """Where the label of a row is."""
    index, unit = lies(page, side), page.evaluate("devicePixelRatio")
    return {
        "x": (index["left"] - 12) / unit,
        "y": (index["top"] + (query + 0.5) * index["size"] / index["count"]) / unit,
    }


def column_name(page: Page, side: int, key: int) -> dict[str, float]:
    """Where the label of a column is."""
    index, unit = lies(page, side), page.evaluate("devicePixelRatio")
    return {"x": (index["left"] + (key + 0.5) * index["size"] / index["count"]) / unit, "y": (index["top"] - 12) / unit}


def colours_in(page: Page, side: int, query: int, key: int) -> dict[tuple[int, ...], int]:
    """How often each colour, with its opacity, occurs within a cell, away from its edges."""
    index = lies(page, side)
    pitch = index["size"] / index["count"]
    wide = int(pitch * 0.7)
    corner = [int(index["left"] + (key + 0.15) * pitch), int(index["top"] + (query + 0.15) * pitch)]
    measured: list[list[int]] = grid(page, side).evaluate(_COLOURS_IN, [*corner, wide, wide])
    return {tuple(colour): times for *colour, times in measured}


def is_hatched(page: Page, side: int, query: int, key: int) -> bool:
    """Whether a cell has lines that stand out from what is between them, whatever its hue."""
    light = [sum(colour[:3]) for colour in colours_in(page, side, query, key)]
    return max(light) - min(light) > 200


def is_left_out(page: Page, side: int, query: int, key: int) -> bool:
    return [*colours_in(page, side, query, key)] == [(0, 0, 0, 0)]


def says(page: Page, side: int, text: str) -> None:
    """The finding of a side, without the marks that isolate a token's direction of writing."""
    wait_for(
        page,
        "([side, text]) => [...document.querySelectorAll('.stBidiComponent [data-testid]')]"
        ".flatMap((host) => [...(host.shadowRoot?.querySelectorAll('.finding') ?? [])])[side]"
        "?.textContent.replace(/[\\u2068\\u2069]/g, '').includes(text)",
        [side, text],
    )


def says_nothing(page: Page) -> None:
    """Neither side has a finding: nothing is looked at."""
    for side in (LEFT, RIGHT):
        expect(page.locator(".finding").nth(side)).to_have_text("")


def has_read(page: Page, *counts: int) -> None:
    """So many tokens of each side are shown."""
    for side, count in enumerate(counts):
        expect(grid(page, side)).to_have_attribute("data-read", str(count), timeout=40_000)


def python_holds(page: Page, chosen: GridSelection | None, run: int | None = None) -> None:
    expect(page.get_by_text(f"Python holds {chosen}", exact=True)).to_be_visible()
    if run is not None:
        expect(page.get_by_text(f"Run {run}", exact=True)).to_be_visible()
    wait_until_idle(page)
