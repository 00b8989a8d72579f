"""Does a class of three hundred work? A projector, three hundred phones, a sentence each within two minutes.

The projector is a browser that shows the river into which the sentences fall, and records when their number in it
changes. The phones behave like their page's script: they open the page within ten seconds, poll the question every
three seconds, and send a sentence. Everything runs on one machine, so phones and browser take processor time from the
server.
"""

import asyncio
import itertools
import random
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx2
from playwright.sync_api import Page

from benchmarks.rerun import processor_seconds
from benchmarks.serving import chromium, serve_process
from benchmarks.spread import TimeSpread, spread
from components.classroom.cookie import COOKIE

STUDENTS = 300
JOIN_S, SEND_S = 10.0, 120.0  # in which they join, and send
POLL_S = 3.0
PLACES = ("river", "town", "harbour", "market", "valley", "station", "bridge", "garden")
DOINGS = ("walked to", "sat by", "saw", "left", "painted", "remembered", "crossed over from", "talked about")
LINK = "/?tour=which-bank-in-10-minutes&stop=9&present=1"  # the stop whose river sentences fall into
RIVER = ".st-key-stop-slide canvas.plot"
NOTING_MS = 50
NOTING = f"""river => {{
  window.noted = [];
  let before = null;
  setInterval(() => {{
    const label = river.getAttribute("aria-label")?.match(/(\\d+) sentences/);
    if (!label) return;
    const count = Number(label[1]);
    before ??= count;
    if (!noted.length || noted.at(-1)[0] !== count - before) noted.push([count - before, Date.now() / 1000]);
  }}, {NOTING_MS});
}}"""


@dataclass(frozen=True)
class Class:
    """Times in seconds.

    Attributes:
        page: To load the phone's page.
        taken: To send a sentence.
        shown: From accepting a sentence to drawing it in the river on the projector.
        counted: Sentences in the river at the end.
        refused: Sentences that were rejected.
        processor: Processor time of the server.
    """

    page: TimeSpread
    taken: TimeSpread
    shown: TimeSpread
    counted: int
    refused: int
    processor: float

    def line(self) -> str:
        """The table's lines."""
        return (
            f"| A class of {STUDENTS}, a sentence each within two minutes: in the river after, p95 | "
            f"{self.shown.p95:.2f} s (median {self.shown.median:.2f}) | {self.counted} of {STUDENTS} drawn, "
            f"{self.refused} refused | {1e3 * self.processor / STUDENTS:.0f} ms of processor time a sentence |\n"
            f"| {STUDENTS} telephones join within {JOIN_S:.0f} s: the page is there after, p95 | "
            f"{1e3 * self.page.p95:.0f} ms | a sentence is taken: {1e3 * self.taken.p95:.0f} ms | |"
        )


@dataclass(frozen=True)
class PhoneLog:
    """Measurements of the phones: seconds to load the page and to send, and when sentences were accepted."""

    pages: list[float]
    answers: list[float]
    accepted_at: list[float]
    refused: int


def measure() -> Class:
    """Measure on a server of its own."""
    with serve_process() as (process, port), projector(port) as page:
        code = start_river_class(page, port)
        before = processor_seconds(process.pid)
        with ThreadPoolExecutor(1) as thread:  # the browser's own loop has this one
            sent = thread.submit(lambda: asyncio.run(_class(port, code))).result()
        time.sleep(5)
        noted: list[tuple[int, float]] = page.evaluate("noted")
        after = processor_seconds(process.pid)
        used = float("nan") if before is None or after is None else after - before
    delays = []
    for number, moment in enumerate(sorted(sent.accepted_at), start=1):
        when = next((when for count, when in noted if count >= number), None)
        if when is not None:
            delays.append(max(0.0, when - moment))
    return Class(
        spread(sent.pages), spread(sent.answers), spread(delays), max(count for count, _ in noted), sent.refused, used
    )


@contextmanager
def projector(port: int) -> Iterator[Page]:
    """A browser that shows the page where a class is started."""
    with chromium() as browser:
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        page.goto(f"http://127.0.0.1:{port}/class")
        yield page


def start_class(page: Page) -> str:
    """Start a class from the page “Class”. Returns its code once the browser has the lecturer's cookie."""
    page.get_by_role("button", name="Start a class").first.click()
    heading = page.get_by_role("heading", name=re.compile("^Class .{5}$"))
    heading.wait_for()
    code = str(heading.inner_text().split()[-1])
    while not any(cookie.get("name") == COOKIE for cookie in page.context.cookies()):
        page.wait_for_timeout(100)
    return code


def start_river_class(page: Page, port: int) -> str:
    """Start a class and show its river, recording when the number of sentences changes. Returns the code."""
    code = start_class(page)
    page.goto(f"http://127.0.0.1:{port}{LINK}")
    page.locator(RIVER).wait_for(timeout=60_000)
    page.locator(RIVER).evaluate(NOTING)
    return code


async def _class(port: int, code: str) -> PhoneLog:
    sent = PhoneLog([], [], [], 0)
    sentences = (
        f"She {doing} the bank of the {place}, day {day}."
        for day, doing, place in itertools.product(range(STUDENTS), DOINGS, PLACES)
    )
    limits = httpx2.Limits(max_connections=STUDENTS, max_keepalive_connections=STUDENTS)

    async def student(number: int) -> bool:
        async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", limits=limits, timeout=30) as phone:
            await asyncio.sleep(random.uniform(0, JOIN_S))
            start = time.perf_counter()
            for address in (f"/join/{code}", "/join/assets/join.css", "/join/assets/join.js"):
                (await phone.get(address)).raise_for_status()
            sent.pages.append(time.perf_counter() - start)
            (await phone.post(f"/join/{code}/students")).raise_for_status()
            known = 0
            state: dict[str, Any] = {}
            moment, began = random.uniform(0, SEND_S), time.perf_counter()
            while time.perf_counter() - began < moment or not state:
                answer = await phone.get(f"/join/{code}/state?known={known}")
                if answer.status_code == 200:
                    state = answer.json()
                    known = state["version"]
                await asyncio.sleep(min(POLL_S, max(0.01, moment - (time.perf_counter() - began))))
            entry = {"id": str(number), "question": state["ask"]["question"], "text": next(sentences)}
            entry["label"] = random.choice(["river", "money"])
            start = time.perf_counter()
            answer = await phone.post(f"/join/{code}/entries", json=entry)
            sent.answers.append(time.perf_counter() - start)
            is_accepted = answer.status_code == 200 and not answer.json().get("rejected")
            if is_accepted:
                sent.accepted_at.append(time.time())
            return not is_accepted

    refused = sum(await asyncio.gather(*(student(number) for number in range(STUDENTS))))
    return PhoneLog(sent.pages, sent.answers, sent.accepted_at, refused)
