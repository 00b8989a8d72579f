"""How soon is a new sentence a thread, and does a river of 300 threads flow as smoothly as one of 30?

A sentence is timed over the websocket of the home page, as in :mod:`benchmarks.rerun`: each is new to the server.

Both rivers are played from the word to the last layer, in turn, each time in a fresh browser. A frame is the time to
the next one while the river flows: the screen's interval, unless the work takes longer.
"""

import asyncio
import random
from dataclasses import dataclass

from playwright.sync_api import Browser

from benchmarks.elements import SERVER, draw_another, open_element
from benchmarks.rerun import ALONE, WARM_UP, new_sentences
from benchmarks.sense_map import Motion, play_script
from benchmarks.serving import chromium, serve
from benchmarks.spread import TimeSpread, spread
from benchmarks.visitor import visitor

MANY, FEW = 300, 30
PLAYS = 5
HAS_FLOWED = "before !== null"


@dataclass(frozen=True)
class RiverFlow:
    """A new sentence on the home page; and many and few threads, which :attr:`Motion.points` counts."""

    sentence: TimeSpread
    many: Motion
    few: Motion

    def line(self) -> str:
        """The table's line."""
        many, few = self.many, self.few
        return (
            f"| A frame while a river of {many.points} threads flows (drawing {1e3 * many.drawing.median:.1f} ms) | "
            f"{many.frame.milliseconds()} | {few.points} threads: {few.frame.milliseconds()} "
            f"(drawing {1e3 * few.drawing.median:.1f} ms) | {many.frame.median / few.frame.median:.1f}× as long; "
            f"a new sentence is a thread after {self.sentence.milliseconds()} of server time |"
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
    with serve() as port:
        sentence = spread(asyncio.run(_new_threads(port)))
    return RiverFlow(sentence, many, few)


async def _new_threads(port: int) -> list[float]:
    """Seconds from sending a new sentence to the server's last message about it."""
    sentences, seconds = new_sentences(random.Random(0)), []
    async with visitor(port, "") as page:
        for _ in range(WARM_UP + ALONE):
            sentence = next(sentences).replace("[MASK]", "path").replace(".", " near the bank.")
            run = await page.write(sentence, key="stage")
            seconds.append(run.seconds)
    return seconds[WARM_UP:]


def _play(browser: Browser, port: int, threads: int) -> dict[str, list[float]]:
    """Seconds, frame by frame."""
    with open_element(browser, port, "river", threads) as page:
        draw_another(page, 0)
        timings: dict[str, list[float]] = page.evaluate(play_script(HAS_FLOWED))
    return {name: [milliseconds / 1e3 for milliseconds in times] for name, times in timings.items()}
