"""The phones of a lecture (:mod:`benchmarks.lecture`): they behave like the script of their page, and note when."""

import asyncio
import random
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import httpx2

from components.model.tally import normalise_guess

ADDRESSES = 3
JOIN_S, ANSWER_S = 8.0, 4.0  # they join, and answer, within
TWICE = 0.1  # the share of answers that are sent twice
RETRY_S = (2.5, 3.5)  # as the page's script
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


async def attend(phones: int, stops: int, port: int, code: str, ending: threading.Event) -> PhonesLog:
    """Let phones join a class and answer until ``ending`` is set.

    Args:
        phones: How many.
        stops: The number of questions that they will be asked.
        port: The server's port.
        code: The code of the class.
        ending: Set at the end of the lecture.
    """
    log = PhonesLog(stops=stops)
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

    await asyncio.gather(*(phone(number) for number in range(phones)))
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
                    self._joined = joining.status_code == 200 and not joining.json().get("rejected")
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
                if answer.json().get("rejected"):  # the question has changed
                    return
                break
            await asyncio.sleep(random.uniform(*RETRY_S))
        self._log.taken.append(time.perf_counter() - start)
        self._log.accepted_at.setdefault(question, []).append(time.time())
        self._answers[question] = entry["text"]
        if random.random() < TWICE:  # the reply got lost
            await self._client.post(f"/join/{self._code}/entries", json=entry)
