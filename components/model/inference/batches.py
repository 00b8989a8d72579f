"""Requests that fit into one forward pass, and the replies to all of them."""

import traceback
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.prediction import Answer, Ask, Question

MOST_ROWS = 32  # in one batch
MOST_PIECES = 4096  # in one batch, padding included: 32 short sentences, or 8 of 512 pieces
LENGTH_STEP = 16  # sentences are batched with others of about their length, so that little is spent on padding


@dataclass(frozen=True)
class Request:
    """Questions of one asker, at least one, and where the reply to them goes."""

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


def first_batch(waiting: Sequence[Request]) -> tuple[list[Request], list[Request]]:
    """The request that has waited longest with those like it that fit in beside it, and the others."""
    batch: list[Request] = []
    others: list[Request] = []
    rows = length = 0
    for request in waiting:
        more, longest = rows + len(request.questions), max(length, request.length)
        fits = (more <= MOST_ROWS and more * longest <= MOST_PIECES) or not batch
        if request.kind == waiting[0].kind and fits:
            batch.append(request)
            rows, length = more, longest
        else:
            others.append(request)
    return batch, others


def answer_all(compute: Ask, batch: Sequence[Request]) -> None:
    """Reply to everybody of ``batch``, with answers or with what went wrong."""
    if not _answered(compute, batch):
        # One bad question, or too little memory for all of them: nobody pays for another visitor's request.
        for request in batch:
            _answered(compute, [request])


def _answered(compute: Ask, batch: Sequence[Request]) -> bool:
    """Whether everybody of ``batch`` has a reply now: the answers or, for one request alone, what went wrong."""
    questions = [question for request in batch for question in request.questions]
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
        end = start + len(request.questions)
        request.reply.set_result(found[start:end])
        start = end
    return True
