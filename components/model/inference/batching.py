"""Micro-batching: requests that arrive at about the same time share one forward pass.

Threads that each run a forward pass slow each other down: eight of them answered a third as many requests a second as
one thread with batches of eight. So one thread computes, everything queued meanwhile goes into its next batch, and the
queue is bounded: when it is full, requests fail at once. A pool's replicas (:mod:`components.server.pool`) form their
batches by the same rules.
"""

import queue
import threading
import time
import traceback
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from components.model.checkpoints.open_model import OpenModel, Predictor
from components.model.inference.forward import predict_batch
from components.model.inference.prediction_io import PredictionInput, PredictionOutput
from components.model.run_queue import yield_turn
from components.model.user_errors import Busy

Key = TypeVar("Key", bound=Hashable)
MAX_BATCH_ROWS = 32  # in one batch
MAX_BATCH_TOKENS = 4096  # in one batch, padding included: 32 short sentences, or 8 of 512 pieces
LENGTH_BUCKET = 16  # sentences are batched with others of about their length, so that little is spent on padding
MAX_WAITING = 64  # requests, each of one or more rows
TIMEOUT_S = 30.0
REGROUP_S = 0.004  # a twentieth of a pass of BERT-base
# When other callers send a request every few hundredths of a second, a pass waits for the next one: two sentences
# together cost little more than one, and three hundredths of a second more are not noticed.
BUSY_GAP_S, BUSY_WAIT_S = 0.06, 0.03
_RECENT = 0.1  # the weight of the last gap in their mean
_BUSY = "Many people are using the model right now. Try again in a moment; your sentence is kept."


@dataclass(frozen=True)
class QueuedRequest:
    """Inputs of one caller, at least one, and the future that gets their outputs."""

    opened: OpenModel
    inputs: Sequence[PredictionInput]
    reply: "Future[list[PredictionOutput]]" = field(default_factory=Future)

    @property
    def length(self) -> int:
        """The length of the longest input, in tokens."""
        return max(len(item.ids) for item in self.inputs)

    @property
    def bucket(self) -> tuple[int, int]:
        """Requests of the same bucket may share a batch: they have the same model and about the same length."""
        return id(self.opened), self.length // LENGTH_BUCKET


class Watch(Protocol):
    """Observes a batcher. Its methods are called from the threads in which the events happen."""

    def on_batch(self, rows: int) -> None:
        """Called when a forward pass of ``rows`` rows begins."""
        ...

    def on_answer(self, seconds: float) -> None:
        """Called when a request was answered after ``seconds``."""
        ...

    def on_rejection(self) -> None:
        """Called when a request was rejected because too many wait."""
        ...


class NullWatch:
    """A watch that does nothing."""

    def on_batch(self, rows: int) -> None:
        """Do nothing."""

    def on_answer(self, seconds: float) -> None:
        """Do nothing."""

    def on_rejection(self) -> None:
        """Do nothing."""


class MicroBatcher:
    """Answers inputs of many threads in shared batches.

    Call it like :func:`~components.model.inference.forward.predict_batch`.

    Attributes:
        batches: The number of batches begun, which shows whether the machine is in use.
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
        self._compute, self._max_waiting, self._timeout_s = compute, max_waiting, timeout_s
        self._waiting: queue.Queue[QueuedRequest] = queue.Queue(max_waiting)
        self._postponed: list[QueuedRequest] = []
        self._was_shared = False
        self._gap, self._last_request_s = 1.0, 0.0  # seconds, in the mean, from one caller to the next
        self._last_caller: threading.Thread | None = None
        self._watch: Watch = watch or NullWatch()
        self._busy_wait_s, self._clock = busy_wait_s, clock
        self.batches = 0
        threading.Thread(target=self._serve, name="micro-batcher", daemon=True).start()

    def __call__(self, opened: OpenModel, inputs: Sequence[PredictionInput]) -> list[PredictionOutput]:
        """Answer ``inputs``, together with those other threads ask at this moment.

        Raises:
            Busy: Too many are waiting, or no answer came in time.
        """
        if not inputs:
            return []
        request, start = QueuedRequest(opened, inputs), self._clock()
        self._update_gap(start)
        try:
            self._waiting.put_nowait(request)
        except queue.Full:
            self._watch.on_rejection()
            raise Busy(_BUSY) from None
        try:
            with yield_turn():  # others may run meanwhile, and join the next pass
                outputs = request.reply.result(self._timeout_s)
        except FutureTimeoutError:
            request.reply.cancel()
            self._watch.on_rejection()
            raise Busy(_BUSY) from None
        self._watch.on_answer(self._clock() - start)
        return outputs

    def _update_gap(self, now: float) -> None:
        """Update the mean time between requests of different threads; one thread alone does not count."""
        caller = threading.current_thread()
        if caller is not self._last_caller:
            self._gap += _RECENT * (min(now - self._last_request_s, 1.0) - self._gap)
            self._last_caller, self._last_request_s = caller, now

    @property
    def waiting(self) -> int:
        """The number of requests that wait for a pass."""
        return self._waiting.qsize() + len(self._postponed)

    def _serve(self) -> None:
        while True:
            self._serve_once()  # a call, so that nothing of this batch stays alive while waiting for the next one

    def _serve_once(self) -> None:
        batch = [request for request in self._next_batch() if request.reply.set_running_or_notify_cancel()]
        self._was_shared = len(batch) > 1
        self.batches += bool(batch)
        if batch:
            self._watch.on_batch(sum(len(request.inputs) for request in batch))
            reply_to_batch(self._compute, batch)

    def _next_batch(self) -> list[QueuedRequest]:
        """The oldest request with others that fit into the same batch."""
        waiting = self._postponed or [self._waiting.get()]
        if self._gap < BUSY_GAP_S and not self._postponed:
            with suppress(queue.Empty):
                waiting.append(self._waiting.get(timeout=self._busy_wait_s))
        if self._was_shared:
            # Callers that were answered together send their next requests almost together: without this wait they would
            # fall into two groups that take turns. A caller who is alone never waits.
            time.sleep(REGROUP_S)
        # Only this thread takes from the queue, so a queue that is not empty still has a request on the next line.
        while len(waiting) < self._max_waiting and not self._waiting.empty():
            waiting.append(self._waiting.get_nowait())
        batch, self._postponed = split_first_batch(waiting)
        return batch


def split_first_batch(waiting: Sequence[QueuedRequest]) -> tuple[list[QueuedRequest], list[QueuedRequest]]:
    """Split off the next batch: the oldest request with others of its bucket that fit, and the remaining requests."""
    batch: list[QueuedRequest] = []
    others: list[QueuedRequest] = []
    rows = length = 0
    for request in waiting:
        more, longest = rows + len(request.inputs), max(length, request.length)
        fits = (more <= MAX_BATCH_ROWS and more * longest <= MAX_BATCH_TOKENS) or not batch
        if request.bucket == waiting[0].bucket and fits:
            batch.append(request)
            rows, length = more, longest
        else:
            others.append(request)
    return batch, others


def reply_to_batch(compute: Predictor, batch: Sequence[QueuedRequest]) -> None:
    """Reply to every request of ``batch`` with its outputs or with the error."""
    if not _answered(compute, batch):
        # One bad input, or too little memory for the whole batch: retry alone, so that only the cause fails.
        for request in batch:
            _answered(compute, [request])


def _answered(compute: Predictor, batch: Sequence[QueuedRequest]) -> bool:
    """Compute a batch and reply to it. Returns whether it has a reply; an error is one for a single request only."""
    inputs = [item for request in batch for item in request.inputs]
    try:
        outputs = compute(batch[0].opened, inputs)
        if len(outputs) != len(inputs):
            raise RuntimeError(f"{len(inputs)} questions got {len(outputs)} answers")
    except BaseException as error:  # any error belongs to the callers, not to this thread
        traceback.clear_frames(error.__traceback__)  # frames would keep tensors alive as long as the error lives
        if len(batch) == 1:
            batch[0].reply.set_exception(error)
        return len(batch) == 1
    start = 0
    for request in batch:
        end = start + len(request.inputs)
        request.reply.set_result(outputs[start:end])
        start = end
    return True


def batches_by_length(lengths: Mapping[Key, int]) -> Iterator[list[Key]]:
    """Batches of sentences of similar length, so that there is little padding.

    Args:
        lengths: The number of tokens of each sentence, by anything that identifies it.

    Yields:
        The keys of the sentences of a batch, shorter sentences first.
    """
    batch: list[Key] = []
    for key in sorted(lengths, key=lengths.__getitem__):
        # Sentences come in rising length: the batch is as wide as this one.
        if batch and (len(batch) == MAX_BATCH_ROWS or (len(batch) + 1) * lengths[key] > MAX_BATCH_TOKENS):
            yield batch
            batch = []
        batch.append(key)
    if batch:
        yield batch
