"""Does a class of three hundred work? A projector, three hundred phones, three sentences each in two minutes.

The projector is a browser that shows the map of a word and records when the number of sentences on it changes. The
phones behave like their page's script: they open the page within ten seconds, poll the question every three seconds,
and send entries. Everything runs on one machine, so phones and browser take processor time from the server.
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

STUDENTS, SENTENCES_EACH = 300, 3
JOIN_S, SEND_S = 10.0, 120.0  # in which they join, and send
POLL_S = 3.0
PLACES = ("river", "town", "harbour", "market", "valley", "station", "bridge", "garden")
DOINGS = ("walked to", "sat by", "saw", "left", "painted", "remembered", "crossed over from", "talked about")
NOTING = """() => {
  window.noted = [];
  const look = () => {
    const found = document.querySelector(".st-key-class-so-far")?.innerText.match(/(\\d+) answers?\\b/);
    const count = found ? Number(found[1]) : 0;
    if (!noted.length || noted[noted.length - 1][0] !== count) noted.push([count, Date.now() / 1000]);
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


@dataclass(frozen=True)
class Class:
    """Times in seconds.

    Attributes:
        page: To load the phone's page.
        taken: To send a sentence.
        shown: From accepting a sentence to showing it on the projector.
        counted: Sentences on the projector at the end.
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
        sent = STUDENTS * SENTENCES_EACH
        return (
            f"| A class of {STUDENTS}, {SENTENCES_EACH} sentences each in two minutes: on the projector after, p95 | "
            f"{self.shown.p95:.2f} s (median {self.shown.median:.2f}) | {self.counted} of {sent} counted, "
            f"{self.refused} refused | {1e3 * self.processor / sent:.0f} ms of processor time a sentence |\n"
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
        code = start_map_class(page, port)
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


def start_map_class(page: Page, port: int) -> str:
    """Start a class and show its map, recording when the number of sentences changes. Returns the code."""
    code = start_class(page)
    page.goto(f"http://127.0.0.1:{port}/which-bank?mode=The+map&whose=the+class&present=1")
    page.locator(".st-key-class-so-far").get_by_text(re.compile("^0 ")).wait_for(timeout=60_000)
    page.evaluate(NOTING)
    return code


async def _class(port: int, code: str) -> PhoneLog:
    sent = PhoneLog([], [], [], 0)
    sentences = (
        f"She {doing} the bank of the {place}, day {day}."
        for day, doing, place in itertools.product(range(STUDENTS), DOINGS, PLACES)
    )
    limits = httpx2.Limits(max_connections=STUDENTS, max_keepalive_connections=STUDENTS)

    async def student(number: int) -> int:
        turned_away = 0
        async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", limits=limits, timeout=30) as phone:
            await asyncio.sleep(random.uniform(0, JOIN_S))
            start = time.perf_counter()
            for address in (f"/join/{code}", "/join/assets/join.css", "/join/assets/join.js"):
                (await phone.get(address)).raise_for_status()
            sent.pages.append(time.perf_counter() - start)
            (await phone.post(f"/join/{code}/students")).raise_for_status()
            known = 0
            state: dict[str, Any] = {}
            due = sorted(random.uniform(0, SEND_S) for _ in range(SENTENCES_EACH))
            began = time.perf_counter()
            for place, moment in enumerate(due):
                while time.perf_counter() - began < moment or not state:
                    answer = await phone.get(f"/join/{code}/state?known={known}")
                    if answer.status_code == 200:
                        state = answer.json()
                        known = state["version"]
                    await asyncio.sleep(min(POLL_S, max(0.01, moment - (time.perf_counter() - began))))
                entry = {"id": f"{number}-{place}", "question": state["ask"]["question"], "text": next(sentences)}
                start = time.perf_counter()
                entry["label"] = random.choice(["river", "money"])
                answer = await phone.post(f"/join/{code}/entries", json=entry)
                sent.answers.append(time.perf_counter() - start)
                if answer.status_code == 200 and not answer.json().get("rejected"):
                    sent.accepted_at.append(time.time())
                else:
                    turned_away += 1
        return turned_away

    refused = sum(await asyncio.gather(*(student(number) for number in range(STUDENTS))))
    return PhoneLog(sent.pages, sent.answers, sent.accepted_at, refused)
