"""Does a server hold three hundred visitors at once, on the machine that they are measured from?

They open one page within ten seconds of each other, on a cold server; wait until the model answers; and then each of
them changes a word every ten seconds, never to a sentence that anybody had before. The clock of a changed word runs
from the visitor's message to the server's last one about it, as in :mod:`benchmarks.rerun`. What the visitors take of
the machine's processors, the server does not have. What one visitor more takes of its memory is told by a hundred who
come when all this is over.
"""

import asyncio
import random
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

import psutil
from websockets.exceptions import WebSocketException

from benchmarks.rerun import new_sentences, processor_seconds
from benchmarks.serving import served_process
from benchmarks.spread import Spread, spread
from benchmarks.visitor import Visitor, visitor

VISITORS, RUSH_S, CHANGES, THINK_S = 300, 10.0, 4, 10.0
LOST = (OSError, TimeoutError, RuntimeError, WebSocketException)
MORE = 100  # visitors whose memory is looked at
PAGES = {"Fill the blank": "fill-the-blank", "Who looks at whom?": "who-looks-at-whom"}
CASES = (("Fill the blank", 1), ("Fill the blank", 2), ("Who looks at whom?", 2))  # pages, and in how many processes


@dataclass(frozen=True)
class Held:
    """One page and its crowd. Seconds, but for ``session``, bytes a visitor, and ``processor``, seconds a word.

    ``reasons`` says of those who were lost why.
    """

    page: str
    processes: int
    painted: Spread
    live: Spread
    word: Spread
    told_to_wait: int
    lost: int
    reasons: tuple[str, ...]
    processor: float
    session: float

    def line(self) -> str:
        """The table's line."""
        return (
            f"| {VISITORS} visitors of “{self.page}”, a changed word every {THINK_S:.0f} s, {self.processes} "
            f"process{'es' if self.processes > 1 else ''} | "
            f"p50 {self.word.median:.2f} s, p95 {self.word.p95:.2f} s; {self.told_to_wait} of {self.word.count} told "
            f"to wait, {self.lost} lost | all came within {RUSH_S:.0f} s to a cold server: painted after "
            f"{self.painted.p95:.1f} s (p95; at most {self.painted.most:.1f}) | {1e3 * self.processor:.0f} ms of "
            f"processor time a word, {self.session / 2**20:.2f} MiB a visitor |"
        )


@dataclass(frozen=True)
class Crowd:
    """All cases."""

    cases: tuple[Held, ...]

    def line(self) -> str:
        """The table's lines."""
        return "\n".join(case.line() for case in self.cases)


def measure() -> Crowd:
    """Measure each case on a server of its own."""
    found = []
    for name, processes in CASES:
        with served_process(workers=processes) as (process, port):
            found.append(asyncio.run(_measure(name, processes, port, process.pid)))
    return Crowd(tuple(found))


@dataclass
class _Seen:
    """What the visitors saw."""

    painted: list[float] = field(default_factory=list)
    live: list[float] = field(default_factory=list)
    words: list[float] = field(default_factory=list)
    told_to_wait: int = 0
    lost: list[str] = field(default_factory=list)


async def _measure(name: str, processes: int, port: int, pid: int) -> Held:
    chance, seen, page = random.Random(0), _Seen(), PAGES[name]
    sentences = new_sentences(chance)
    async with AsyncExitStack() as stack:

        async def come() -> Visitor | None:
            await asyncio.sleep(chance.uniform(0, RUSH_S))
            start = time.perf_counter()
            try:
                one = await stack.enter_async_context(visitor(port, page, arrived=False, open_timeout=60))
                await one.open()
                seen.painted.append(time.perf_counter() - start)
                await one.settle()
            except LOST as error:
                seen.lost.append(repr(error))
                return None
            seen.live.append(time.perf_counter() - start)
            return one

        arrived = [one for one in await asyncio.gather(*(come() for _ in range(VISITORS))) if one is not None]
        took = processor_seconds(pid)
        await asyncio.gather(*(_write(one, sentences, chance, seen) for one in arrived))
        taken = processor_seconds(pid)
        before = memory(pid)
        for _ in range(MORE):
            await stack.enter_async_context(visitor(port, page))
        grown = memory(pid) - before
    used = float("nan") if took is None or taken is None else taken - took
    return Held(
        name,
        processes,
        spread(seen.painted),
        spread(seen.live),
        spread(seen.words),
        seen.told_to_wait,
        len(seen.lost),
        tuple(seen.lost),
        used / len(seen.words),
        grown / MORE,
    )


def memory(pid: int) -> int:
    """Bytes that a process and those it has started hold."""
    process = psutil.Process(pid)
    return sum(one.memory_info().rss for one in (process, *process.children(recursive=True)))


async def _write(one: Visitor, sentences: Iterator[str], chance: random.Random, seen: _Seen) -> None:
    await asyncio.sleep(chance.uniform(0, THINK_S))
    for _ in range(CHANGES):
        try:
            run = await one.write(next(sentences))
        except LOST as error:
            seen.lost.append(repr(error))
            return
        seen.words.append(run.seconds)
        seen.told_to_wait += bool(run.refusals)
        await asyncio.sleep(THINK_S * chance.uniform(0.5, 1.5))
