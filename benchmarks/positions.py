"""How soon do the panels of positions stand on the screen, 512 positions by 512 among them?

The panels of a table of 512 positions by 768 dimensions, the size of BERT's, sent through a served page to Chromium:
from the matrices in memory through encoding, Streamlit, the socket and the canvases to the first frame after the one
that drew them; server and browser read the same machine's clock. A later render replaces one set of panels by another,
as another model does. Then what one move of the mouse over a panel costs a frame: it marks the pair in all of them.

Beside it, 512 by 512 similarities as what Altair would draw: 262,144 marks, rendered by Vega in the same browser's
machine to SVG. Making the file alone is counted, not putting it on the screen.
"""

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import vl_convert
from playwright.sync_api import Browser, Page, expect

from benchmarks.serving import ROOT, chromium, served
from benchmarks.spread import Spread, spread
from components.model.position_formulas import alibi_bias, of_distance, rotary_similarity, sinusoidal_table
from components.model.position_similarity import similarity
from components.tables.position_panels import MatrixPanel

COUNTS = (128, 512)
WIDTH, HEAD_WIDTH, HEADS = 768, 64, 12
LATER_RENDERS, MOVES = 7, 60
RENDER_TARGET_S, HOVER_TARGET_S = 0.5, 0.016
MARKS = 128  # positions a side of the chart of marks: 512 would take minutes
_MOST_MS = 180_000
_APP = f"""
import sys, time
from pathlib import Path
sys.path.insert(0, {str(ROOT)!r})
import streamlit as st
from starlette.middleware import Middleware
from streamlit.runtime.scriptrunner import get_script_run_ctx
from benchmarks.positions import panels_of
from components.prompt import PromptMessages
from components.tables.position_panels import position_panels_bytes
from components.widgets.copy_link import copy_link
from components.widgets.position_panels import position_panels

@st.cache_resource(max_entries=1)
def matrices(count):
    return [panels_of(count, seed) for seed in range(2)]

def run():
    st.set_page_config(layout="wide")
    count = int(st.query_params["count"])
    asked = st.button("Other panels")
    turn = st.session_state["turn"] = st.session_state.get("turn", -1) + asked
    made = matrices(count)[turn % 2]
    if turn < 0:
        copy_link("Copy this link", key="link")
    else:
        start = time.time()
        payload = position_panels_bytes(made)
        position_panels(payload, key="panels")
        st.text(f"turn {{turn}} began at {{start:.4f}} with {{len(payload)}} bytes")

app = st.App(Path(__file__), middleware=[Middleware(PromptMessages)])
if get_script_run_ctx(suppress_warning=True) is not None:
    run()
"""
# `room` finds the element wherever it is; `shown` keeps, for every set of panels drawn, when the next frame began.
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
_MOVE = """async (turn) => {
  const plot = window.room().querySelectorAll(".plot")[2];
  const box = plot.getBoundingClientRect();
  const at = 0.3 + 0.5 * (turn / 60);
  let start;
  requestAnimationFrame(() => { start = performance.now(); });
  plot.dispatchEvent(new PointerEvent("pointermove",
    { clientX: box.left + at * box.width, clientY: box.top + at * box.height, bubbles: true, pointerType: "mouse" }));
  return new Promise((done) => requestAnimationFrame(() => {
    plot.getContext("2d").getImageData(0, 0, 1, 1); // so that what was asked of the canvas has been done
    done(performance.now() - start);
  }));
}"""


@dataclass(frozen=True)
class Panels:
    """So many positions. Seconds, and bytes."""

    count: int
    first: Spread
    later: Spread
    payload: int
    hover: Spread


@dataclass(frozen=True)
class Positions:
    """All sizes, and seconds for a chart of :data:`MARKS` by :data:`MARKS` marks."""

    riverbank: tuple[Panels, ...]
    marks: int
    marks_seconds: float

    def line(self) -> str:
        """The table's line."""
        ours = ", ".join(f"{each.count}: {each.later.milliseconds()}" for each in self.riverbank)
        most = self.riverbank[-1]
        return (
            f"| All panels of positions, by positions (a move of the mouse {most.hover.milliseconds()}) | {ours} | "
            f"one panel of {self.marks} by {self.marks} marks as SVG: {self.marks_seconds:.1f} s | "
            f"{self.marks_seconds / most.later.median:.0f}× |"
        )


def panels_of(count: int, seed: int) -> list[MatrixPanel]:
    """A table of random walks as a learned one, beside the formulas: seven panels as in the room."""
    draw = np.random.default_rng(seed)
    learned = np.cumsum(draw.normal(size=(count, WIDTH)), axis=0) * 0.04 + draw.normal(scale=0.1, size=(count, WIDTH))
    sines, turned = sinusoidal_table(count, WIDTH), rotary_similarity(count, HEAD_WIDTH)
    position, dimension = "position", "dimension"
    return [
        MatrixPanel("Learned: table", learned, position, dimension, True),
        MatrixPanel("Sinusoidal: table", sines, position, dimension, True),
        MatrixPanel("Learned: cosine", similarity(learned), position, position, True),
        MatrixPanel("Sinusoidal: cosine", similarity(sines), position, position, True),
        MatrixPanel("RoPE: mean of all pairs", of_distance(turned.mean(axis=-1)), position, position, True),
        MatrixPanel("RoPE: pair by pair", turned, "distance", "pair", True),
        MatrixPanel("ALiBi: bias", alibi_bias(count, HEADS)[0], position, position, False),
    ]


def measure() -> Positions:
    """Measure all sizes, and the chart beside them."""
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        script = Path(folder) / "app.py"
        script.write_text(_APP, encoding="utf-8")
        with served(script) as port:
            ours = tuple(_panels(browser, port, count) for count in COUNTS)
    return Positions(ours, MARKS, _marks())


def _panels(browser: Browser, port: int, count: int) -> Panels:
    with _opened(browser, port, count) as page:  # makes the matrices, and fills the caches of the server
        _render(page, 0)
    with _opened(browser, port, count) as page:
        first, payload = _render(page, 0)
        later = [_render(page, turn)[0] for turn in range(1, LATER_RENDERS + 1)]
        moves = [page.evaluate(_MOVE, turn) / 1e3 for turn in range(MOVES)]
    return Panels(count, spread([first]), spread(later), payload, spread(moves))


@contextmanager
def _opened(browser: Browser, port: int, count: int) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 1280, "height": 720}) as context:
        page = context.new_page()
        page.add_init_script(_WATCH)
        page.goto(f"http://127.0.0.1:{port}/?count={count}", wait_until="commit")
        yield page


def _render(page: Page, turn: int) -> tuple[float, int]:
    """Seconds from the matrices to their frame, and bytes, for panels asked for in a page that is at rest."""
    expect(page.locator(".stApp")).to_have_attribute("data-test-script-state", "notRunning", timeout=_MOST_MS)
    if turn == 0:
        expect(page.get_by_role("button", name="Copy this link")).to_be_visible(timeout=_MOST_MS)
    page.get_by_role("button", name="Other panels").click()
    page.wait_for_function("turn => window.shown.length > turn", arg=turn, timeout=_MOST_MS)
    words = page.get_by_text(f"turn {turn} began at").inner_text().split()
    painted: float = page.evaluate("turn => window.shown[turn]", turn)
    return painted - float(words[4]), int(words[6])


def _marks() -> float:
    """Seconds until a chart with one mark a cell is a picture."""
    values = similarity(sinusoidal_table(MARKS, WIDTH))
    cells = [{"x": x, "y": y, "v": float(values[y, x])} for y in range(MARKS) for x in range(MARKS)]
    start = time.perf_counter()
    vl_convert.vegalite_to_svg(
        {
            "data": {"values": cells},
            "mark": "rect",
            "encoding": {
                "x": {"field": "x", "type": "ordinal"},
                "y": {"field": "y", "type": "ordinal"},
                "color": {"field": "v", "type": "quantitative"},
            },
        }
    )
    return time.perf_counter() - start
