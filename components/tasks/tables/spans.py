"""Tables and findings of answer spans."""

import math

import numpy as np
import pandas as pd

from components.model.results import Floats, Token
from components.tables.numbers import fixed, rounded_count, short_percentage, superscript
from components.tables.phrases import quoted
from components.tasks.model.span_results import AnswerSpan, SpanReading, span_scores
from components.tasks.tables.encoder import TOKEN_LIMIT

DISPLAY_LIMIT = 36  # tokens on each side of the triangle
LISTED_SPANS = 2
READ_WEIGHT = 0.3  # of tokens that are read but neither start nor end the answer
BAR_ANSWER_LIMIT = 14  # characters of an answer beside its bar
ANSWER_LIMIT = 40  # characters of an answer in a list
NO_ANSWER = "no answer"


def answer_table(reading: SpanReading) -> pd.DataFrame:
    """The best spans of the best window, and “no answer”: ``row``, ``text``, ``score``, ``probability``, ``figure``.

    The probabilities are those of the head by itself: a softmax over all possible spans and “no answer”. The threshold
    decides between the best span and “no answer”, but changes no score.
    """
    spans, window = _spans_of_best_window(reading)[:LISTED_SPANS], reading.window
    answers = [(_shorten_middle(reading.text(span)), span.score) for span in spans]
    rows = [(text, score, _probability(reading, score)) for text, score in (*answers, (NO_ANSWER, window.no_answer))]
    rows.sort(key=lambda row: -row[1])
    return pd.DataFrame(
        {
            "row": range(1, len(rows) + 1),
            "text": [text for text, _, _ in rows],
            "score": [score for _, score, _ in rows],
            "probability": [probability for _, _, probability in rows],
            "figure": [short_percentage(probability) for _, _, probability in rows],
        }
    )


def threshold_note(reading: SpanReading, threshold: float) -> str:
    """Whether the threshold decides otherwise than the head by itself; empty if the threshold is 0."""
    if not threshold:
        return ""
    power = _power_text(abs(threshold))
    rule = (
        f"an answer {power} times less likely than {quoted(NO_ANSWER)} is still accepted"
        if threshold < 0
        else f"an answer must be more than {power} times as likely as {quoted(NO_ANSWER)}"
    )
    overruled = (reading.margin > 0) != (reading.margin > threshold)
    return (
        f"The bars are before the threshold, which {'overrules' if overruled else 'agrees with'} the head here: {rule}."
    )


def _probability(reading: SpanReading, score: float) -> float:
    """The share of a score among all possible spans of the best window and “no answer”."""
    return float(np.exp(score - np.logaddexp(reading.window.log_total, reading.window.no_answer)))


def triangle_table(reading: SpanReading) -> pd.DataFrame:
    """Every start with every end, around the best span.

    Columns: ``first`` and ``last`` (tokens of the passage, from 1), ``begins`` and ``ends`` as text, ``score``,
    ``share`` (the likelihood relative to the best span), ``kind``: "possible", "too long" or "ends before it begins",
    and ``ring`` from 1 for the three best, else 0.
    """
    window, best = reading.window, reading.spans[0]
    begin, end = displayed_range(len(window.start_scores), best.first - window.offset, best.last - window.offset)
    allowed = span_scores(window.start_scores, window.end_scores, reading.max_answer_length)
    rings = {
        (span.first - window.offset, span.last - window.offset): n + 1
        for n, span in enumerate(_spans_of_best_window(reading)[:3])
    }
    rows = []
    for first in range(begin, end):
        for last in range(begin, end):
            possible = bool(np.isfinite(allowed[first, last]))
            rows.append(
                {
                    "first": window.offset + first + 1,
                    "last": window.offset + last + 1,
                    "begins": reading.tokens[window.offset + first].text,
                    "ends": reading.tokens[window.offset + last].text,
                    "score": float(window.start_scores[first] + window.end_scores[last]),
                    "share": float(np.exp(allowed[first, last] - best.score)) if possible else 0.0,
                    "kind": "possible" if possible else "ends before it begins" if last < first else "too long",
                    "ring": rings.get((first, last), 0),
                }
            )
    return pd.DataFrame(rows)


def tokens_around_answer(reading: SpanReading) -> tuple[tuple[Token, ...], Floats]:
    """[CLS] and the tokens around the best span, and how strongly each is drawn in the diagram of the encoder."""
    best = reading.spans[0]
    room = TOKEN_LIMIT - 1
    begin = max(0, min(best.first - room // 2, len(reading.tokens) - room))
    shown = reading.tokens[begin : begin + room]
    shares = np.full(len(shown) + 1, READ_WEIGHT, dtype=np.float32)
    for piece in (best.first, best.last):
        if begin <= piece < begin + len(shown):
            shares[piece - begin + 1] = 1.0
    return (reading.cls_token, *shown), shares


def displayed_range(count: int, first: int, last: int) -> tuple[int, int]:
    """The range of a window's tokens that is drawn: all, or :data:`DISPLAY_LIMIT` around a span."""
    if count <= DISPLAY_LIMIT:
        return 0, count
    begin = max(0, min((first + last) // 2 - DISPLAY_LIMIT // 2, count - DISPLAY_LIMIT))
    return begin, begin + DISPLAY_LIMIT


def span_finding(reading: SpanReading, threshold: float) -> str:
    """The answer, or that there is none; then how its score compares with that of “no answer”."""
    best = reading.spans[0]
    none, share = (short_percentage(_probability(reading, score)) for score in (reading.window.no_answer, best.score))
    answer, side = quoted(_shorten(reading.text(best))), "lower" if reading.margin < 0 else "higher"
    score = (
        f"The head gives {answer} {share} and {quoted(NO_ANSWER)} {none}: a score that is "
        f"{fixed(abs(reading.margin), 1)} {side}."
    )
    if reading.margin <= threshold:
        return f"No answer: no part of the passage fits well enough. {score}"
    if reading.margin <= 0:
        return f"The answer may be {answer}, but it is unsure. {score}"
    return f"The answer is {answer}. {score}"


def window_finding(reading: SpanReading) -> str:
    """How many windows were read, and which has the best span; empty if there is only one."""
    if len(reading.windows) == 1:
        return ""
    number = reading.spans[0].window
    return (
        f"The passage has {len(reading.tokens):,} tokens, so it was read in {len(reading.windows)} windows. The best "
        f"span is in window {number + 1}."
    )


def _power_text(power: float) -> str:
    """A power of e and its value: "e¹⁴ (about 1.2 million)"."""
    written = superscript(round(power)) if power == round(power) else f"^{power:g}"
    return f"e{written} (about {rounded_count(math.exp(power))})"


def _spans_of_best_window(reading: SpanReading) -> list[AnswerSpan]:
    return [span for span in reading.spans if span.window == reading.spans[0].window]


def _shorten_middle(text: str) -> str:
    """The text, or its first and its last word if it does not fit beside a bar, or else its two ends."""
    if len(text) <= BAR_ANSWER_LIMIT:
        return text
    words = text.split()
    if len(words) > 1 and len(ends := f"{words[0]} … {words[-1]}") <= BAR_ANSWER_LIMIT:
        return ends
    return f"{text[: BAR_ANSWER_LIMIT // 2]}…{text[-(BAR_ANSWER_LIMIT // 2 - 1) :]}"


def _shorten(text: str) -> str:
    return text if len(text) <= ANSWER_LIMIT else f"{text[: ANSWER_LIMIT - 1]}…"
