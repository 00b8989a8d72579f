"""Can a server handle three hundred visitors at once, on the machine that also runs the visitors?

They open one page of a cold server within ten seconds, wait until the model answers, and then each changes a word
every ten seconds, always to a new sentence. A changed word is timed from the visitor's message to the server's last
message about it, as in :mod:`benchmarks.rerun`. The simulated visitors take processor time from the server.
"""

import asyncio
import random
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

from websockets.exceptions import WebSocketException

from benchmarks.rerun import new_sentences, processor_seconds
from benchmarks.serving import serve_process
from benchmarks.spread import TimeSpread, spread
from benchmarks.visitor import ProtocolVisitor, visitor

VISITORS, RUSH_S, CHANGES, THINK_S = 300, 10.0, 4, 10.0
LOST = (OSError, TimeoutError, RuntimeError, WebSocketException)
PAGES = {"Masked words": "fill-the-blank", "Attention": "who-looks-at-whom"}
CASES = (("Masked words", 1), ("Masked words", 2), ("Attention", 2))  # page, and number of processes


@dataclass(frozen=True)
class CrowdCase:
    """One page with its crowd. Times in seconds; ``processor`` is per word.

    ``reasons`` are the errors of the lost visitors.
    """

    page: str
    processes: int
    painted: TimeSpread
    live: TimeSpread
    word: TimeSpread
    told_to_wait: int
    lost: int
    reasons: tuple[str, ...]
    processor: float

    def line(self) -> str:
        """The table's line."""
        return (
            f"| {VISITORS} visitors of “{self.page}”, a changed word every {THINK_S:.0f} s, {self.processes} "
            f"process{'es' if self.processes > 1 else ''} | "
            f"p50 {self.word.median:.2f} s, p95 {self.word.p95:.2f} s; {self.told_to_wait} of {self.word.count} told "
            f"to wait, {self.lost} lost | all came within {RUSH_S:.0f} s to a cold server: painted after "
            f"{self.painted.p95:.1f} s (p95; at most {self.painted.maximum:.1f}) | {1e3 * self.processor:.0f} ms of "
            "processor time a word |"
        )


@dataclass(frozen=True)
class Crowd:
    """All cases."""

    cases: tuple[CrowdCase, ...]

    def line(self) -> str:
        """The table's lines."""
        return "\n".join(case.line() for case in self.cases)


def measure() -> Crowd:
    """Measure each case on a server of its own."""
    cases = []
    for name, processes in CASES:
        with serve_process(workers=processes) as (process, port):
            cases.append(asyncio.run(_measure(name, processes, port, process.pid)))
    return Crowd(tuple(cases))


@dataclass
class _Log:
    """Measurements of the visitors."""

    painted: list[float] = field(default_factory=list)
    live: list[float] = field(default_factory=list)
    words: list[float] = field(default_factory=list)
    told_to_wait: int = 0
    lost: list[str] = field(default_factory=list)


async def _measure(name: str, processes: int, port: int, pid: int) -> CrowdCase:
    chance, log, page = random.Random(0), _Log(), PAGES[name]
    sentences = new_sentences(chance)
    async with AsyncExitStack() as stack:

        async def come() -> ProtocolVisitor | None:
            await asyncio.sleep(chance.uniform(0, RUSH_S))
            start = time.perf_counter()
            try:
                page_visitor = await stack.enter_async_context(visitor(port, page, arrived=False, open_timeout=60))
                await page_visitor.open()
                log.painted.append(time.perf_counter() - start)
                await page_visitor.settle()
            except LOST as error:
                log.lost.append(repr(error))
                return None
            log.live.append(time.perf_counter() - start)
            return page_visitor

        arrived = [each for each in await asyncio.gather(*(come() for _ in range(VISITORS))) if each is not None]
        took = processor_seconds(pid)
        await asyncio.gather(*(_write(each, sentences, chance, log) for each in arrived))
        taken = processor_seconds(pid)
    used = float("nan") if took is None or taken is None else taken - took
    return CrowdCase(
        name,
        processes,
        spread(log.painted),
        spread(log.live),
        spread(log.words),
        log.told_to_wait,
        len(log.lost),
        tuple(log.lost),
        used / len(log.words),
    )


async def _write(page: ProtocolVisitor, sentences: Iterator[str], chance: random.Random, log: _Log) -> None:
    await asyncio.sleep(chance.uniform(0, THINK_S))
    for _ in range(CHANGES):
        try:
            run = await page.write(next(sentences))
        except LOST as error:
            log.lost.append(repr(error))
            return
        log.words.append(run.seconds)
        log.told_to_wait += bool(run.errors)
        await asyncio.sleep(THINK_S * chance.uniform(0.5, 1.5))
