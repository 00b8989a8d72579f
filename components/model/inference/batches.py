"""Requests that fit into one forward pass, and the replies to all of them."""

import traceback
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.prediction import PredictionInput, PredictionOutput, Predictor

MAX_BATCH_ROWS = 32  # in one batch
MAX_BATCH_TOKENS = 4096  # in one batch, padding included: 32 short sentences, or 8 of 512 pieces
LENGTH_BUCKET = 16  # sentences are batched with others of about their length, so that little is spent on padding


@dataclass(frozen=True)
class QueuedRequest:
    """Questions of one asker, at least one, and where the reply to them goes."""

    opened: OpenModel
    inputs: Sequence[PredictionInput]
    reply: "Future[list[PredictionOutput]]" = field(default_factory=Future)

    @property
    def length(self) -> int:
        """Of the longest question, in pieces."""
        return max(len(question.ids) for question in self.inputs)

    @property
    def bucket(self) -> tuple[int, int]:
        """Requests of one kind fit in one batch: the same model, about the same length."""
        return id(self.opened), self.length // LENGTH_BUCKET


def split_first_batch(waiting: Sequence[QueuedRequest]) -> tuple[list[QueuedRequest], list[QueuedRequest]]:
    """The request that has waited longest with those like it that fit in beside it, and the others."""
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
    """Reply to everybody of ``batch``, with answers or with what went wrong."""
    if not _answered(compute, batch):
        # One bad question, or too little memory for all of them: nobody pays for another visitor's request.
        for request in batch:
            _answered(compute, [request])


def _answered(compute: Predictor, batch: Sequence[QueuedRequest]) -> bool:
    """Whether everybody of ``batch`` has a reply now: the answers or, for one request alone, what went wrong."""
    questions = [question for request in batch for question in request.inputs]
    try:
        found = compute(batch[0].opened, questions)
        if len(found) != len(questions):
            raise RuntimeError(f"{len(questions)} questions got {len(found)} answers")
    except BaseException as error:  # whatever went wrong belongs to those who asked, not to this thread
        traceback.clear_frames(error.__traceback__)  # they hold tensors for as long as the error lives
        if len(batch) == 1:
            batch[0].reply.set_exception(error)
        return len(batch) == 1
    start = 0
    for request in batch:
        end = start + len(request.inputs)
        request.reply.set_result(found[start:end])
        start = end
    return True
