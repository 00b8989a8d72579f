"""Does a river of 300 threads flow as smoothly as one of 30?

Both are played from the word to the last layer, in turn, each time in a fresh browser. A frame is the time to the next
one while the river flows: the screen's interval, unless the work takes longer.
"""

from dataclasses import dataclass

from playwright.sync_api import Browser

from benchmarks.elements import SERVER, draw_another, open_element
from benchmarks.sense_map import Motion, play_script
from benchmarks.serving import chromium, serve
from benchmarks.spread import spread

MANY, FEW = 300, 30
PLAYS = 5
HAS_FLOWED = "before !== null"


@dataclass(frozen=True)
class RiverFlow:
    """The results for many and for few threads; :attr:`Motion.points` counts threads."""

    many: Motion
    few: Motion

    def line(self) -> str:
        """The table's line."""
        many, few = self.many, self.few
        return (
            f"| A frame while a river of {many.points} threads flows (drawing {1e3 * many.drawing.median:.1f} ms) | "
            f"{many.frame.milliseconds()} | {few.points} threads: {few.frame.milliseconds()} "
            f"(drawing {1e3 * few.drawing.median:.1f} ms) | {many.frame.median / few.frame.median:.1f}× as long |"
        )


def measure() -> RiverFlow:
    """Measure both, in turn."""
    frames: dict[int, list[float]] = {MANY: [], FEW: []}
    drawing: dict[int, list[float]] = {MANY: [], FEW: []}
    with chromium() as browser, serve(SERVER) as port:
        for _ in range(PLAYS):
            for threads in (MANY, FEW):
                timings = _play(browser, port, threads)
                frames[threads] += timings["frames"]
                drawing[threads] += timings["drawing"]
    many, few = (Motion(threads, spread(frames[threads]), spread(drawing[threads])) for threads in (MANY, FEW))
    return RiverFlow(many, few)


def _play(browser: Browser, port: int, threads: int) -> dict[str, list[float]]:
    """Seconds, frame by frame."""
    with open_element(browser, port, "river", threads) as page:
        draw_another(page, 0)
        timings: dict[str, list[float]] = page.evaluate(play_script(HAS_FLOWED))
    return {name: [milliseconds / 1e3 for milliseconds in times] for name, times in timings.items()}
