"""Visitors who ask at the same moment share one forward pass.

Threads that each run a model of their own get in each other's way: eight of them answered a third as many questions a
second as one thread that took eight questions at once. So one thread computes, whatever has queued up meanwhile goes
into its next batch, and the queue has an end: past it a visitor is told at once to try again.
"""

import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import TimeoutError as FutureTimeoutError
from contextlib import suppress
from typing import Protocol

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.batches import QueuedRequest, reply_to_batch, split_first_batch
from components.model.inference.prediction import PredictionInput, PredictionOutput, Predictor, predict_batch
from components.model.run_queue import yield_turn
from components.model.user_errors import Busy

MAX_WAITING = 64  # requests, each of one or more rows
TIMEOUT_S = 30.0
REGROUP_S = 0.004  # a twentieth of a pass of BERT-base
# Where somebody else asks every few hundredths of a second, a pass waits for the next of them: two sentences together
# cost little more than one, and three hundredths more are not noticed.
BUSY_GAP_S, BUSY_WAIT_S = 0.06, 0.03
_RECENT = 0.1  # the weight of the last gap in their mean
_BUSY = "Many people are using the model right now. Try again in a moment; your sentence is kept."


class Watch(Protocol):
    """Is told what happens, from the threads in which it happens."""

    def on_batch(self, rows: int) -> None:
        """A pass of so many rows begins."""
        ...

    def on_answer(self, seconds: float) -> None:
        """A request was answered after so long."""
        ...

    def on_rejection(self) -> None:
        """A request was not answered, since too many wait."""
        ...


class NullWatch:
    """Watches nothing."""

    def on_batch(self, rows: int) -> None:
        """Pass over it."""

    def on_answer(self, seconds: float) -> None:
        """Pass over it."""

    def on_rejection(self) -> None:
        """Pass over it."""


class MicroBatcher:
    """Answers questions of many threads in shared batches.

    Call it like :func:`~components.model.inference.prediction.predict_batch`.

    Attributes:
        batches: How many it has begun to compute, for those who want to know whether the machine is in use.
    """

    def __init__(
        self,
        compute: Predictor = predict_batch,
        *,
        max_waiting: int = MAX_WAITING,
        timeout_s: float = TIMEOUT_S,
        watch: Watch | None = None,
        busy_wait_s: float = BUSY_WAIT_S,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._compute, self._most_waiting, self._patience_s = compute, max_waiting, timeout_s
        self._waiting: queue.Queue[QueuedRequest] = queue.Queue(max_waiting)
        self._put_off: list[QueuedRequest] = []
        self._crowded = False
        self._gap, self._asked_at = 1.0, 0.0  # seconds, in the mean, from one asker to the next
        self._asker: threading.Thread | None = None
        self._watch: Watch = watch or NullWatch()
        self._linger_s, self._clock = busy_wait_s, clock
        self.batches = 0
        threading.Thread(target=self._serve, name="micro-batcher", daemon=True).start()

    def __call__(self, opened: OpenModel, questions: Sequence[PredictionInput]) -> list[PredictionOutput]:
        """Answer ``questions``, together with those other threads ask at this moment.

        Raises:
            Busy: Too many are waiting, or no answer came in time.
        """
        if not questions:
            return []
        request, start = QueuedRequest(opened, questions), self._clock()
        self._note_gap(start)
        try:
            self._waiting.put_nowait(request)
        except queue.Full:
            self._watch.on_rejection()
            raise Busy(_BUSY) from None
        try:
            with yield_turn():  # others may run meanwhile, and join the next pass
                found = request.reply.result(self._patience_s)
        except FutureTimeoutError:
            request.reply.cancel()
            self._watch.on_rejection()
            raise Busy(_BUSY) from None
        self._watch.on_answer(self._clock() - start)
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
            self._watch.on_batch(sum(len(request.inputs) for request in batch))
            reply_to_batch(self._compute, batch)

    def _next_batch(self) -> list[QueuedRequest]:
        """The request that has waited longest, and those like it that fit in beside it."""
        waiting = self._put_off or [self._waiting.get()]
        if self._gap < BUSY_GAP_S and not self._put_off:
            with suppress(queue.Empty):
                waiting.append(self._waiting.get(timeout=self._linger_s))
        if self._crowded:
            # Those who were answered together ask again together, a moment apart: without this wait they would fall
            # into two halves that take turns. Somebody who is alone is never kept waiting.
            time.sleep(REGROUP_S)
        # Only this thread takes from the queue: what is there now is there on the next line too.
        while len(waiting) < self._most_waiting and not self._waiting.empty():
            waiting.append(self._waiting.get_nowait())
        batch, self._put_off = split_first_batch(waiting)
        return batch
