"""How long does the server take for a changed word, and for a control that needs no model?

Measured over the websocket of the real app with the bundled model: from sending the rerun to the server's last message
about it. That includes the way to the server and back, and leaves out what a browser takes to paint. Every sentence is
new to the server, so no cache knows the answer. First one visitor alone, a changed word and a moved slider in turn;
then many visitors at once, who think for about ten seconds between two changes.

On a busy machine, processor time of the server's process is steadier than time on the clock (Linux alone tells it). So
it is measured, with messages and bytes, for a changed word, and for a first visit: connection, session, the first run
of the script and what follows until the model answers. Somebody else has a page open meanwhile, as in a lecture:
Streamlit forgets the compiled scripts when nobody has.
"""

import asyncio
import itertools
import random
import sys
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import psutil

from benchmarks.serving import serve_process
from benchmarks.spread import TimeSpread, spread
from benchmarks.visitor import ProtocolVisitor, RerunResult, visitor

PAGE = "fill-the-blank"
WARM_UP, ALONE = 5, 40
AFTERMATH_S = 0.03  # in which the server finishes what a visitor does not wait for
VISITORS, CHANGES, THINK_S = 30, 6, 10.0

_PARTS = (
    ("old", "young", "little", "tired", "quiet", "clever", "angry", "happy", "strange", "poor"),
    ("man", "dog", "teacher", "queen", "doctor", "farmer", "sailor", "child", "soldier", "writer"),
    ("saw", "found", "lost", "wanted", "remembered", "painted", "sold", "followed"),
    ("house", "river", "church", "garden", "market", "bridge", "station", "forest", "school", "shore"),
)


@dataclass(frozen=True)
class Cost:
    """What one run costs the server: processor time in seconds (None except on Linux), messages, and their bytes."""

    processor: TimeSpread | None
    messages: int
    size: int

    def text(self) -> str:
        """In a few words."""
        processor = "an unknown amount" if self.processor is None else self.processor.milliseconds()
        return f"{processor} of processor time, {self.messages} messages, {self.size / 1e3:.0f} kB"


@dataclass(frozen=True)
class Rerun:
    """Seconds of server time per rerun, and what a changed word and a first visit cost."""

    word_alone: TimeSpread
    control_alone: TimeSpread
    word_many: TimeSpread
    elements: int
    word: Cost
    visit: Cost
    visitors: int
    think_seconds: float

    def line(self) -> str:
        """The table's line."""
        many = self.word_many
        return (
            f"| A changed word to new bars, server time | {self.word_alone.milliseconds()} | "
            f"a control that needs no model: {self.control_alone.milliseconds()}; a changed word: {self.elements} "
            f"elements, {self.word.text()}; a first visit: {self.visit.text()} | "
            f"{self.visitors} visitors, {self.think_seconds:.0f} s think time: p50 {1e3 * many.median:.0f} ms, "
            f"p95 {1e3 * many.p95:.0f} ms, most {1e3 * many.maximum:.0f} ms ({many.count} changes) |"
        )


def measure() -> Rerun:
    """Measure on a server of its own."""
    with serve_process() as (process, port):
        return asyncio.run(_measure(port, process.pid))


def processor_seconds(pid: int) -> float | None:
    """Processor time of a process and its children so far; None except on Linux."""
    if not Path(f"/proc/{pid}/stat").exists():
        return None
    process = psutil.Process(pid)
    times = [each.cpu_times() for each in (process, *process.children(recursive=True))]
    return float(sum(each.user + each.system for each in times))


async def _measure(port: int, pid: int) -> Rerun:
    chance = random.Random(0)
    sentences = new_sentences(chance)
    words, controls = [], []
    async with visitor(port, PAGE) as alone:
        for number in range(WARM_UP + ALONE):
            word = await alone.write(next(sentences))
            control = await alone.slide(11 + number % 30)
            if number >= WARM_UP:
                words.append(word.seconds)
                controls.append(control)
        changed, word = await _changed_words(alone, sentences, pid)
        visit = await _first_visits(port, pid)
    async with AsyncExitStack() as stack:
        many = [await stack.enter_async_context(visitor(port, PAGE)) for _ in range(VISITORS)]
        times = await asyncio.gather(*(_think_and_write(alone, sentences, chance) for alone in many))
    return Rerun(
        spread(words),
        spread(controls),
        spread(itertools.chain(*times)),
        elements=len(word.elements),
        word=changed,
        visit=visit,
        visitors=VISITORS,
        think_seconds=THINK_S,
    )


async def measure_costs(port: int, pid: int) -> tuple[Cost, Cost]:
    """What a first visit and a changed word cost, in a process that serves the app on this port."""
    sentences = new_sentences()
    async with visitor(port, PAGE) as alone:
        for _ in range(WARM_UP):
            await alone.write(next(sentences))
        word, _ = await _changed_words(alone, sentences, pid)
        return await _first_visits(port, pid), word


async def _changed_words(alone: ProtocolVisitor, sentences: Iterator[str], pid: int) -> tuple[Cost, RerunResult]:
    """What a changed word costs, and the last of them."""
    spent = []
    for _ in range(ALONE):
        before = processor_clock(pid)
        word = await alone.write(next(sentences))
        await asyncio.sleep(AFTERMATH_S)
        spent.append(processor_clock(pid) - before)
    return _cost(spent, word), word


async def _first_visits(port: int, pid: int) -> Cost:
    spent = []
    for _ in range(ALONE):
        before = processor_clock(pid)
        async with visitor(port, PAGE, arrived=False) as newcomer:
            first = await newcomer.open()
            await newcomer.settle()
            await asyncio.sleep(AFTERMATH_S)
            spent.append(processor_clock(pid) - before)
        await asyncio.sleep(AFTERMATH_S)
    return _cost(spent, first)


def _cost(processor: list[float], run: RerunResult) -> Cost:
    return Cost(spread(processor) if sys.platform == "linux" else None, run.messages, run.size)


def processor_clock(pid: int) -> float:
    """Seconds of processor time of a process so far, to the microsecond; 0 except on Linux."""
    return time.clock_gettime((~pid << 3) | 2) if sys.platform == "linux" else 0.0  # as clock_getcpuclockid


async def _think_and_write(page: ProtocolVisitor, sentences: Iterator[str], chance: random.Random) -> list[float]:
    await asyncio.sleep(chance.uniform(0, THINK_S))  # visitors do not start together
    times = []
    for _ in range(CHANGES):
        times.append((await page.write(next(sentences))).seconds)
        await asyncio.sleep(THINK_S * chance.uniform(0.5, 1.5))
    return times


def new_sentences(chance: random.Random | None = None) -> Iterator[str]:
    """Eight thousand different sentences with a blank."""
    chance = chance or random.Random(0)
    parts = list(itertools.product(*_PARTS))
    chance.shuffle(parts)
    return (f"The {kind} {who} {did} the [MASK] near the {where}." for kind, who, did, where in parts)
