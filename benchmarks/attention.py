"""How soon do all 144 heads of a sentence stand on the screen, once their weights are in memory?

Twelve layers of twelve heads of random attention, sent through a served page to Chromium. The clock runs from the
tensor in memory, through encoding, Streamlit, the socket and the canvas, to the first frame after the one that drew it;
server and browser read the same machine's clock.

- A first render puts the element into a page that stands there without it, in a fresh browser every time: its scripts,
  markup and colours are new, and Streamlit's are there. Streamlit loads those for custom elements with the first of
  them, so the page has had another one, a button that copies its link, as the app's rooms have.
- A cold one is drawn while the page itself is being opened, Streamlit's part of it included. It has no bar.
- A later render replaces one trace by another, as a new sentence does.

Then, in the page that stands there: another head by an arrow key, until it is painted, and what one move of the mouse
costs a frame.

Beside it, bertviz's model view of the same tensors: building its page (with its scripts inside, so that it works
without a network) and the browser's time until its lines are painted. At 128 tokens that takes most of a minute; at
512 it does not come at all.
"""

import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser, Page, expect

from benchmarks.serving import ROOT, chromium, served
from benchmarks.spread import Spread, spread
from components.charts.bertviz_pages import model_view_page

LENGTHS = (16, 128, 512)
BERTVIZ_LENGTHS = (16, 64, 128)
FIRST_RENDERS, LATER_RENDERS, SWITCHES, MOVES = 7, 7, 15, 60
LATER_TARGETS_S = {16: 0.12, 128: 0.2, 512: 0.45}  # first ones may take twice that
BYTES_TARGETS = {128: 2_500_000, 512: 4_000_000}
SWITCH_TARGET_S, HOVER_TARGET_S = 0.05, 0.016
_MOST_MS = 180_000
_APP = f"""
import sys, time
from pathlib import Path
sys.path.insert(0, {str(ROOT)!r})
import streamlit as st
from starlette.middleware import Middleware
from streamlit.runtime.scriptrunner import get_script_run_ctx
from benchmarks.attention import random_attention
from components.parcels import PARCELS, Parcel
from components.prompt import PromptMessages
from components.tables.atlas import atlas_bytes, panel_at
from components.widgets.attention_atlas import attention_atlas
from components.widgets.copy_link import copy_link

@st.cache_resource(max_entries=1)
def tensors(tokens):
    return [random_attention(tokens, seed) for seed in range(2)]

def run():
    st.set_page_config(layout="wide")
    tokens = int(st.query_params["tokens"])
    asked = st.button("Another trace")
    turn = st.session_state["turn"] = st.session_state.get("turn", -1) + (asked or "cold" in st.query_params)
    panels = tensors(tokens)[turn % 2]
    if turn < 0:
        copy_link("Copy this link", key="link")
        return
    names = [str(i + 1) for i in range(12)]
    part = lambda name: Parcel(panel_at(panels, name), "application/octet-stream")
    address = PARCELS.offer(f"{{tokens}} {{turn % 2}}", part, size=panels.nbytes)
    start = time.time()
    made = atlas_bytes(panels, row_names=names, column_names=names, tokens=["word"] * tokens, special=[0])
    attention_atlas(made, key="atlas", panels_address=address)
    st.text(f"turn {{turn}} began at {{start:.4f}} with {{len(made)}} bytes")

app = st.App(Path(__file__), routes=[PARCELS.route], middleware=[Middleware(PromptMessages)])
if get_script_run_ctx(suppress_warning=True) is not None:
    run()
"""
# `room` finds the element wherever it is; `shown` keeps, for every trace drawn, when the next frame began.
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
_SWITCH = """async () => {
  const atlas = window.room().querySelector(".atlas");
  const key = atlas.dataset.turned ? "ArrowLeft" : "ArrowRight";
  atlas.dataset.turned = atlas.dataset.turned ? "" : "1";
  const start = performance.now();
  atlas.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return performance.now() - start;
}"""
_MOVE = """async (turn) => {
  const map = window.room().querySelector(".map");
  const box = map.getBoundingClientRect();
  const at = 0.4 + 0.5 * (turn / 60);
  let start;
  requestAnimationFrame(() => { start = performance.now(); });
  map.dispatchEvent(new PointerEvent("pointermove",
    { clientX: box.left + at * box.width, clientY: box.top + at * box.height, bubbles: true, pointerType: "mouse" }));
  return new Promise((done) => requestAnimationFrame(() => {
    map.getContext("2d").getImageData(0, 0, 1, 1); // so that what was asked of the canvas has been done
    done(performance.now() - start);
  }));
}"""


@dataclass(frozen=True)
class Length:
    """One length. Seconds, and bytes."""

    tokens: int
    cold: Spread
    first: Spread
    later: Spread
    payload: int
    switch: Spread
    hover: Spread


@dataclass(frozen=True)
class Bertviz:
    """Its model view at one length: seconds until it is painted, and its page's bytes."""

    tokens: int
    seconds: float
    payload: int


@dataclass(frozen=True)
class Attention:
    """All lengths of both."""

    riverbank: tuple[Length, ...]
    bertviz: tuple[Bertviz, ...]

    def line(self) -> str:
        """The table's line."""
        ours = ", ".join(f"{each.tokens}: {each.later.milliseconds()}" for each in self.riverbank)
        theirs = ", ".join(f"{each.tokens}: {each.seconds:.1f} s" for each in self.bertviz)
        last, long = self.bertviz[-1], next(one for one in self.riverbank if one.tokens == BERTVIZ_LENGTHS[-1])
        worst = max(self.riverbank, key=lambda each: each.switch.median)
        return (
            f"| All 144 heads, by tokens (another head {worst.switch.milliseconds()}) | {ours} | bertviz's model view: "
            f"{theirs} | {last.seconds / long.later.median:.0f}× at {last.tokens} |"
        )


def random_attention(tokens: int, seed: int) -> np.ndarray:
    """Softmaxed random scores. *Shape:* (layer, head, query, key)."""
    scores = np.random.default_rng(seed).standard_normal((12, 12, tokens, tokens), dtype=np.float32)
    scores *= 3
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=-1, keepdims=True)
    return scores


def measure() -> Attention:
    """Measure both, one length after another."""
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        script = Path(folder) / "app.py"
        script.write_text(_APP, encoding="utf-8")
        with served(script) as port:
            ours = tuple(_length(browser, port, tokens) for tokens in LENGTHS)
        theirs = tuple(_bertviz(browser, Path(folder), tokens) for tokens in BERTVIZ_LENGTHS)
    return Attention(ours, theirs)


@contextmanager
def _opened(browser: Browser, port: int, query: str) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 1280, "height": 720}) as context:
        page = context.new_page()
        page.add_init_script(_WATCH)
        page.goto(f"http://127.0.0.1:{port}/?{query}", wait_until="commit")
        yield page


def _length(browser: Browser, port: int, tokens: int) -> Length:
    with _opened(browser, port, f"tokens={tokens}") as page:  # makes the tensors, and fills the caches of the server
        _render(page, 0)
    cold, first = [], []
    for _ in range(FIRST_RENDERS):
        with _opened(browser, port, f"tokens={tokens}&cold") as page:
            cold.append(_shown(page, 0)[0])
        with _opened(browser, port, f"tokens={tokens}") as page:
            first.append(_render(page, 0)[0])
    with _opened(browser, port, f"tokens={tokens}") as page:
        _, payload = _render(page, 0)
        later = [_render(page, turn)[0] for turn in range(1, LATER_RENDERS + 1)]
        switches = [page.evaluate(_SWITCH) / 1e3 for _ in range(SWITCHES)]
        moves = [page.evaluate(_MOVE, turn) / 1e3 for turn in range(MOVES)]
    return Length(tokens, spread(cold), spread(first), spread(later), payload, spread(switches), spread(moves))


def _render(page: Page, turn: int) -> tuple[float, int]:
    """What `_shown` says, for a trace asked for in a page that is at rest."""
    expect(page.locator(".stApp")).to_have_attribute("data-test-script-state", "notRunning", timeout=_MOST_MS)
    if turn == 0:
        expect(page.get_by_role("button", name="Copy this link")).to_be_visible(timeout=_MOST_MS)
    page.get_by_role("button", name="Another trace").click()
    return _shown(page, turn)


def _shown(page: Page, turn: int) -> tuple[float, int]:
    """Seconds from the tensor in memory to the frame after it was drawn, and the payload's bytes."""
    page.wait_for_function("turn => window.shown.length > turn", arg=turn, timeout=_MOST_MS)
    words = page.get_by_text(f"turn {turn} began at").inner_text().split()
    painted: float = page.evaluate("turn => window.shown[turn]", turn)
    return painted - float(words[4]), int(words[6])


def _bertviz(browser: Browser, folder: Path, tokens: int) -> Bertviz:
    file = folder / f"bertviz-{tokens}.html"
    panels = random_attention(tokens, 0)
    times = []
    for _ in range(3 if tokens <= 16 else 1):
        start = time.perf_counter()
        file.write_text(model_view_page(["word"] * tokens, panels), encoding="utf-8")
        with browser.new_context(viewport={"width": 1280, "height": 720}) as context:
            page = context.new_page()
            page.goto(file.as_uri(), timeout=_MOST_MS)
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
            times.append(time.perf_counter() - start)
            if page.locator("svg line").count() < tokens * tokens:
                raise RuntimeError(f"bertviz drew no lines for {tokens} tokens")
    return Bertviz(tokens, statistics.median(times), file.stat().st_size)
