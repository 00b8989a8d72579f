"""Does a server leak memory or files? A thousand visits, each with a new sentence.

Eight visitors at a time wait for live bars, change a word and leave. Streamlit keeps a session for two minutes after
its page has closed, and garbage is collected while nobody waits. So memory and open files are read after that: once
after the first visits, when all shared caches are filled, and once at the end.
"""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from benchmarks.rerun import PAGE, new_sentences
from benchmarks.serving import serve_process
from benchmarks.visitor import visitor
from components.server.garbage import MIN_INTERVAL_S, QUIET_S

FIRST, VISITS, AT_ONCE = 200, 1_000, 8
KEPT_S = 120.0  # for which Streamlit keeps a session after its page has closed


@dataclass(frozen=True)
class ProcessUse:
    """Resource use of a process: bytes of memory, open files, and seconds of processor time so far."""

    memory: int
    files: int
    processor_s: float


@dataclass(frozen=True)
class Visits:
    """Resource use before and after ``visits`` visits."""

    first: ProcessUse
    last: ProcessUse
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
    """Measure on a separate server. Needs Linux."""
    with serve_process() as (process, port):
        return asyncio.run(_measure(process.pid, port))


async def _measure(pid: int, port: int) -> Visits:
    sentences = new_sentences()

    async def come(count: int) -> None:
        for _ in range(count):
            async with visitor(port, PAGE) as page:
                await page.write(next(sentences))

    async def settled(visits: int) -> ProcessUse:
        await asyncio.gather(*(come(visits // AT_ONCE) for _ in range(AT_ONCE)))
        await asyncio.sleep(KEPT_S)
        await come(1)  # expired sessions are removed when the next one starts
        await asyncio.sleep(MIN_INTERVAL_S + QUIET_S + 1)
        await come(1)
        await asyncio.sleep(MIN_INTERVAL_S + QUIET_S + 1)
        return process_use(pid)

    return Visits(await settled(FIRST), await settled(VISITS), VISITS)


def process_use(pid: int) -> ProcessUse:
    """The present resource use of a process."""
    folder = Path("/proc") / str(pid)
    pages = int((folder / "statm").read_text(encoding="ascii").split()[1])
    times = (folder / "stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return ProcessUse(4096 * pages, len(list((folder / "fd").iterdir())), (int(times[11]) + int(times[12])) / 100)
