"""Answer spans of a passage: frozen results, safe to share between visitors."""

from dataclasses import dataclass

import numpy as np

from components.model.heads.specs import HeadSpec
from components.model.results import Conditions, Floats, Token

MAX_ANSWER_LENGTH = 20  # tokens
# The margin over “no answer” that an answer needs; chosen on the first eight passages of the test set.
DEFAULT_THRESHOLD = -14.0


@dataclass(frozen=True)
class AnswerSpan:
    """A possible answer.

    Attributes:
        first: The index of its first token in the passage.
        last: The index of its last token.
        score: Its start score plus its end score.
        start: The index of its first character in the passage.
        end: The index after its last character.
        window: The index of the window it is from.
    """

    first: int
    last: int
    score: float
    start: int
    end: int
    window: int


@dataclass(frozen=True)
class PassageWindow:
    """A part of the passage that was read with the question.

    *Shape:* ``start_scores`` and ``end_scores`` (token,); the first token is token ``offset`` of the passage.
    ``no_answer`` is the score of [CLS] as start and end; ``log_total`` is the log-sum-exp of the scores of all
    possible spans.
    """

    offset: int
    start_scores: Floats
    end_scores: Floats
    no_answer: float
    log_total: float


@dataclass(frozen=True)
class SpanReading:
    """The best answer spans of a passage, best first, and every window that was read.

    ``tokens`` are those of the passage, and ``width`` is the size of a vector.
    """

    question: str
    passage: str
    cls_token: Token
    tokens: tuple[Token, ...]
    windows: tuple[PassageWindow, ...]
    spans: tuple[AnswerSpan, ...]
    max_answer_length: int
    spec: HeadSpec
    width: int
    conditions: Conditions

    @property
    def window(self) -> PassageWindow:
        """The window of the best span."""
        return self.windows[self.spans[0].window]

    @property
    def margin(self) -> float:
        """The score of the best span minus that of “no answer” in the same window."""
        return self.spans[0].score - self.window.no_answer

    def text(self, span: AnswerSpan) -> str:
        """The text of a span, as it was typed."""
        return self.passage[span.start : span.end]


def span_scores(start_scores: Floats, end_scores: Floats, max_answer_length: int) -> Floats:
    """The score of every span; minus infinity where it ends before it begins or is too long. *Shape:* (first, last)."""
    count = len(start_scores)
    first, last = np.indices((count, count))
    sums = start_scores[:, None] + end_scores[None, :]
    scores: Floats = np.where((last >= first) & (last - first < max_answer_length), sums, -np.inf).astype(np.float32)
    return scores
