"""A span of a passage that answers a question: where it begins, where it ends, and whether there is one.

Devlin et al. 2018 (https://arxiv.org/abs/1810.04805), sections 4.2 and 4.3: the score of a span is the score of its
beginning and that of its end; that of no answer is the same of [CLS]. A long passage is read in windows.
"""

from collections.abc import Callable

import numpy as np

from components.model.checkpoints.open_model import OpenModel
from components.model.results import Token, Tokens
from components.model.user_errors import TooLong
from components.tasks.model.head import Head
from components.tasks.model.heads import vectors_of
from components.tasks.model.span_results import LONGEST_ANSWER, Span, SpanReading, Window, allowed_scores

MOST_SPANS = 8
WINDOW, STRIDE = 256, 96  # pieces of the passage in a window, and how many two neighbours share
MOST_PIECES = 20_000
Tell = Callable[[float], None]


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
    whole = [token for token in opened.tokenizer.tokens_of_any_length(passage).items if not token.special]
    parts = windows_of(len(whole), *_room(opened, asked, window, stride, len(whole)))
    read: list[Window] = []
    for number, (begin, end) in enumerate(parts):
        tokens, places = _paired(opened, question, passage, whole[begin:end])
        (vectors,) = vectors_of(opened, [tokens])
        scores = head.scores(vectors)
        begins, ends = scores[places, 0], scores[places, 1]
        total = float(np.logaddexp.reduce(allowed_scores(begins, ends, longest).astype(np.float64), axis=None))
        read.append(Window(begin, begins, ends, float(scores[0].sum()), total))
        on_progress((number + 1) / len(parts))
    found = [span for number, each in enumerate(read) for span in _spans(number, each, whole, longest)]
    # A score means something within its window alone: windows are compared by what is ahead of no answer.
    ahead = {span: span.score - read[span.window].no_answer for span in found}
    found.sort(key=lambda span: -ahead[span])
    unlike = {(span.first, span.last): span for span in reversed(found)}  # windows overlap
    spans = sorted(unlike.values(), key=lambda span: -ahead[span])[:MOST_SPANS]
    return SpanReading(
        question,
        passage,
        asked.items[0],
        tuple(whole),
        tuple(read),
        tuple(spans),
        longest,
        head.spec,
        head.matrix.shape[1],
        opened.conditions,
    )


def windows_of(count: int, size: int, stride: int) -> list[tuple[int, int]]:
    """Where windows begin and end that together hold ``count`` pieces, neighbours sharing ``stride`` of them."""
    step, found = size - stride, []
    for begin in range(0, count, step):
        found.append((begin, min(begin + size, count)))
        if begin + size >= count:
            break
    return found


def _room(opened: OpenModel, asked: Tokens, window: int, stride: int, count: int) -> tuple[int, int]:
    """How large windows can be beside the question, and what they share."""
    room = opened.tokenizer.positions - len(asked) - 1
    if room < 32:
        raise TooLong("That question leaves no room for a passage. Shorten the question.")
    if count > MOST_PIECES:
        raise TooLong(f"The passage has {count:,} tokens; the limit is {MOST_PIECES:,}. Shorten it.")
    size = min(window, room)
    return size, min(stride, size // 2)


def _paired(opened: OpenModel, question: str, passage: str, part: list[Token]) -> tuple[Tokens, list[int]]:
    """The question with a part of the passage, and where that part's pieces stand."""
    tokens = opened.tokenizer.pair(question, passage[part[0].start : part[-1].end])
    places = [position for position, token in enumerate(tokens.items) if token.segment == 1 and not token.special]
    return tokens, places


def _spans(number: int, window: Window, pieces: list[Token], longest: int) -> list[Span]:
    scores = allowed_scores(window.begins, window.ends, longest)
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
                begin.start,
                end.end,
                number,
            )
        )
    return found
