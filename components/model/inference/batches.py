"""Grouping of queued requests into batches of one forward pass, and the replies to them."""

import traceback
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field

from components.model.checkpoints.open_model import OpenModel, Predictor
from components.model.inference.prediction_io import PredictionInput, PredictionOutput

MAX_BATCH_ROWS = 32  # in one batch
MAX_BATCH_TOKENS = 4096  # in one batch, padding included: 32 short sentences, or 8 of 512 pieces
LENGTH_BUCKET = 16  # sentences are batched with others of about their length, so that little is spent on padding


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
