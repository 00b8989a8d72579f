"""Extractive question answering: where the answer starts, where it ends, and whether there is one.

Devlin et al. 2018 (https://arxiv.org/abs/1810.04805), sections 4.2 and 4.3: the score of a span is its start score
plus its end score; the score of “no answer” is that of [CLS] as both. A long passage is read in windows.
"""

from collections.abc import Callable

import numpy as np

from components.model.checkpoints.open_model import OpenModel
from components.model.heads.head import Head
from components.model.heads.heads import encode_texts
from components.model.results import Token, Tokens
from components.model.user_errors import TooLong
from components.tasks.model.span_results import MAX_ANSWER_LENGTH, AnswerSpan, PassageWindow, SpanReading, span_scores

SPAN_LIMIT = 8
WINDOW, STRIDE = 256, 96  # tokens of the passage in a window (fewer beside a long question), and how many two share
PASSAGE_LIMIT = 20_000  # tokens
ProgressCallback = Callable[[float], None]


def answer_question(
    opened: OpenModel,
    question: str,
    passage: str,
    head: Head,
    *,
    max_answer_length: int = MAX_ANSWER_LENGTH,
    on_progress: ProgressCallback = lambda _: None,
) -> SpanReading:
    """Find the best answer spans of a passage.

    Args:
        opened: The encoder.
        question: Read with every window.
        passage: Of any length up to :data:`PASSAGE_LIMIT`.
        head: A head with two rows, for start and end scores.
        max_answer_length: The largest number of tokens of an answer.
        on_progress: Called with the share of windows that were read.

    Raises:
        UserError: One of the texts has no visible characters.
        TooLong: The question leaves no room, or the passage is too long.
    """
    question_tokens = opened.tokenizer.tokens(question)
    whole = [token for token in opened.tokenizer.tokens_of_any_length(passage).items if not token.special]
    parts = split_windows(len(whole), *_window_size(opened, question_tokens, len(whole)))
    windows: list[PassageWindow] = []
    for number, (begin, end) in enumerate(parts):
        tokens, places = _encode_window(opened, question, passage, whole[begin:end])
        (vectors,) = encode_texts(opened, [tokens])
        scores = head.scores(vectors)
        start_scores, end_scores = scores[places, 0], scores[places, 1]
        total = float(
            np.logaddexp.reduce(span_scores(start_scores, end_scores, max_answer_length).astype(np.float64), axis=None)
        )
        windows.append(PassageWindow(begin, start_scores, end_scores, float(scores[0].sum()), total))
        on_progress((number + 1) / len(parts))
    candidates = [
        span for number, each in enumerate(windows) for span in _best_spans(number, each, whole, max_answer_length)
    ]
    # Scores of different windows are not comparable, so spans are compared by their margin over “no answer”.
    margins = {span: span.score - windows[span.window].no_answer for span in candidates}
    candidates.sort(key=lambda span: -margins[span])
    by_range = {(span.first, span.last): span for span in reversed(candidates)}  # windows overlap
    spans = sorted(by_range.values(), key=lambda span: -margins[span])[:SPAN_LIMIT]
    return SpanReading(
        question,
        passage,
        question_tokens.items[0],
        tuple(whole),
        tuple(windows),
        tuple(spans),
        max_answer_length,
        head.spec,
        head.matrix.shape[1],
        opened.conditions,
    )


def split_windows(count: int, size: int, stride: int) -> list[tuple[int, int]]:
    """The start and end of windows that cover ``count`` tokens, neighbours sharing ``stride`` of them."""
    step, windows = size - stride, []
    for begin in range(0, count, step):
        windows.append((begin, min(begin + size, count)))
        if begin + size >= count:
            break
    return windows


def _window_size(opened: OpenModel, question_tokens: Tokens, count: int) -> tuple[int, int]:
    """The size of windows that fit beside the question, and the number of tokens that neighbours share.

    Raises:
        TooLong: The question leaves no room, or the passage is too long.
    """
    room = opened.tokenizer.positions - len(question_tokens) - 1
    if room < 32:
        raise TooLong("That question leaves no room for a passage. Shorten the question.")
    if count > PASSAGE_LIMIT:
        raise TooLong(f"The passage has {count:,} tokens; the limit is {PASSAGE_LIMIT:,}. Shorten it.")
    size = min(WINDOW, room)
    return size, min(STRIDE, size // 2)


def _encode_window(opened: OpenModel, question: str, passage: str, part: list[Token]) -> tuple[Tokens, list[int]]:
    """The question with a part of the passage, and the positions of that part's tokens."""
    tokens = opened.tokenizer.pair(question, passage[part[0].start : part[-1].end])
    places = [position for position, token in enumerate(tokens.items) if token.segment == 1 and not token.special]
    return tokens, places


def _best_spans(number: int, window: PassageWindow, pieces: list[Token], max_answer_length: int) -> list[AnswerSpan]:
    scores = span_scores(window.start_scores, window.end_scores, max_answer_length)
    order = np.argsort(-scores, axis=None)[:SPAN_LIMIT]
    spans = []
    for place in order:
        first, last = np.unravel_index(place, scores.shape)
        score = float(scores[first, last])
        if not np.isfinite(score):
            continue
        begin, end = pieces[window.offset + first], pieces[window.offset + last]
        spans.append(
            AnswerSpan(
                int(window.offset + first),
                int(window.offset + last),
                score,
                begin.start,
                end.end,
                number,
            )
        )
    return spans
