"""Does the machine play as smoothly with 128 tokens as with a dozen?

The pass of "Inside a layer" is played from the text to the answer, in turn for a long and a short sentence, each time
in a fresh browser. A frame is the time to the next one while it plays: the screen's interval, unless the work takes
longer.
"""

from dataclasses import dataclass
from urllib.parse import urlencode

from playwright.sync_api import Browser

from benchmarks.sense_map import Motion
from benchmarks.serving import chromium, serve
from benchmarks.spread import spread

MANY, FEW = 128, 13  # tokens, the special ones included
PLAYS = 3
PLAY_S = 5.0  # of the six that it takes
# Milliseconds between frames, and of each how long the page's own work took.
_TIMED = """() => {
  const ask = window.requestAnimationFrame.bind(window);
  let spent = 0;
  window.requestAnimationFrame = callback => ask(now => {
    const start = performance.now();
    callback(now);
    spent += performance.now() - start;
  });
  window.timed = milliseconds => new Promise(done => {
    const timings = { frames: [], drawing: [] };
    let first = null, before = null;
    const look = now => {
      first ??= now;
      if (before !== null) { timings.frames.push(now - before); timings.drawing.push(spent); }
      [before, spent] = [now, 0];
      if (now - first > milliseconds) done(timings);
      else ask(look);
    };
    ask(look);
  });
}"""


@dataclass(frozen=True)
class MachinePlay:
    """Long and short sentences, which :attr:`Motion.points` counts in tokens."""

    many: Motion
    few: Motion

    def line(self) -> str:
        """The table's line."""
        many, few = self.many, self.few
        return (
            f"| A frame while the machine plays, {many.points} tokens (drawing {1e3 * many.drawing.median:.1f} ms) | "
            f"{many.frame.milliseconds()} | {few.points} tokens: {few.frame.milliseconds()} "
            f"(drawing {1e3 * few.drawing.median:.1f} ms) | {many.frame.median / few.frame.median:.1f}× as long |"
        )


def measure() -> MachinePlay:
    """Measure both, in turn."""
    frames: dict[int, list[float]] = {MANY: [], FEW: []}
    drawing: dict[int, list[float]] = {MANY: [], FEW: []}
    with chromium() as browser, serve() as port:
        for _ in range(PLAYS):
            for tokens in (MANY, FEW):
                timings = _play(browser, port, tokens)
                frames[tokens] += timings["frames"]
                drawing[tokens] += timings["drawing"]
    many, few = (Motion(tokens, spread(frames[tokens]), spread(drawing[tokens])) for tokens in (MANY, FEW))
    return MachinePlay(many, few)


def _play(browser: Browser, port: int, tokens: int) -> dict[str, list[float]]:
    """Seconds, frame by frame."""
    words = ("the", "river", "bank", "was", "green", "and", "full", "of", "frogs")
    sentence = " ".join(words[place % len(words)] for place in range(tokens - 4))
    link = urlencode({"sentence": f"{sentence} [MASK]."})
    with browser.new_context(viewport={"width": 1280, "height": 800}) as context:
        page = context.new_page()
        page.add_init_script(f"({_TIMED})()")
        page.goto(f"http://127.0.0.1:{port}/inside-a-layer?{link}")
        page.locator(".st-key-live").wait_for(state="attached", timeout=60_000)
        page.get_by_role("button", name="Play").wait_for(timeout=60_000)  # it has played by itself
        page.wait_for_timeout(1_000)
        page.get_by_role("button", name="Play").click()
        timings: dict[str, list[float]] = page.evaluate("time => window.timed(time)", 1e3 * PLAY_S)
    return {name: [milliseconds / 1e3 for milliseconds in times] for name, times in timings.items()}
