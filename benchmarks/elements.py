"""An element drawn in a served page, timed from the server's memory to the frame after the one that drew it.

The clock runs from the numbers in memory through encoding, Streamlit, the socket and the canvas to the screen; server
and browser read the same machine's. The pages are those of `benchmarks.pages`.

- A first drawing puts the element into a page that stands there without it: its scripts, markup and colours are new,
  and Streamlit's are there. Streamlit loads those for custom elements with the first of them, so the page has had
  another one, a button that copies its link, as the app's rooms have.
- A cold one happens while the page itself is being opened, Streamlit's part of it included.
- A later one replaces what is there by an alternative.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import Browser, Locator, Page, expect

from benchmarks.serving import ROOT

SERVER = ROOT / "benchmarks" / "pages" / "server.py"
MOST_MS = 180_000
# `room` finds the element wherever it is; `shown` keeps, for everything drawn, when the next frame began.
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
def opened(browser: Browser, port: int, element: str, size: int, *, cold: bool = False) -> Iterator[Page]:
    """The page of an element, as a browser sees it that has never been here.

    Args:
        browser: Where it is opened.
        port: Of a server of :data:`SERVER`.
        element: A module of `benchmarks.pages`.
        size: How many tokens, positions or points.
        cold: Whether the element is drawn while the page is being opened.
    """
    address = f"http://127.0.0.1:{port}/?element={element}&size={size}" + ("&cold" if cold else "")
    with browser.new_context(viewport={"width": 1280, "height": 720}) as context:
        page = context.new_page()
        page.add_init_script(_WATCH)
        page.goto(address, wait_until="commit")
        yield page


def drawn(page: Page, turn: int) -> Drawing:
    """Ask for a drawing, once the page is at rest; turns are counted from 0."""
    expect(page.locator(".stApp")).to_have_attribute("data-test-script-state", "notRunning", timeout=MOST_MS)
    if turn == 0:
        expect(page.get_by_role("button", name="Copy this link")).to_be_visible(timeout=MOST_MS)
    page.get_by_role("button", name="Draw another").click()
    return shown(page, turn)


def shown(page: Page, turn: int) -> Drawing:
    """Wait for the drawing of that turn."""
    page.wait_for_function("turn => window.shown.length > turn", arg=turn, timeout=MOST_MS)
    words = page.get_by_text(f"turn {turn} began at").inner_text().split()
    painted: float = page.evaluate("turn => window.shown[turn]", turn)
    return Drawing(painted - float(words[4]), int(words[6]))


def hover(canvas: Locator, at: float) -> float:
    """Seconds of a frame that a move of the mouse costs, to that share of a canvas's width and height."""
    milliseconds: float = canvas.evaluate(_HOVER, at)
    return milliseconds / 1e3
