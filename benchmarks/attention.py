"""How soon do all 144 heads of a sentence stand on the screen, once their weights are in memory?

Twelve layers of twelve heads of random attention, sent through a served page to Chromium and timed as
`benchmarks.elements` does: first, in a fresh browser every time; cold, which has no bar; and later, one trace in place
of another, as a new sentence does. Then, in the page that stands there: another head by an arrow key, until it is
painted, and what one move of the mouse costs a frame.

Beside it, bertviz's model view of the same tensors: building its page (with its scripts inside, so that it works
without a network) and the browser's time until its lines are painted. At 128 tokens that takes most of a minute; at
512 it does not come at all.
"""

import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser

from benchmarks.elements import MOST_MS, SERVER, drawn, hover, opened, shown
from benchmarks.pages.attention import random_attention
from benchmarks.serving import chromium, served
from benchmarks.spread import Spread, spread
from components.attention.charts.bertviz_pages import model_view_page

LENGTHS = (16, 128, 512)
BERTVIZ_LENGTHS = (16, 64, 128)
FIRST_RENDERS, LATER_RENDERS, SWITCHES, MOVES = 7, 7, 15, 60
LATER_TARGETS_S = {16: 0.12, 128: 0.2, 512: 0.45}  # first ones may take twice that
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


def measure() -> Attention:
    """Measure both, one length after another."""
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        with served(SERVER) as port:
            ours = tuple(_length(browser, port, tokens) for tokens in LENGTHS)
        theirs = tuple(_bertviz(browser, Path(folder), tokens) for tokens in BERTVIZ_LENGTHS)
    return Attention(ours, theirs)


def _length(browser: Browser, port: int, tokens: int) -> Length:
    with opened(browser, port, "attention", tokens) as page:  # makes the tensors, and fills the server's caches
        drawn(page, 0)
    cold, first = [], []
    for _ in range(FIRST_RENDERS):
        with opened(browser, port, "attention", tokens, cold=True) as page:
            cold.append(shown(page, 0).seconds)
        with opened(browser, port, "attention", tokens) as page:
            first.append(drawn(page, 0).seconds)
    with opened(browser, port, "attention", tokens) as page:
        payload = drawn(page, 0).payload
        later = [drawn(page, turn).seconds for turn in range(1, LATER_RENDERS + 1)]
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
            page.goto(file.as_uri(), timeout=MOST_MS)
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
            times.append(time.perf_counter() - start)
            if page.locator("svg line").count() < tokens * tokens:
                raise RuntimeError(f"bertviz drew no lines for {tokens} tokens")
    return Bertviz(tokens, statistics.median(times), file.stat().st_size)
