"""Visitors who ask at the same moment share one forward pass.

Threads that each run a model of their own get in each other's way: eight of them answered a third as many questions a
second as one thread that took eight questions at once. So one thread computes, whatever has queued up meanwhile goes
into its next batch, and the queue has an end: past it a visitor is told at once to try again.
"""

import queue
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.prediction import Answer, Ask, Question, answers
from components.model.user_errors import Busy

MOST_ROWS = 32  # in one batch
MOST_PIECES = 4096  # in one batch, padding included: 32 short sentences, or 8 of 512 pieces
MOST_WAITING = 64  # requests, each of one or more rows
PATIENCE_S = 30.0
LINGER_S = 0.004  # a twentieth of a pass of BERT-base
# Where somebody else asks every few hundredths of a second, a pass waits for the next of them: two sentences together
# cost little more than one, and three hundredths more are not noticed.
THICK_S, THICK_LINGER_S = 0.06, 0.03
_RECENT = 0.1  # the weight of the last gap in their mean
LENGTH_STEP = 16  # sentences are batched with others of about their length, so that little is spent on padding
_BUSY = "Many people are asking at once. Please try again in a moment; your sentence is kept."


class Watch(Protocol):
    """Is told what happens, from the threads in which it happens."""

    def batch(self, rows: int) -> None:
        """A pass of so many rows begins."""
        ...

    def answered(self, seconds: float) -> None:
        """A request was answered after so long."""
        ...

    def refused(self) -> None:
        """A request was not answered, since too many wait."""
        ...


class _Nobody:
    """Watches nothing."""

    def batch(self, rows: int) -> None: ...

    def answered(self, seconds: float) -> None: ...

    def refused(self) -> None: ...


@dataclass(frozen=True)
class _Request:
    opened: OpenModel
    questions: Sequence[Question]
    reply: "Future[list[Answer]]" = field(default_factory=Future)

    @property
    def length(self) -> int:
        """Of the longest question, in pieces."""
        return max(len(question.ids) for question in self.questions)

    @property
    def kind(self) -> tuple[int, int]:
        """Requests of one kind fit in one batch: the same model, about the same length."""
        return id(self.opened), self.length // LENGTH_STEP


class MicroBatcher:
    """Answers questions of many threads in shared batches.

    Call it like :func:`~components.model.inference.prediction.answers`.

    Attributes:
        batches: How many it has begun to compute, for those who want to know whether the machine is in use.
    """

    def __init__(
        self,
        compute: Ask = answers,
        *,
        most_waiting: int = MOST_WAITING,
        patience_s: float = PATIENCE_S,
        watch: Watch | None = None,
        linger_s: float = THICK_LINGER_S,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._compute, self._most_waiting, self._patience_s = compute, most_waiting, patience_s
        self._waiting: queue.Queue[_Request] = queue.Queue(most_waiting)
        self._put_off: list[_Request] = []
        self._crowded = False
        self._gap, self._asked_at = 1.0, 0.0  # seconds, in the mean, from one asker to the next
        self._asker: threading.Thread | None = None
        self._watch: Watch = watch or _Nobody()
        self._linger_s, self._clock = linger_s, clock
        self.batches = 0
        threading.Thread(target=self._serve, name="micro-batcher", daemon=True).start()

    def __call__(self, opened: OpenModel, questions: Sequence[Question]) -> list[Answer]:
        """Answer ``questions``, together with those other threads ask at this moment.

        Raises:
            Busy: Too many are waiting, or no answer came in time.
        """
        if not questions:
            return []
        request, start = _Request(opened, questions), self._clock()
        self._note_gap(start)
        try:
            self._waiting.put_nowait(request)
        except queue.Full:
            self._watch.refused()
            raise Busy(_BUSY) from None
        try:
            found = request.reply.result(self._patience_s)
        except FutureTimeoutError:
            request.reply.cancel()
            self._watch.refused()
            raise Busy(_BUSY) from None
        self._watch.answered(self._clock() - start)
        return found

    def _note_gap(self, now: float) -> None:
        """Follow how thickly people ask. Somebody who asks on and on, alone, is one and the same thread."""
        asker = threading.current_thread()
        if asker is not self._asker:
            self._gap += _RECENT * (min(now - self._asked_at, 1.0) - self._gap)
            self._asker, self._asked_at = asker, now

    @property
    def waiting(self) -> int:
        """Requests that wait for a pass."""
        return self._waiting.qsize() + len(self._put_off)

    def _serve(self) -> None:
        while True:
            self._serve_once()  # a call, so that waiting for the next batch keeps nothing of this one alive

    def _serve_once(self) -> None:
        batch = [request for request in self._next_batch() if request.reply.set_running_or_notify_cancel()]
        self._crowded = len(batch) > 1
        self.batches += bool(batch)
        if batch:
            self._watch.batch(sum(len(request.questions) for request in batch))
        if batch and not self._answered(batch):
            # One bad question, or too little memory for all of them: nobody pays for another visitor's request.
            for request in batch:
                self._answered([request])

    def _next_batch(self) -> list[_Request]:
        """The request that has waited longest, and those like it that fit in beside it."""
        waiting = self._put_off or [self._waiting.get()]
        if self._gap < THICK_S and not self._put_off:
            with suppress(queue.Empty):
                waiting.append(self._waiting.get(timeout=self._linger_s))
        if self._crowded:
            # Those who were answered together ask again together, a moment apart: without this wait they would fall
            # into two halves that take turns. Somebody who is alone is never kept waiting.
            time.sleep(LINGER_S)
        # Only this thread takes from the queue: what is there now is there on the next line too.
        while len(waiting) < self._most_waiting and not self._waiting.empty():
            waiting.append(self._waiting.get_nowait())
        first = waiting[0]
        batch: list[_Request] = []
        self._put_off = []
        rows = length = 0
        for request in waiting:
            more, longest = rows + len(request.questions), max(length, request.length)
            fits = (more <= MOST_ROWS and more * longest <= MOST_PIECES) or not batch
            if request.kind == first.kind and fits:
                batch.append(request)
                rows, length = more, longest
            else:
                self._put_off.append(request)
        return batch

    def _answered(self, batch: list[_Request]) -> bool:
        """Whether everybody of ``batch`` has a reply now: the answers or, for one request alone, what went wrong."""
        questions = [question for request in batch for question in request.questions]
        try:
            found = self._compute(batch[0].opened, questions)
            if len(found) != len(questions):
                raise RuntimeError(f"{len(questions)} questions got {len(found)} answers")
        except BaseException as error:  # whatever went wrong belongs to those who asked, not to this thread
            traceback.clear_frames(error.__traceback__)  # they hold tensors for as long as the error lives
            if len(batch) == 1:
                batch[0].reply.set_exception(error)
            return len(batch) == 1
        start = 0
        for request in batch:
            end = start + len(request.questions)
            request.reply.set_result(found[start:end])
            start = end
        return True
