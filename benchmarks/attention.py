"""How soon are all 144 heads of a sentence on the screen, once their weights are in memory?

Twelve layers of twelve heads of random attention are sent through a served page to Chromium and timed as in
`benchmarks.elements`: first, in a fresh browser; cold, while the page loads; and later, one trace replacing another, as
with a new sentence. Then, in the open page: selecting another head with an arrow key until it is painted, and the cost
of one mouse move per frame.

For comparison, bertviz's model view of the same tensors: building its page (with its scripts inline, so that it works
offline) and the browser's time until its lines are painted. At 128 tokens that takes most of a minute; at 512 it never
finishes.
"""

import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser

from benchmarks.elements import SERVER, TIMEOUT_MS, draw_another, hover, open_element, wait_for_drawing
from benchmarks.pages.attention import random_attention
from benchmarks.serving import chromium, serve
from benchmarks.spread import TimeSpread, spread
from components.attention.charts.bertviz_pages import model_view_page

LENGTHS = (16, 128, 512)
BERTVIZ_LENGTHS = (16, 64, 128)
FIRST_RENDERS, LATER_RENDERS, SWITCHES, MOVES = 7, 7, 15, 60
LATER_TARGETS_S = {16: 0.12, 128: 0.2, 512: 0.45}  # first drawings may take twice that
BYTES_TARGETS = {128: 2_500_000, 512: 4_000_000}
SWITCH_TARGET_S, HOVER_TARGET_S = 0.05, 0.016
_SWITCH = """async () => {
  const atlas = window.room().querySelector(".atlas");
  const key = atlas.dataset.turned ? "ArrowLeft" : "ArrowRight";
  atlas.dataset.turned = atlas.dataset.turned ? "" : "1";
  const start = performance.now();
  atlas.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return performance.now() - start;
}"""


@dataclass(frozen=True)
class Length:
    """The atlas at one length. Seconds, and bytes of ``payload``."""

    tokens: int
    cold: TimeSpread
    first: TimeSpread
    later: TimeSpread
    payload: int
    switch: TimeSpread
    hover: TimeSpread


@dataclass(frozen=True)
class Bertviz:
    """bertviz's model view at one length: seconds until painted, and bytes of its page."""

    tokens: int
    seconds: float
    payload: int


@dataclass(frozen=True)
class Attention:
    """The results for all lengths."""

    riverbank: tuple[Length, ...]
    bertviz: tuple[Bertviz, ...]

    def line(self) -> str:
        """The table's line."""
        ours = ", ".join(f"{each.tokens}: {each.later.milliseconds()}" for each in self.riverbank)
        theirs = ", ".join(f"{each.tokens}: {each.seconds:.1f} s" for each in self.bertviz)
        last, long = self.bertviz[-1], next(each for each in self.riverbank if each.tokens == BERTVIZ_LENGTHS[-1])
        worst = max(self.riverbank, key=lambda each: each.switch.median)
        return (
            f"| All 144 heads, by tokens (another head {worst.switch.milliseconds()}) | {ours} | bertviz's model view: "
            f"{theirs} | {last.seconds / long.later.median:.0f}× at {last.tokens} |"
        )


def measure() -> Attention:
    """Measure both, one length after another."""
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        with serve(SERVER) as port:
            ours = tuple(_length(browser, port, tokens) for tokens in LENGTHS)
        theirs = tuple(_bertviz(browser, Path(folder), tokens) for tokens in BERTVIZ_LENGTHS)
    return Attention(ours, theirs)


def _length(browser: Browser, port: int, tokens: int) -> Length:
    with open_element(browser, port, "attention", tokens) as page:  # creates the tensors, and fills the server's caches
        draw_another(page, 0)
    cold, first = [], []
    for _ in range(FIRST_RENDERS):
        with open_element(browser, port, "attention", tokens, cold=True) as page:
            cold.append(wait_for_drawing(page, 0).seconds)
        with open_element(browser, port, "attention", tokens) as page:
            first.append(draw_another(page, 0).seconds)
    with open_element(browser, port, "attention", tokens) as page:
        payload = draw_another(page, 0).payload
        later = [draw_another(page, turn).seconds for turn in range(1, LATER_RENDERS + 1)]
        switches = [page.evaluate(_SWITCH) / 1e3 for _ in range(SWITCHES)]
        large = page.locator(".room .map")
        moves = [hover(large, 0.4 + 0.5 * turn / MOVES) for turn in range(MOVES)]
    return Length(tokens, spread(cold), spread(first), spread(later), payload, spread(switches), spread(moves))


def _bertviz(browser: Browser, folder: Path, tokens: int) -> Bertviz:
    file = folder / f"bertviz-{tokens}.html"
    panels = random_attention(tokens, 0)
    times = []
    for _ in range(3 if tokens <= 16 else 1):
        start = time.perf_counter()
        file.write_text(model_view_page(["word"] * tokens, panels), encoding="utf-8")
        with browser.new_context(viewport={"width": 1280, "height": 720}) as context:
            page = context.new_page()
            page.goto(file.as_uri(), timeout=TIMEOUT_MS)
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
            times.append(time.perf_counter() - start)
            if page.locator("svg line").count() < tokens * tokens:
                raise RuntimeError(f"bertviz drew no lines for {tokens} tokens")
    return Bertviz(tokens, statistics.median(times), file.stat().st_size)
