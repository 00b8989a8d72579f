"""What the tests of the position panels do with their page, and what they should show."""

from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Locator, Page, expect

from components.positions.panels import PanelSelection
from tests.browser.apps.position_panels_numbers import panels
from tests.browser.rooms_page import wait_until_idle
from tests.browsers import Serve

APP = Path(__file__).parent / "apps" / "position_panels_app.py"
POSITIONS = 64
TITLES = [panel.title for panel in panels(POSITIONS)]


class Plot(NamedTuple):
    """Where a picture lies on its canvas, in device pixels."""

    left: int
    top: int
    width: int
    height: int


def open_panels(page: Page, serve: Serve, query: str = "") -> None:
    page.goto(f"{serve(APP)}?{query}")
    expect(page.locator(".room[data-drawn]")).to_be_visible(timeout=60_000)
    wait_until_idle(page)


def plot(page: Page, title: str) -> Locator:
    return page.locator("canvas.plot").nth(TITLES.index(title))


def lies(canvas: Locator) -> Plot:
    measured: dict[str, str] = canvas.evaluate("canvas => ({ ...canvas.dataset })")
    return Plot(*(int(measured[name]) for name in Plot._fields))


def cell(page: Page, title: str, row: int, column: int) -> dict[str, float]:
    """The middle of a cell, from the canvas's corner, in CSS pixels."""
    unit = page.evaluate("devicePixelRatio")
    values = panels(POSITIONS)[TITLES.index(title)].values
    rows, columns = values.shape
    actual = lies(plot(page, title))
    x = actual.left + (column + 0.5) * actual.width / columns
    y = actual.top + (row + 0.5) * actual.height / rows
    return {"x": x / unit, "y": y / unit}


def point_at(page: Page, title: str, row: int, column: int) -> None:
    plot(page, title).hover(position=cell(page, title, row, column))


def caption(page: Page) -> Locator:
    return page.locator(".said")


def similar(title: str, first: int, second: int) -> str:
    """What is said of two positions in a square panel."""
    value = float(panels(POSITIONS)[TITLES.index(title)].values[first, second])
    return f"{title} {value:.2f}".replace("-", "−")


def python_holds(page: Page, chosen: PanelSelection | None, run: int) -> None:
    expect(page.get_by_text(f"Python holds {chosen}", exact=True)).to_be_visible()
    expect(page.get_by_text(f"Run {run}", exact=True)).to_be_visible()
    wait_until_idle(page)
