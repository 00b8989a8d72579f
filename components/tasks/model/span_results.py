"""The spans of a passage that may answer a question: frozen results, safe to share between visitors."""

from dataclasses import dataclass

import numpy as np

from components.model.results import Conditions, Floats, Token
from components.tasks.model.specs import HeadSpec

LONGEST_ANSWER = 20  # pieces
AHEAD = -14.0  # how far an answer has to be ahead of none: what tells best on the first eight passages that ship


@dataclass(frozen=True)
class Span:
    """A possible answer.

    Attributes:
        first: Its first piece, counted in the passage.
        last: Its last.
        score: The score of its beginning and that of its end.
        start: Its first character in the passage.
        end: The character after its last.
        window: Where it was found.
    """

    first: int
    last: int
    score: float
    start: int
    end: int
    window: int


@dataclass(frozen=True)
class Window:
    """A part of the passage that was read with the question.

    *Shape:* ``begins`` and ``ends`` (piece,), the scores of its pieces; the first is piece ``offset`` of the passage.
    ``total`` is the logarithm of the sum of the exponentials of all spans that are possible.
    """

    offset: int
    begins: Floats
    ends: Floats
    no_answer: float
    total: float


@dataclass(frozen=True)
class SpanReading:
    """The best spans of a passage, best first, and every window.

    ``pieces`` are the passage's, ``beginning`` is [CLS], and ``width`` is how many numbers a vector has.
    """

    question: str
    passage: str
    beginning: Token
    pieces: tuple[Token, ...]
    windows: tuple[Window, ...]
    spans: tuple[Span, ...]
    longest: int
    spec: HeadSpec
    width: int
    conditions: Conditions

    @property
    def window(self) -> Window:
        """The one that won."""
        return self.windows[self.spans[0].window]

    @property
    def margin(self) -> float:
        """By how much the best span beats no answer, in the window that won."""
        return self.spans[0].score - self.window.no_answer

    def text(self, span: Span) -> str:
        """The characters of a span, as they were typed."""
        return self.passage[span.start : span.end]


def allowed_scores(begins: Floats, ends: Floats, longest: int) -> Floats:
    """The score of every span; minus infinity where it ends before it begins or is too long. *Shape:* (first, last)."""
    count = len(begins)
    first, last = np.indices((count, count))
    sums = begins[:, None] + ends[None, :]
    found: Floats = np.where((last >= first) & (last - first < longest), sums, -np.inf).astype(np.float32)
    return found
