"""The phones of a lecture (:mod:`benchmarks.lecture`): they behave like the script of their page, and note when.

What their owners do, and what the network does to them, is their journey (:mod:`benchmarks.lecture_journeys`).
"""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx2

from benchmarks.lecture_journeys import Journey
from components.model.tally import normalise_guess

ADDRESSES = 3
JOIN_S, ANSWER_S = 8.0, 4.0  # they join, and answer, within
LATE_S = 2.0  # after the start of a stop: who is late joins within
WIFI_LOST_S = 2.0  # twenty seconds, compressed as the lecture is
REPLY_LOST = 0.5  # of the answers that are lost with the connection, the share that the server has
SOON_S, RETRY_S = 0.3, (2.5, 3.5)  # until the next request, and after an error; as the page's script
LOOK_S = 0.05  # how often the phones look at which stop the lecture is
WORDS = (
    "bank",
    "government",
    "paris",
    "tea",
    "milk",
    "coffee",
    "door",
    "dock",
    "hospital",
    "cat",
    "paper",
    "east",
    "four",
    "board",
    "cold",
)
QUESTION = "Stop {}: which word?"


def read_stop(shown: str) -> int:
    """The number of the stop in the text of a question or a result."""
    return int(shown.removeprefix(QUESTION.partition("{")[0]).partition(":")[0])


@dataclass
class LectureClock:
    """Where the lecture is, which the projector's thread sets and the phones read.

    Attributes:
        stop: The stop, from 1; 0 before the first.
        has_ended: Whether the phones should stop.
    """

    stop: int = 0
    has_ended: bool = False


@dataclass
class LecturePhoneLog:
    """What one phone noted; the dictionaries are by stop.

    Attributes:
        journey: How it comes and goes.
        sent: How often an answer was sent, from every tab and repeated after a lost connection.
        words: What it answers.
        entries: The ids of the answers that the server says it has.
        accepted_at: When the server first accepted an answer, in seconds since 1970.
        taken: Seconds from pressing Send to that.
        heard_at: When it heard of the question, in seconds since 1970.
        right: The right answer, which the server sends with the result.
        results: The answer that counts for this phone, which the server sends with the result; "" if none does.
        totals: The number of answers of the class, which the server sends with the result.
        score: The last score that it received, and of how many questions.
        late: Answers that came when the question was over.
        joins: How often the server let it join as a new phone.
        is_turned_away: Whether its page says that it cannot take part.
    """

    journey: Journey
    sent: Counter[int] = field(default_factory=Counter)
    words: dict[int, str] = field(default_factory=dict)
    entries: set[str] = field(default_factory=set)
    accepted_at: dict[int, float] = field(default_factory=dict)
    taken: dict[int, float] = field(default_factory=dict)
    heard_at: dict[int, float] = field(default_factory=dict)
    right: dict[int, str] = field(default_factory=dict)
    results: dict[int, str] = field(default_factory=dict)
    totals: dict[int, int] = field(default_factory=dict)
    score: tuple[int, int] | None = None
    late: int = 0
    joins: int = 0
    is_turned_away: bool = False


async def attend(journeys: Sequence[Journey], port: int, code: str, clock: LectureClock) -> list[LecturePhoneLog]:
    """Let phones join a class and answer until the clock has ended.

    Args:
        journeys: One for each phone.
        port: The server's port.
        code: The code of the class.
        clock: Where the lecture is.
    """
    async with asyncio.TaskGroup() as tasks:  # what goes wrong with a phone is raised
        phones = [
            _LecturePhone(_browser(port, code, number), number, journey, clock, tasks)
            for number, journey in enumerate(journeys)
        ]
        stop = -1
        while not clock.has_ended:
            if stop != clock.stop:
                stop = clock.stop
                for phone in phones:
                    phone.enter(stop)
            await asyncio.sleep(LOOK_S)
        for phone in phones:
            phone.close()
    for phone in phones:
        await phone.client.aclose()
    return [phone.log for phone in phones]


def _browser(port: int, code: str, number: int) -> httpx2.AsyncClient:
    # Without certificates, which take longer to read for all of them than they take to join.
    return httpx2.AsyncClient(
        base_url=f"http://127.0.0.1:{port}/join/{code}",
        limits=httpx2.Limits(max_connections=8, max_keepalive_connections=8),
        timeout=20,
        headers={"X-Forwarded-For": f"192.0.2.{1 + number % ADDRESSES}"},
        verify=False,
    )


class _LecturePhone:
    """A phone: its browser with its tabs, and its connection."""

    def __init__(
        self,
        client: httpx2.AsyncClient,
        number: int,
        journey: Journey,
        clock: LectureClock,
        tasks: asyncio.TaskGroup,
    ) -> None:
        self.client, self.number, self.log = client, number, LecturePhoneLog(journey)
        self._journey, self._clock, self._tasks = journey, clock, tasks
        self._tabs = [_Tab(self, number) for number in range(journey.tabs)]
        self._open_tabs = 1
        self._running: set[asyncio.Task[None]] = set()
        self._send_at: dict[str, float] = {}  # by question, in the loop's seconds
        self._lost_at: set[int] = set()  # stops
        self._offline: asyncio.Task[None] | None = None

    def enter(self, stop: int) -> None:
        """Do what the journey says when the lecture comes to a stop: join, lock, or come back."""
        if not self._journey.is_present(stop):
            self._cut()
        elif not self._running and self._offline is None:
            joins = stop == self._journey.joins_at
            self._start(random.uniform(0, (LATE_S if stop else JOIN_S) if joins else SOON_S))

    def open_other_tabs(self) -> None:
        """Open the others once the first has joined: they have its cookie."""
        others = self._tabs[self._open_tabs :]
        self._open_tabs = len(self._tabs)
        for tab in others:
            self.run(tab.attend(random.uniform(0, SOON_S)))

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something until it is done, or this phone is locked or loses its connection."""
        task = self._tasks.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def wait_to_send(self, question: str) -> None:
        """Wait until the owner has an answer to a question; all tabs send it at the same moment."""
        now = asyncio.get_running_loop().time()
        await asyncio.sleep(self._send_at.setdefault(question, now + random.uniform(0, ANSWER_S)) - now)

    def is_losing_wifi(self) -> bool:
        """Whether the journey says that the connection is lost with this answer; once a stop."""
        stop = self._clock.stop
        is_losing = stop in self._journey.wifi_lost - self._lost_at
        self._lost_at.add(stop)
        return is_losing

    def lose_wifi(self) -> None:
        """Lose the connection, and come back."""
        self._cut()
        self._offline = self._tasks.create_task(self._come_back())

    def close(self) -> None:
        """Stop everything."""
        if self._offline is not None:
            self._offline.cancel()
        self._cut()

    async def _come_back(self) -> None:
        back = time.monotonic() + WIFI_LOST_S
        while time.monotonic() < back:
            await asyncio.sleep(random.uniform(*RETRY_S))
        self._offline = None
        if self._journey.is_present(self._clock.stop):
            self._start(0)

    def _start(self, delay: float) -> None:
        for tab in self._tabs[: self._open_tabs]:
            self.run(tab.attend(delay))

    def _cut(self) -> None:
        """Stop the tabs where they are, in the middle of a request, too."""
        for task in self._running:
            task.cancel()
        self._running.clear()


@dataclass(frozen=True)
class _Unsent:
    """An answer that the page has and the server may not have.

    Attributes:
        entry: What is sent.
        stop: Of the question.
        began: When it was sent first, in seconds of ``perf_counter``.
    """

    entry: dict[str, str]
    stop: int
    began: float


class _Tab:
    """A tab, as the script of the phone's page. What it knows survives when the phone is locked."""

    def __init__(self, phone: _LecturePhone, number: int) -> None:
        self._phone, self._number, self._log, self._client = phone, number, phone.log, phone.client
        self.has_joined = False
        self._known, self._question = 0, ""
        self._unsent: list[_Unsent] = []
        self._is_sending = False
        self._unknown = 0  # times in a row that the server did not know this phone

    async def attend(self, delay: float) -> None:
        """Look for the question over and over, from ``delay`` seconds on."""
        await asyncio.sleep(delay)
        while True:
            await asyncio.sleep(await self._look())

    async def _look(self) -> float:
        """Ask for the question once. Returns the seconds until the next time."""
        is_waiting = self.has_joined and not self._unsent
        delay = random.uniform(*RETRY_S)
        try:
            answer = await self._client.get(f"/state?known={self._known}{'&wait=1' * is_waiting}")
            if answer.is_success and is_waiting:
                delay = random.uniform(0, SOON_S)
            if answer.status_code == 200:
                self._read(answer.json())
            if not self.has_joined:
                await self._join()
            if self.has_joined:
                await self._deliver()
        except httpx2.TransportError:
            pass  # as the page's script: the next look is after an error
        return delay

    async def _join(self) -> None:
        if self._unknown > 1:
            self._log.is_turned_away = True
            return
        answer = await self._client.post("/students")
        self.has_joined = answer.status_code == 200 and not answer.json().get("rejected")
        if "set-cookie" in answer.headers:
            self._log.joins += 1
        if not self._log.journey.keeps_cookies:
            self._client.cookies.clear()
        if self.has_joined and self._number == 0:
            self._phone.open_other_tabs()

    def _read(self, state: dict[str, Any]) -> None:
        self._known = state["version"]
        question, result, log = state["ask"], state["result"], self._log
        if question is not None and question["question"] != self._question:
            self._question = question["question"]
            stop = read_stop(question["shown"])
            log.heard_at.setdefault(stop, time.time())
            self._phone.run(self._answer(self._question, stop))
        if result is not None:
            stop = read_stop(result["shown"])
            log.score = (result["score"], result["questions"])
            log.right[stop] = normalise_guess(result["right"])
            log.results[stop], log.totals[stop] = result["answer"], result["total"]

    async def _answer(self, question: str, stop: int) -> None:
        await self._phone.wait_to_send(question)
        word = self._log.words.setdefault(stop, random.choice(WORDS))
        entry = {"id": f"{self._phone.number}-{self._number}-{question}", "question": question, "text": word}
        self._unsent.append(_Unsent({**entry, "label": ""}, stop, time.perf_counter()))
        if self.has_joined:
            with suppress(httpx2.TransportError):  # the next look sends it
                await self._deliver()

    async def _deliver(self) -> None:
        """Send the first answer that waits. It waits on if the server does not say that it has it."""
        if self._is_sending or not self._unsent:
            return
        self._is_sending, first, log = True, self._unsent[0], self._log
        try:
            log.sent[first.stop] += 1
            is_lost = self._phone.is_losing_wifi()
            if is_lost and random.random() >= REPLY_LOST:
                return self._phone.lose_wifi()
            answer = await self._client.post("/entries", json=first.entry)
            if is_lost:
                return self._phone.lose_wifi()
        finally:
            self._is_sending = False
        self._unknown = self._unknown + 1 if answer.status_code == 401 else 0
        if self._unknown:
            self.has_joined = False  # the next look joins, and sends it then
        elif answer.status_code == 200:
            self._unsent = self._unsent[1:]
            if answer.json().get("rejected"):
                log.late += 1
                return
            log.entries.add(first.entry["id"])
            if first.stop not in log.accepted_at:
                log.accepted_at[first.stop] = time.time()
                log.taken[first.stop] = time.perf_counter() - first.began
