"""Does a lecture for three hundred work? A projector, and three hundred phones that answer at twelve stops of a tour.

The projector is a browser that goes from stop to stop by key; it records when the number of answers on it changes. The
phones behave like their page's script: they wait for the next question, answer it, and send again what got no reply,
some of it twice. All of it is done with one process, and with two of which one is killed while answers come in. The
twenty minutes of such a lecture are compressed into two; three addresses share the phones, so that the limits per
address, which allow for twenty minutes, hold nobody up. Everything runs on one machine, so phones and browser take
processor time from the server.

``python -m benchmarks.lecture --phones 60 --stops 4 --processes 2`` prints a shorter one, and saves nothing.
"""

import argparse
import asyncio
import os
import random
import signal
import threading
import time
from bisect import bisect_right
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import httpx2
import psutil
from playwright.sync_api import Page

from benchmarks.classroom import projector, start_class
from benchmarks.serving import serve_process
from benchmarks.spread import TimeSpread, spread
from components.model.tally import normalise_guess
from components.tours.questions import AnswerKind, StopQuestion
from components.tours.tour import Stop, Tour, pack_tour

ADDRESSES = 3
JOIN_S, ANSWER_S, STOP_S = 8.0, 4.0, 12.0  # they join, and answer, within; the longest time at a stop
REVEAL_S = 1.5  # for which an answer is shown
TWICE = 0.1  # the share of answers that are sent twice
RETRY_S = (2.5, 3.5)  # as the page's script
SENTENCES = (
    "The [MASK] raised its interest rates.",
    "The capital of France is [MASK].",
    "She drank a cup of [MASK].",
    "He opened the [MASK] with a key.",
    "They tied the boat to the [MASK].",
    "The doctor works in a [MASK].",
    "A dog likes to chase a [MASK].",
    "We read the news in the [MASK].",
    "The sun rises in the [MASK].",
    "Two and two make [MASK].",
    "The teacher wrote on the [MASK].",
    "In winter it is very [MASK].",
)
WORDS = ("bank", "paris", "tea", "coffee", "door", "dock", "hospital", "cat", "paper", "east", "four", "board", "cold")
ASKS = StopQuestion(AnswerKind.WORD, patterns=("“{}” is the top guess",))
NOTING = """() => {
  window.noted = [];
  const look = () => {
    const text = document.querySelector(".st-key-body [data-testid=stMetricValue]")?.innerText ?? "";
    const count = Number(text.match(/^([\\d,]+) of/)?.[1].replace(",", "") ?? -1);
    const place = Number(document.documentElement.dataset.tourStop?.match(/^\\d+/)?.[0] ?? 0);
    const last = noted.at(-1);
    if (count >= 0 && (!last || last[0] !== place || last[1] !== count)) noted.push([place, count, Date.now() / 1000]);
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


@dataclass(frozen=True)
class LectureSize:
    """How large a lecture is.

    Attributes:
        phones: The number of phones.
        stops: The number of stops.
        processes: Processes of the app; of several, one is killed in the middle.
    """

    phones: int = 300
    stops: int = len(SENTENCES)
    processes: int = 1

    @property
    def killed_at(self) -> int:
        """The stop at which a worker is killed, from 1; 0 if none is."""
        return (self.stops + 1) // 2 if self.processes > 1 else 0


@dataclass(frozen=True)
class LectureRun:
    """One lecture; times in seconds.

    Attributes:
        size: How large it is.
        heard: From the projector's key to a phone's new question.
        taken: From sending an answer to its acceptance.
        shown: From accepting an answer to counting it on the projector.
        shown_after_kill: The same at the stop at which a worker is killed; None if none is.
        sent: Answers that phones sent.
        counted: Answers that the projector counted.
        right_scores: Phones whose score is the number of their right answers.
        lost: Phones that did not join, or did not answer everywhere.
    """

    size: LectureSize
    heard: TimeSpread
    taken: TimeSpread
    shown: TimeSpread
    shown_after_kill: TimeSpread | None
    sent: int
    counted: int
    right_scores: int
    lost: int

    def line(self) -> str:
        """A line of the table."""
        size, killed = self.size, self.shown_after_kill
        what = "one process" if killed is None else f"{size.processes} processes, one killed"
        at_the_kill = "" if killed is None else f"; at the stop where one is killed {killed.p95:.2f} s"
        return (
            f"| A lecture for {size.phones}, {size.stops} stops, {what}: an answer is on the projector after, p95 | "
            f"{self.shown.p95:.2f} s (median {self.shown.median:.2f}){at_the_kill} | a phone has the next question "
            f"after, p95: {self.heard.p95:.2f} s (median {self.heard.median:.2f}) | {self.counted:,} of {self.sent:,} "
            f"counted, {self.right_scores} of {size.phones} scores right, {self.lost} phones lost |"
        )


@dataclass(frozen=True)
class LectureLoad:
    """The same lecture with one process, and with two of which one is killed."""

    single: LectureRun
    double: LectureRun

    def line(self) -> str:
        """The table's lines."""
        return f"{self.single.line()}\n{self.double.line()}"


@dataclass
class PhonesLog:
    """What the phones noted.

    Attributes:
        heard_at: By question, when each phone heard of it.
        accepted_at: By question, when each answer was accepted.
        taken: Seconds from sending an answer to its acceptance.
        right_answers: By question, the right answers that phones received, and how often.
        phones: Each phone's answers by question, and the last score that it received.
        stops: The number of questions.
    """

    heard_at: dict[str, list[float]] = field(default_factory=dict)
    accepted_at: dict[str, list[float]] = field(default_factory=dict)
    taken: list[float] = field(default_factory=list)
    right_answers: dict[str, Counter[str]] = field(default_factory=dict)
    phones: list[tuple[dict[str, str], tuple[int, int] | None]] = field(default_factory=list)
    stops: int = 0

    @property
    def complete(self) -> int:
        """The number of phones whose answer was accepted at every stop."""
        return sum(len(answers) == self.stops for answers, _ in self.phones)

    @property
    def right_scores(self) -> int:
        """The number of phones whose score is the number of their right answers, of all questions."""
        right = {question: counts.most_common(1)[0][0] for question, counts in self.right_answers.items()}
        return sum(
            score == (sum(answer == right.get(question) for question, answer in answers.items()), self.stops)
            for answers, score in self.phones
        )


def measure() -> LectureLoad:
    """Measure both."""
    return LectureLoad(_summary(*_lecture(LectureSize())), _summary(*_lecture(LectureSize(processes=2))))


@dataclass(frozen=True)
class _Stop:
    """What was measured at one stop; times in seconds.

    Attributes:
        heard: From the projector's key to each phone's new question.
        shown: From accepting each answer to counting it on the projector.
        sent: Answers that were accepted.
        counted: Answers that the projector counted.
    """

    heard: list[float]
    shown: list[float]
    sent: int
    counted: int


def _lecture(size: LectureSize) -> tuple[LectureSize, PhonesLog, list[_Stop]]:
    with serve_process(workers=size.processes) as (process, port), projector(port) as page:
        page.goto(f"http://127.0.0.1:{port}/fill-the-blank")
        page.locator(".st-key-live").wait_for(state="attached", timeout=120_000)  # the lecturer has tried the projector
        page.goto(f"http://127.0.0.1:{port}/class")
        code = start_class(page)
        ending = threading.Event()
        with ThreadPoolExecutor(1) as thread:  # the browser's own loop has this one
            phones = thread.submit(lambda: asyncio.run(_hall(size, port, code, ending)))
            try:
                pressed = _drive(size, page, port, process.pid, phones)
            finally:
                ending.set()
            log = phones.result()
        noted: list[tuple[int, int, float]] = page.evaluate("noted")
    return size, log, _by_stop(log, noted, pressed)


def _drive(size: LectureSize, page: Page, port: int, launcher: int, phones: "Future[PhonesLog]") -> list[float]:
    """Take the projector through the tour. Returns when each stop was asked for."""
    stops = tuple(
        Stop(f"/fill-the-blank?{urlencode({'sentence': sentence})}", "Which word?", "The top guess.", asks=ASKS)
        for sentence in SENTENCES[: size.stops]
    )
    link = {**stops[0].parameters, "tour": pack_tour(Tour("A lecture", "", stops, 20)), "stop": "1", "present": "1"}
    page.get_by_text(f"{size.phones} of", exact=False).first.wait_for(timeout=90_000)  # joined, on the class's page
    pressed = [time.time()]
    page.goto(f"http://127.0.0.1:{port}/fill-the-blank?{urlencode(link)}")
    page.evaluate(NOTING)
    for number in range(1, len(stops) + 1):
        page.locator(f".tour .place:text-is('{number} of {len(stops)}')").wait_for(timeout=60_000)
        if number == size.killed_at:
            page.wait_for_timeout(1e3 * ANSWER_S / 2)
            os.kill(_workers(launcher)[0], signal.SIGKILL)
        _wait_for_answers(page, number, size.phones)
        page.locator(".tour[data-listening]").wait_for()
        page.keyboard.press("g")
        page.locator(".st-key-figure").wait_for(timeout=60_000)
        page.wait_for_timeout(1e3 * REVEAL_S)
        if phones.done():
            phones.result()  # raises what went wrong with them
        if number < len(stops):
            pressed.append(time.time())
            page.keyboard.press("PageDown")
    page.wait_for_timeout(1e3 * RETRY_S[1])
    return pressed


def _wait_for_answers(page: Page, number: int, phones: int) -> None:
    """Wait until everybody's answer is on the projector, or for the longest time at a stop."""
    deadline = time.monotonic() + STOP_S
    complete = f"noted.some(([place, count]) => place === {number} && count >= {phones})"
    while time.monotonic() < deadline and not page.evaluate(complete):
        page.wait_for_timeout(50)


def _workers(launcher: int) -> list[int]:
    """The processes of the app that a launcher has started."""
    return [child.pid for child in psutil.Process(launcher).children() if "streamlit" in child.cmdline()]


async def _hall(size: LectureSize, port: int, code: str, ending: threading.Event) -> PhonesLog:
    log = PhonesLog(stops=size.stops)
    limits = httpx2.Limits(max_connections=8, max_keepalive_connections=8)

    async def phone(number: int) -> None:
        headers = {"X-Forwarded-For": f"192.0.2.{1 + number % ADDRESSES}"}
        address = f"http://127.0.0.1:{port}"
        # Without certificates, which take longer to read for all of them than they take to join.
        async with httpx2.AsyncClient(
            base_url=address, limits=limits, timeout=20, headers=headers, verify=False
        ) as client:
            await asyncio.sleep(random.uniform(0, JOIN_S))
            await _LecturePhone(client, code, number, log).attend(ending)

    await asyncio.gather(*(phone(number) for number in range(size.phones)))
    return log


class _LecturePhone:
    """A phone, as the script of its page is one."""

    def __init__(self, client: httpx2.AsyncClient, code: str, number: int, log: PhonesLog) -> None:
        self._client, self._code, self._number, self._log = client, code, number, log
        self._known, self._question, self._joined = 0, "", False
        self._answers: dict[str, str] = {}  # by question
        self._score: tuple[int, int] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def attend(self, ending: threading.Event) -> None:
        while not ending.is_set():
            wait = "&wait=1" if self._joined else ""
            try:
                answer = await self._client.get(f"/join/{self._code}/state?known={self._known}{wait}")
                if answer.status_code == 200:
                    self._read(answer.json())
                elif answer.status_code != 204:
                    raise httpx2.TransportError(f"status {answer.status_code}")
                if not self._joined:
                    joining = await self._client.post(f"/join/{self._code}/students")
                    self._joined = joining.status_code == 200
                await asyncio.sleep(random.uniform(0, 0.3))
            except httpx2.TransportError:
                await asyncio.sleep(random.uniform(*RETRY_S))
        await asyncio.gather(*self._tasks)
        self._log.phones.append((self._answers, self._score))

    def _read(self, state: dict[str, Any]) -> None:
        self._known = state["version"]
        question, result = state["ask"], state["result"]
        if question is not None and question["question"] != self._question:
            self._question = question["question"]
            self._log.heard_at.setdefault(self._question, []).append(time.time())
            if self._question not in self._answers:
                self._tasks.add(asyncio.create_task(self._send(self._question)))
        if result is not None:
            self._score = (result["score"], result["questions"])
            rights = self._log.right_answers.setdefault(self._question, Counter())
            rights[normalise_guess(result["right"])] += 1

    async def _send(self, question: str) -> None:
        await asyncio.sleep(random.uniform(0, ANSWER_S))
        entry = {"id": f"{self._number}-{question}", "question": question, "text": random.choice(WORDS), "label": ""}
        start = time.perf_counter()
        while True:
            try:
                answer = await self._client.post(f"/join/{self._code}/entries", json=entry)
            except httpx2.TransportError:
                await asyncio.sleep(random.uniform(*RETRY_S))
                continue
            if answer.status_code == 200:
                break
            if answer.status_code == 409:  # the question has changed
                return
            await asyncio.sleep(random.uniform(*RETRY_S))
        self._log.taken.append(time.perf_counter() - start)
        self._log.accepted_at.setdefault(question, []).append(time.time())
        self._answers[question] = entry["text"]
        if random.random() < TWICE:  # the reply got lost
            await self._client.post(f"/join/{self._code}/entries", json=entry)


def _by_stop(log: PhonesLog, noted: list[tuple[int, int, float]], pressed: list[float]) -> list[_Stop]:
    """What was measured, by the number of the stop."""
    stops: dict[int, _Stop] = {}
    for question, moments in log.heard_at.items():
        place = bisect_right(pressed, min(moments))  # from 1
        on_projector = [(count, moment) for stop, count, moment in noted if stop == place]
        accepted = sorted(log.accepted_at.get(question, []))
        counted_at = [
            next((when for count, when in on_projector if count >= number), None)
            for number in range(1, len(accepted) + 1)
        ]
        stops[place] = _Stop(
            heard=[moment - pressed[place - 1] for moment in moments],
            shown=[
                max(0.0, when - moment) for when, moment in zip(counted_at, accepted, strict=True) if when is not None
            ],
            sent=len(accepted),
            counted=max((count for count, _ in on_projector), default=0),
        )
    return [stops[place] for place in sorted(stops)]


def _summary(size: LectureSize, log: PhonesLog, stops: list[_Stop]) -> LectureRun:
    return LectureRun(
        size,
        spread([each for stop in stops for each in stop.heard]),
        spread(log.taken),
        spread([each for stop in stops for each in stop.shown]),
        spread(stops[size.killed_at - 1].shown) if size.killed_at else None,
        sent=sum(stop.sent for stop in stops),
        counted=sum(stop.counted for stop in stops),
        right_scores=log.right_scores,
        lost=size.phones - log.complete,
    )


def main() -> None:
    """Print one lecture, stop by stop."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lecture")
    whole = LectureSize()
    parser.add_argument("--phones", type=int, default=whole.phones)
    parser.add_argument("--stops", type=int, default=whole.stops, choices=range(2, whole.stops + 1))
    parser.add_argument("--processes", type=int, default=whole.processes)
    size, log, stops = _lecture(LectureSize(**vars(parser.parse_args())))
    for number, stop in enumerate(stops, start=1):
        heard, shown = spread(stop.heard), spread(stop.shown)
        print(
            f"stop {number}{' (one is killed)' if number == size.killed_at else ''}: question heard after "
            f"{heard.median:.2f} s, p95 {heard.p95:.2f}; answer shown after {shown.median:.2f} s, p95 {shown.p95:.2f}, "
            f"at most {max(stop.shown):.2f}; {stop.counted} of {stop.sent} counted"
        )
    taken = spread(log.taken)
    print(f"an answer is taken after {taken.median:.3f} s, p95 {taken.p95:.3f}\n{_summary(size, log, stops).line()}")


if __name__ == "__main__":
    main()
