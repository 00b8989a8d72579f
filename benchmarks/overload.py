"""Does an overloaded process keep its throughput?

The page has been opened before, so the models are loaded. Then three hundred visitors arrive within ten seconds, and
each begins to type while others still arrive; for a minute each changes a word about every ten seconds.
:mod:`benchmarks.crowd` waits until all have arrived, and so never sees arrivals and words compete. When they have left,
a few visitors who type without thinking show how many words a second the same process can do at best, and what fraction
of that it did under the overload. The load average is reported, since the visitors take part of the machine themselves.
"""

import asyncio
import os
import random
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

from benchmarks.crowd import LOST
from benchmarks.rerun import PAGE, new_sentences, processor_seconds
from benchmarks.serving import serve_process
from benchmarks.spread import TimeSpread, spread
from benchmarks.visitor import ProtocolVisitor, visitor
from components.server.proxies import find_proxy
from components.server.workers import STORES

VISITORS, RUSH_S, THINK_S, DURATION_S = 300, 10.0, 10.0, 60.0
WRITERS, BEST_S = 8, 15.0  # who show what the process can do at best
CALM_S = 5.0  # before they come: a proxy may hold a process for dead that three hundred have just left
OPENERS = 4  # for each process, so that each of them has loaded its models
CASES = (1, 2)  # processes


@dataclass(frozen=True)
class Overload:
    """One server under overload. Times in seconds.

    Attributes:
        processes: How many processes of the app.
        painted: From connecting to the first paint.
        words: From a changed word to the last message of its answer.
        rate: Words answered a second once all visitors have arrived.
        best_rate: Words answered a second by :data:`WRITERS` who do not think.
        processor: Processor time a word under overload, everything that the server did included.
        notices: Runs for which the page told its visitor that they wait.
        refusals: Words that were refused.
        lost: Visitors who lost their page.
        load: The machine's load average over the last minute, at the end.
    """

    processes: int
    painted: TimeSpread
    words: TimeSpread
    rate: float
    best_rate: float
    processor: float
    notices: int
    refusals: int
    lost: int
    load: float

    def line(self) -> str:
        """The table's line."""
        return (
            f"| {VISITORS} visitors arrive within {RUSH_S:.0f} s and type while others arrive, {self.processes} "
            f"process{'es' if self.processes > 1 else ''} | {self.rate:.1f} words a second, "
            f"{self.rate / self.best_rate:.0%} of the best ({self.best_rate:.1f}); p50 {self.words.median:.2f} s, "
            f"p95 {self.words.p95:.2f} s ({self.words.count} words) | first paint p50 {self.painted.median:.2f} s, "
            f"p95 {self.painted.p95:.2f} s | {1e3 * self.processor:.0f} ms of processor time a word; "
            f"{self.notices} told that they wait, {self.refusals} refused, {self.lost} lost; load {self.load:.1f} |"
        )


@dataclass(frozen=True)
class Overloads:
    """All cases."""

    cases: tuple[Overload, ...]

    def line(self) -> str:
        """The table's lines."""
        return "\n".join(case.line() for case in self.cases)


def measure() -> Overloads:
    """Measure each case on a server of its own; without a proxy or a store, a server has one process only."""
    cases = []
    for processes in CASES if can_run_several() else CASES[:1]:
        with serve_process(workers=processes) as (process, port):
            cases.append(asyncio.run(_measure(processes, port, process.pid)))
        print(cases[-1].line(), file=sys.stderr, flush=True)  # in case the next one fails
    return Overloads(tuple(cases))


def can_run_several() -> bool:
    """Whether a server can have several processes on this machine. Says what is missing if it cannot."""
    programs = {"a proxy": find_proxy(), "a store": next(filter(None, map(shutil.which, STORES)), None)}
    missing = [name for name, program in programs.items() if program is None]
    if missing:
        print(f"Measured with one process only: this machine lacks {' and '.join(missing)}.", file=sys.stderr)
    return not missing


@dataclass
class _Log:
    """Measurements of the visitors. ``words`` are pairs of the time of an answer and its duration."""

    painted: list[float] = field(default_factory=list)
    words: list[tuple[float, float]] = field(default_factory=list)
    notices: int = 0
    refusals: int = 0
    lost: int = 0


async def _measure(processes: int, port: int, pid: int) -> Overload:
    generator, log = random.Random(0), _Log()
    sentences = new_sentences(generator)
    async with AsyncExitStack() as stack:
        await asyncio.gather(*(_open(stack, port) for _ in range(OPENERS * processes)))
        start = time.perf_counter()
        visits = [_visit(stack, port, sentences, generator, log, start + DURATION_S) for _ in range(VISITORS)]
        crowd = asyncio.gather(*visits)
        await asyncio.sleep(RUSH_S)
        before = processor_seconds(pid)
        await asyncio.sleep(start + DURATION_S - time.perf_counter())
        after, load = processor_seconds(pid), os.getloadavg()[0]
        await crowd
    await asyncio.sleep(CALM_S)
    saturated = [when for when, _ in log.words if start + RUSH_S <= when < start + DURATION_S]
    spent = float("nan") if before is None or after is None else after - before
    return Overload(
        processes,
        spread(log.painted),
        spread(seconds for _, seconds in log.words),
        len(saturated) / (DURATION_S - RUSH_S),
        await _best_rate(port, sentences),
        spent / max(1, len(saturated)),
        log.notices,
        log.refusals,
        log.lost,
        load,
    )


async def _open(stack: AsyncExitStack, port: int) -> None:
    await stack.enter_async_context(visitor(port, PAGE))


async def _visit(
    stack: AsyncExitStack, port: int, sentences: Iterator[str], generator: random.Random, log: _Log, end: float
) -> None:
    await asyncio.sleep(generator.uniform(0, RUSH_S))
    start = time.perf_counter()
    try:
        page = await stack.enter_async_context(visitor(port, PAGE, arrived=False, open_timeout=60))
        first = await page.open()
        log.painted.append(time.perf_counter() - start)
        log.notices += first.is_queued
        await page.settle()
        await asyncio.sleep(generator.uniform(0, THINK_S))
        while time.perf_counter() < end:
            await _change_word(page, sentences, log)
            await asyncio.sleep(THINK_S * generator.uniform(0.5, 1.5))
    except LOST:
        log.lost += 1


async def _change_word(page: ProtocolVisitor, sentences: Iterator[str], log: _Log) -> None:
    run = await page.write(next(sentences))
    log.words.append((time.perf_counter(), run.seconds))
    log.notices += run.is_queued
    log.refusals += bool(run.errors)


async def _best_rate(port: int, sentences: Iterator[str]) -> float:
    """Words a second of a few visitors who do not think."""
    log = _Log()

    async def write(page: ProtocolVisitor, end: float) -> None:
        while time.perf_counter() < end:
            await _change_word(page, sentences, log)

    async with AsyncExitStack() as stack:
        pages = [await stack.enter_async_context(visitor(port, PAGE)) for _ in range(WRITERS)]
        await asyncio.gather(*(write(page, time.perf_counter() + BEST_S) for page in pages))
    return len(log.words) / BEST_S
