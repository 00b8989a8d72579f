"""Does a server stay well while visitors, a class, fine-tuning and uploads use it at once, for half an hour?

``SOAK_MINUTES`` sets another time; three minutes show that nothing breaks, thirty that nothing grows. After a warm-up
of a quarter of the time the median memory and the number of open files of its next tenth are compared with those of
the last tenth. At the end the models trained last must still answer, and the server's log must hold no traceback.
"""

import asyncio
import os
import random
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx2
from playwright.sync_api import FilePayload, Page, TimeoutError

from benchmarks.classroom import projector, start_river_class
from benchmarks.crowd import LOST
from benchmarks.rerun import new_sentences
from benchmarks.serving import chromium, serve_process
from benchmarks.visitor import visitor
from benchmarks.visits import ProcessUse, process_use

MINUTES = float(os.environ.get("SOAK_MINUTES", "30"))
ROOMS = ("fill-the-blank", "fill-the-blank", "who-looks-at-whom", "what-does-it-read")
WORDS_A_VISIT, THINK_S = 20, 1.0
STUDENTS, SEND_S = 20, 15.0
SAMPLE_S = 5.0
WARM_UP, WINDOW = 0.25, 0.1  # shares of the time
ANSWER_MS = 60_000  # for a page on a busy machine
# A server closes idle connections, perhaps while the next request is on its way.
CUT_OFF = (httpx2.ReadError, httpx2.WriteError, httpx2.RemoteProtocolError)
RUN_MS = 320_000  # for a run of fine-tuning: the server ends one after 300 s
LIST = "We met at the [MASK] of the river.,bank\nThe [MASK] barked all night.,dog\n"


@dataclass
class Done:
    """Counters so far. ``faults`` are errors of visitors, phones and the browser."""

    words: int = 0
    visits: int = 0
    entries: int = 0
    uploads: int = 0
    trained: list[str] = field(default_factory=list)  # links of the runs
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Soak:
    """What was done, and the server's resource use after the warm-up and at the end.

    Attributes:
        minutes: For which it ran.
        warm: Median bytes and open files after the warm-up.
        last: The same at the end.
        words: Changed words that were answered.
        visits: Pages that were opened for them.
        entries: Sentences that the class sent in.
        uploads: Lists that were uploaded and answered.
        trainings: Runs of fine-tuning that finished.
        answering: Of the last runs, how many models still answer, and how many were tried.
        faults: What went wrong, each in a line; tracebacks of the log among them.
    """

    minutes: float
    warm: ProcessUse
    last: ProcessUse
    words: int
    visits: int
    entries: int
    uploads: int
    trainings: int
    answering: tuple[int, int]
    faults: tuple[str, ...]

    def line(self) -> str:
        """The table's line."""
        growth = self.last.memory / self.warm.memory - 1
        return (
            f"| {self.minutes:.0f} minutes of everything at once: {self.words:,} changed words, {self.visits} visits, "
            f"{self.entries} entries of a class, {self.trainings} trainings, {self.uploads} uploads | "
            f"{self.last.memory / 2**20:.0f} MiB, {self.last.files} files | after the warm-up: "
            f"{self.warm.memory / 2**20:.0f} MiB ({growth:+.1%}), {self.warm.files} files | "
            f"{self.answering[0]} of {self.answering[1]} trained models answer; {len(self.faults)} faults |"
        )


def measure() -> Soak:
    """Measure on a separate server. Needs Linux."""
    done, until = Done(), time.monotonic() + 60 * MINUTES
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log.txt"
        with serve_process(log=log) as (process, port), ThreadPoolExecutor(2) as browsers:
            teacher = browsers.submit(_teach, port, until, done)
            lecturer = browsers.submit(_lecture, port, until, done)
            samples = asyncio.run(_visit(process.pid, port, until, done))
            lecturer.result()
            answering = teacher.result()
        tracebacks = log.read_text(encoding="utf-8", errors="replace").count("Traceback (most recent call last)")
    faults = [*done.faults, *(["a traceback in the log"] * tracebacks)]
    warm, last = _window(samples, WARM_UP), _window(samples, 1 - WINDOW)
    trainings = len(done.trained)
    return Soak(
        MINUTES, warm, last, done.words, done.visits, done.entries, done.uploads, trainings, answering, tuple(faults)
    )


async def _visit(pid: int, port: int, until: float, done: Done) -> list[ProcessUse]:
    """Send visitors to the rooms until the time is over, and read what the server holds meanwhile."""
    sentences = new_sentences()
    samples = []

    async def sample() -> None:
        while time.monotonic() < until:
            samples.append(process_use(pid))
            await asyncio.sleep(SAMPLE_S)

    await asyncio.gather(sample(), *(_write(port, room, sentences, until, done) for room in ROOMS))
    return samples


async def _write(port: int, room: str, sentences: Iterator[str], until: float, done: Done) -> None:
    while time.monotonic() < until:
        try:
            async with visitor(port, room) as page:
                done.visits += 1
                for _ in range(WORDS_A_VISIT):
                    if time.monotonic() > until:
                        return
                    await page.write(next(sentences))
                    done.words += 1
                    await asyncio.sleep(random.uniform(0, 2 * THINK_S))
        except LOST as error:
            done.faults.append(f"{room}: {error}")
            await asyncio.sleep(THINK_S)


def _lecture(port: int, until: float, done: Done) -> None:
    """Hold a class on a projector, with phones that send in sentences."""
    with projector(port) as page, ThreadPoolExecutor(1) as phones:  # the browser's own loop has this thread
        code = start_river_class(page, port)
        phones.submit(lambda: asyncio.run(_class(port, code, until, done))).result()


async def _class(port: int, code: str, until: float, done: Done) -> None:
    async def student(number: int) -> None:
        async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30) as phone:
            (await phone.post(f"/join/{code}/students")).raise_for_status()
            sent = 0
            while time.monotonic() < until:
                with suppress(*CUT_OFF):  # and sent again, as a phone does it
                    await _send(phone, code, number, sent, done)
                    sent += 1
                await asyncio.sleep(random.uniform(0, 2 * SEND_S))

    results = await asyncio.gather(*map(student, range(STUDENTS)), return_exceptions=True)
    done.faults += [f"a phone: {result!r}" for result in results if isinstance(result, BaseException)]


async def _send(phone: httpx2.AsyncClient, code: str, student: int, day: int, done: Done) -> None:
    """Ask what the class is asked, and send a sentence in."""
    state: dict[str, Any] = (await phone.get(f"/join/{code}/state")).json()
    entry = {
        "id": f"{student}-{day}",
        "question": state["ask"]["question"],
        "text": f"She sat by the bank of the river on day {day} of week {student}.",
        "label": "river",
    }
    answer = await phone.post(f"/join/{code}/entries", json=entry)
    if answer.status_code == 200 and not answer.json().get("rejected"):
        done.entries += 1
    elif answer.status_code != 429:  # the class is told when it sends too fast
        done.faults.append(f"an entry: {answer.status_code} {answer.text[:100]}")


def _teach(port: int, until: float, done: Done) -> tuple[int, int]:
    """Fine-tune one model after another and upload lists between. Returns how many of the last models answer."""
    with chromium() as browser:
        page = browser.new_page()
        page.set_default_timeout(ANSWER_MS)
        seed = 0
        while time.monotonic() < until:
            try:
                _upload(page, port, done)
                _train(page, port, f"labels-20~epochs-2~batch-8~seed-{seed % 8}", done)
            except TimeoutError as error:
                done.faults.append(f"the browser waited in vain: {error.message.splitlines()[0]}")
            seed += 1
        return _count_answering(page, port, done)


def _train(page: Page, port: int, run: str, done: Done) -> None:
    """Have a run done, and wait until it is."""
    link = urlencode({"model": "pocket-bert", "run": run})
    page.goto(f"http://127.0.0.1:{port}/teach-it-something?{link}")
    page.locator(".st-key-teaching-start button").click(timeout=RUN_MS)
    page.locator(".st-key-teaching-stop").wait_for()
    page.locator(".st-key-teaching-stop").wait_for(state="hidden", timeout=RUN_MS)
    page.locator(".st-key-teaching-start button:disabled").wait_for()  # there is nothing left to train
    done.trained.append(link)


def _upload(page: Page, port: int, done: Done) -> None:
    page.goto(f"http://127.0.0.1:{port}/fill-the-blank?mode=A+list+of+my+own")
    file = FilePayload(name="list.csv", mimeType="text/csv", buffer=LIST.encode())
    page.locator("input[type=file]").set_input_files(files=[file])
    page.locator(".st-key-list-ask button", has_text="2").click()  # once the file has taken the place of the example
    page.get_by_test_id("stDataFrame").wait_for()
    done.uploads += 1


def _count_answering(page: Page, port: int, done: Done) -> tuple[int, int]:
    """How many of the models trained last answer, of how many that the server promises to keep."""
    from components.teaching.model.training_queue import KEPT_LIMIT

    last = list(dict.fromkeys(reversed(done.trained)))[:KEPT_LIMIT]
    answering = 0
    for link in last:
        page.goto(f"http://127.0.0.1:{port}/teach-it-something?{link}&mode=Use+it")
        page.locator(".st-key-finding").get_by_text(re.compile(r"\d%")).first.wait_for()
        answering += 1
    return answering, len(last)


def _window(samples: list[ProcessUse], begin: float) -> ProcessUse:
    """Medians of the samples of a tenth of the time that begins at a share of it."""
    chosen = samples[int(begin * len(samples)) :][: max(1, int(WINDOW * len(samples)))]
    memory, files = (int(statistics.median(each)) for each in zip(*((s.memory, s.files) for s in chosen), strict=True))
    return ProcessUse(memory, files, chosen[-1].processor_s)


def main() -> int:
    """Measure as CI does: print the line and every fault. Returns the exit status, 1 where something went wrong."""
    result = measure()
    print(result.line(), *result.faults, sep="\n")
    return int(bool(result.faults) or result.answering[0] < result.answering[1])


if __name__ == "__main__":
    sys.exit(main())
