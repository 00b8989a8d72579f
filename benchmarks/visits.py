"""Does a server give back what visitors took? A thousand visits, each with a sentence of its own.

Visitors come eight at a time, wait for live bars, change a word and leave. Streamlit keeps a session for two minutes
after its page has closed, and garbage is collected while nobody waits; so memory and open files are read after that,
once with the first visits behind it, when everything that is kept for all has been made, and once at the end.
"""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from benchmarks.rerun import PAGE, new_sentences
from benchmarks.serving import served_process
from benchmarks.visitor import visitor
from components.server.garbage import MIN_INTERVAL_S, QUIET_S

FIRST, VISITS, AT_ONCE = 200, 1_000, 8
KEPT_S = 120.0  # by Streamlit, after a page has closed


@dataclass(frozen=True)
class Held:
    """What the server's process holds: bytes of memory, open files, and seconds of processor time so far."""

    memory: int
    files: int
    processor_s: float


@dataclass(frozen=True)
class Visits:
    """Before and after so many visits."""

    first: Held
    last: Held
    visits: int

    def line(self) -> str:
        """The table's line."""
        grown = (self.last.memory - self.first.memory) / 2**20
        taken = 1e3 * (self.last.processor_s - self.first.processor_s) / self.visits
        return (
            f"| {self.visits:,} visits, each with a changed word: memory and open files after they left | "
            f"{self.last.memory / 2**20:.0f} MiB ({grown:+.0f}), {self.last.files} files "
            f"({self.last.files - self.first.files:+d}) | before them: {self.first.memory / 2**20:.0f} MiB, "
            f"{self.first.files} files | {taken:.0f} ms of processor time a visit |"
        )


def measure() -> Visits:
    """Measure on a server of its own; Linux tells what a process holds."""
    with served_process() as (process, port):
        return asyncio.run(_measure(process.pid, port))


async def _measure(pid: int, port: int) -> Visits:
    sentences = new_sentences()

    async def come(count: int) -> None:
        for _ in range(count):
            async with visitor(port, PAGE) as one:
                await one.write(next(sentences))

    async def settled(visits: int) -> Held:
        await asyncio.gather(*(come(visits // AT_ONCE) for _ in range(AT_ONCE)))
        await asyncio.sleep(KEPT_S)
        await come(1)  # sessions past their time are let go when the next one comes
        await asyncio.sleep(MIN_INTERVAL_S + QUIET_S + 1)
        await come(1)
        await asyncio.sleep(MIN_INTERVAL_S + QUIET_S + 1)
        return held(pid)

    return Visits(await settled(FIRST), await settled(VISITS), VISITS)


def held(pid: int) -> Held:
    """What a process holds now."""
    folder = Path("/proc") / str(pid)
    pages = int((folder / "statm").read_text(encoding="ascii").split()[1])
    times = (folder / "stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return Held(4096 * pages, len(list((folder / "fd").iterdir())), (int(times[11]) + int(times[12])) / 100)
