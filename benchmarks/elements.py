"""Time a custom element in a served page, from the numbers in memory to the frame after it is drawn.

The time includes encoding, Streamlit, the websocket and the canvas; server and browser use the clock of the same
machine. The pages are those of `benchmarks.pages`.

- A first drawing adds the element to a page that is already open: the element's scripts, markup and colours are loaded,
  Streamlit's are there. Streamlit loads its code for custom elements with the first one, so the page has another
  element before, a button that copies its link, as the app's rooms have.
- A cold drawing happens while the page itself is loading.
- A later drawing replaces the element's content.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import Browser, Locator, Page, expect

from benchmarks.serving import ROOT

SERVER = ROOT / "benchmarks" / "pages" / "server.py"
TIMEOUT_MS = 180_000
# `room` finds the element; `shown` records, for every drawing, when the next frame began.
_WATCH = """
window.shown = [];
window.room = () => {
  for (const host of document.querySelectorAll('[data-testid="stBidiComponentIsolated"]')) {
    const found = host.shadowRoot?.querySelector(".room[data-drawn]");
    if (found) return found;
  }
  return null;
};
let last = null;
const look = () => {
  const drawn = window.room()?.dataset.drawn ?? null;
  if (drawn !== last) {
    last = drawn;
    requestAnimationFrame(() => window.shown.push((performance.timeOrigin + performance.now()) / 1e3));
  }
  requestAnimationFrame(look);
};
if (window === window.top) look();
"""
_HOVER = """(canvas, at) => {
  const box = canvas.getBoundingClientRect();
  let start;
  requestAnimationFrame(() => { start = performance.now(); });
  canvas.dispatchEvent(new PointerEvent("pointermove",
    { clientX: box.left + at * box.width, clientY: box.top + at * box.height, bubbles: true, pointerType: "mouse" }));
  return new Promise((done) => requestAnimationFrame(() => {
    canvas.getContext("2d").getImageData(0, 0, 1, 1); // so that what was asked of the canvas has been done
    done(performance.now() - start);
  }));
}"""


@dataclass(frozen=True)
class Drawing:
    """Seconds from the numbers in memory to the frame after they were drawn, and the bytes sent."""

    seconds: float
    payload: int


@contextmanager
def open_element(browser: Browser, port: int, element: str, size: int, *, cold: bool = False) -> Iterator[Page]:
    """Open the page of an element in a fresh browser context.

    Args:
        browser: The browser.
        port: The port of a :data:`SERVER`.
        element: A module of `benchmarks.pages`.
        size: The number of tokens, positions or points.
        cold: Whether the element is drawn while the page is loading.
    """
    address = f"http://127.0.0.1:{port}/?element={element}&size={size}" + ("&cold" if cold else "")
    with browser.new_context(viewport={"width": 1280, "height": 720}) as context:
        page = context.new_page()
        page.add_init_script(_WATCH)
        page.goto(address, wait_until="commit")
        yield page


def draw_another(page: Page, turn: int) -> Drawing:
    """Request a drawing once the page is idle; turns count from 0."""
    expect(page.locator(".stApp")).to_have_attribute("data-test-script-state", "notRunning", timeout=TIMEOUT_MS)
    if turn == 0:
        expect(page.get_by_role("button", name="Copy this link")).to_be_visible(timeout=TIMEOUT_MS)
    page.get_by_role("button", name="Draw another").click()
    return wait_for_drawing(page, turn)


def wait_for_drawing(page: Page, turn: int) -> Drawing:
    """Wait for the drawing of that turn."""
    page.wait_for_function("turn => window.shown.length > turn", arg=turn, timeout=TIMEOUT_MS)
    words = page.get_by_text(f"turn {turn} began at").inner_text().split()
    painted: float = page.evaluate("turn => window.shown[turn]", turn)
    return Drawing(painted - float(words[4]), int(words[6]))


def hover(canvas: Locator, share: float) -> float:
    """Seconds that a frame takes when the mouse moves to this share of the canvas's width and height."""
    milliseconds: float = canvas.evaluate(_HOVER, share)
    return milliseconds / 1e3
