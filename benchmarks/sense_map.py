"""Do 5,000 points of a map of senses move from layer to layer as smoothly as 50?

Both are played from the first layer to the last, in turn, each time in a fresh browser. A frame is the time to the next
one while points move: the screen's interval, unless the work takes longer. Drawing is the page's share of this work;
few points are drawn larger than many.
"""

from dataclasses import dataclass

from playwright.sync_api import Browser

from benchmarks.elements import SERVER, draw_another, open_element
from benchmarks.serving import chromium, serve
from benchmarks.spread import TimeSpread, spread

MANY, FEW = 5_000, 50
PLAYS = 5
FRAME_TARGET_S = 0.05
IS_LAST_LAYER = 'dataset.layer === room.querySelector(".layer").max'
_PLAY = """() => new Promise((done) => {
  const room = window.room();
  const { dataset } = room.querySelector(".plot");
  const ask = window.requestAnimationFrame.bind(window);
  const timings = { frames: [], drawing: [] };
  let before = null;
  let spent = 0;
  window.requestAnimationFrame = (callback) => ask((now) => {
    const start = performance.now();
    callback(now);
    spent += performance.now() - start;
  });
  const look = (now) => {
    const isMoving = dataset.moving === "true";
    if (isMoving && before !== null) {
      timings.frames.push(now - before);
      timings.drawing.push(spent);
    }
    if (!isMoving && (IS_FINISHED)) return done(timings);
    before = isMoving ? now : null;
    spent = 0;
    ask(look);
  };
  ask(look);
  room.querySelector(".play").click();
})"""


def play_script(is_finished: str) -> str:
    """A script that presses Play and returns the milliseconds of every frame, and of its drawing.

    Drawing is timed by wrapping requestAnimationFrame, since elements do not report it.

    Args:
        is_finished: A condition in JavaScript on ``room``, ``dataset`` of its canvas and ``before``, the last moving
            frame; looked at while nothing moves.
    """
    return _PLAY.replace("IS_FINISHED", is_finished)


@dataclass(frozen=True)
class Motion:
    """Seconds per frame, and of it for drawing, with ``points`` points."""

    points: int
    frame: TimeSpread
    drawing: TimeSpread


@dataclass(frozen=True)
class SenseMap:
    """The results for many and for few points."""

    many: Motion
    few: Motion

    def line(self) -> str:
        """The table's line."""
        many, few = self.many, self.few
        return (
            f"| A frame while {many.points:,} points of a map move (drawing {1e3 * many.drawing.median:.1f} ms) | "
            f"{many.frame.milliseconds()} | {few.points} points: {few.frame.milliseconds()} "
            f"(drawing {1e3 * few.drawing.median:.1f} ms) | {many.frame.median / few.frame.median:.1f}× as long |"
        )


def measure() -> SenseMap:
    """Measure both, in turn."""
    frames: dict[int, list[float]] = {MANY: [], FEW: []}
    drawing: dict[int, list[float]] = {MANY: [], FEW: []}
    with chromium() as browser, serve(SERVER) as port:
        for _ in range(PLAYS):
            for points in (MANY, FEW):
                timings = _play(browser, port, points)
                frames[points] += timings["frames"]
                drawing[points] += timings["drawing"]
    many, few = (Motion(points, spread(frames[points]), spread(drawing[points])) for points in (MANY, FEW))
    return SenseMap(many, few)


def _play(browser: Browser, port: int, points: int) -> dict[str, list[float]]:
    """Seconds, frame by frame."""
    with open_element(browser, port, "sense_map", points) as page:
        draw_another(page, 0)
        timings: dict[str, list[float]] = page.evaluate(play_script(IS_LAST_LAYER))
    return {name: [milliseconds / 1e3 for milliseconds in times] for name, times in timings.items()}
