"""A span of a passage that answers a question: where it begins, where it ends, and whether there is one.

Devlin et al. 2018 (https://arxiv.org/abs/1810.04805), sections 4.2 and 4.3: the score of a span is the score of its
beginning and that of its end; that of no answer is the same of [CLS]. A long passage is read in windows.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from components.model.checkpoints.open_model import OpenModel
from components.model.results import Conditions, Floats, Token, Tokens
from components.model.user_errors import TooLong
from components.tasks.model.heads import Head, vectors_of

MOST_SPANS = 8
LONGEST_ANSWER = 20  # pieces
WINDOW, STRIDE = 256, 96  # pieces of the passage in a window, and how many two neighbours share
MOST_PIECES = 20_000
Tell = Callable[[float], None]


@dataclass(frozen=True)
class Span:
    """A possible answer.

    Attributes:
        first: Its first piece, counted in the passage.
        last: Its last.
        score: The score of its beginning and that of its end.
        probability: Among all spans of its window and no answer.
        start: Its first character in the passage.
        end: The character after its last.
        window: Where it was found.
    """

    first: int
    last: int
    score: float
    probability: float
    start: int
    end: int
    window: int


@dataclass(frozen=True)
class Window:
    """A part of the passage that was read with the question.

    *Shape:* ``begins`` and ``ends`` (piece,), the scores of its pieces; the first is piece ``offset`` of the passage.
    """

    offset: int
    begins: Floats
    ends: Floats
    no_answer: float
    best: float


@dataclass(frozen=True)
class SpanReading:
    """The best spans of a passage, best first, and every window; ``pieces`` are the passage's."""

    question: str
    passage: str
    pieces: tuple[Token, ...]
    windows: tuple[Window, ...]
    spans: tuple[Span, ...]
    longest: int
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


def read_span(
    opened: OpenModel,
    question: str,
    passage: str,
    head: Head,
    *,
    longest: int = LONGEST_ANSWER,
    window: int = WINDOW,
    stride: int = STRIDE,
    on_progress: Tell = lambda _: None,
) -> SpanReading:
    """Find the best spans.

    Args:
        opened: The encoder.
        question: Read with every window.
        passage: Of any length up to :data:`MOST_PIECES`.
        head: Two rows: beginnings and ends.
        longest: The most pieces of an answer.
        window: Pieces of the passage read at once, as far as there is room beside the question.
        stride: Pieces that two neighbouring windows share.
        on_progress: Told the share of windows that were read.

    Raises:
        UserError: One of the texts shows nothing.
        TooLong: The question leaves no room, or the passage is too long.
    """
    asked = opened.tokenizer.tokens(question)
    whole = [token for token in opened.tokenizer.of_any_length(passage).items if not token.special]
    parts = windows_of(len(whole), *_room(opened, asked, window, stride, len(whole)))
    read: list[Window] = []
    for number, (begin, end) in enumerate(parts):
        tokens, places = _paired(opened, question, passage, whole[begin:end])
        (vectors,) = vectors_of(opened, [tokens])
        scores = head.scores(vectors)
        begins, ends = scores[places, 0], scores[places, 1]
        best = float(allowed_scores(begins, ends, longest).max())
        read.append(Window(begin, begins, ends, float(scores[0].sum()), best))
        on_progress((number + 1) / len(parts))
    found = [span for number, each in enumerate(read) for span in _spans(number, each, whole, longest)]
    found.sort(key=lambda span: -span.score)
    unlike = {(span.first, span.last): span for span in reversed(found)}  # windows overlap
    spans = sorted(unlike.values(), key=lambda span: -span.score)[:MOST_SPANS]
    return SpanReading(question, passage, tuple(whole), tuple(read), tuple(spans), longest, opened.conditions)


def windows_of(count: int, size: int, stride: int) -> list[tuple[int, int]]:
    """Where windows begin and end that together hold ``count`` pieces, neighbours sharing ``stride`` of them."""
    step, found = size - stride, []
    for begin in range(0, count, step):
        found.append((begin, min(begin + size, count)))
        if begin + size >= count:
            break
    return found


def allowed_scores(begins: Floats, ends: Floats, longest: int) -> Floats:
    """The score of every span; minus infinity where it ends before it begins or is too long. *Shape:* (first, last)."""
    count = len(begins)
    first, last = np.indices((count, count))
    sums = begins[:, None] + ends[None, :]
    found: Floats = np.where((last >= first) & (last - first < longest), sums, -np.inf).astype(np.float32)
    return found


def _room(opened: OpenModel, asked: Tokens, window: int, stride: int, count: int) -> tuple[int, int]:
    """How large windows can be beside the question, and what they share."""
    room = opened.tokenizer.positions - len(asked) - 1
    if room < 32:
        raise TooLong("That question leaves no room for a passage. Please ask a shorter one.")
    if count > MOST_PIECES:
        raise TooLong(f"That passage makes {count:,} pieces, and at most {MOST_PIECES:,} are read. Please shorten it.")
    size = min(window, room)
    return size, min(stride, size // 2)


def _paired(opened: OpenModel, question: str, passage: str, part: list[Token]) -> tuple[Tokens, list[int]]:
    """The question with a part of the passage, and where that part's pieces stand."""
    tokens = opened.tokenizer.pair(question, passage[part[0].start : part[-1].end])
    places = [position for position, token in enumerate(tokens.items) if token.segment == 1 and not token.special]
    return tokens, places


def _spans(number: int, window: Window, pieces: list[Token], longest: int) -> list[Span]:
    scores = allowed_scores(window.begins, window.ends, longest)
    every = np.append(scores[np.isfinite(scores)], window.no_answer)
    whole = float(np.logaddexp.reduce(every.astype(np.float64)))
    order = np.argsort(-scores, axis=None)[:MOST_SPANS]
    found = []
    for place in order:
        first, last = np.unravel_index(place, scores.shape)
        score = float(scores[first, last])
        if not np.isfinite(score):
            continue
        begin, end = pieces[window.offset + first], pieces[window.offset + last]
        found.append(
            Span(
                int(window.offset + first),
                int(window.offset + last),
                score,
                float(np.exp(score - whole)),
                begin.start,
                end.end,
                number,
            )
        )
    return found
