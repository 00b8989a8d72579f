"""Tables of a span that answers."""

import math

import numpy as np
import pandas as pd

from components.model.results import Floats, Token
from components.tables.numbers import rounded_count
from components.tasks.model.span_results import Span, SpanReading, allowed_scores
from components.tasks.tables.stack import MOST_PIECES
from components.tasks.tables.text import percent

MOST_SHOWN = 36  # pieces a side
MOST_LISTED = 3
READ = 0.3  # of a piece that is read and is neither the beginning nor the end
LISTED_TEXT = 20  # characters of an answer beside its bar
LONGEST_TEXT = 46  # characters of an answer in a list
NO_ANSWER = "no answer"
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def listed_table(reading: SpanReading, threshold: float) -> pd.DataFrame:
    """Best spans of the window that won, and no answer: ``row``, ``text``, ``score``, ``probability``, ``figure``.

    No answer is given ``threshold``, so that what comes first here is what the head says.
    """
    spans, window = _own(reading)[:MOST_LISTED], reading.window
    none = window.no_answer + threshold
    whole = float(np.logaddexp(window.total, none))
    said = [(_both_ends(reading.text(span)), span.score) for span in spans]
    rows = [(text, score, float(np.exp(score - whole))) for text, score in (*said, (NO_ANSWER, none))]
    rows.sort(key=lambda row: -row[1])
    return pd.DataFrame(
        {
            "row": range(1, len(rows) + 1),
            "text": [text for text, _, _ in rows],
            "score": [score for _, score, _ in rows],
            "probability": [probability for _, _, probability in rows],
            "figure": [percent(probability) for _, _, probability in rows],
        }
    )


def head_alone_note(reading: SpanReading, threshold: float) -> str:
    """What the head gives no answer and the best span before the threshold; nothing where that is 0."""
    if not threshold:
        return ""
    window, best = reading.window, reading.spans[0]
    whole = float(np.logaddexp(window.total, window.no_answer))
    none, answer = (percent(float(np.exp(score - whole))) for score in (window.no_answer, best.score))
    likely = "less" if threshold < 0 else "more"
    return (
        f"Without a threshold the head gives “{NO_ANSWER}” {none} and “{_short(reading.text(best))}” {answer}. In the "
        f"bars, the threshold makes “{NO_ANSWER}” {_factor(abs(threshold))} times {likely} likely."
    )


def triangle_table(reading: SpanReading) -> pd.DataFrame:
    """Every beginning with every end, round the best span.

    Columns: ``first`` and ``last`` (pieces of the passage, from 1), ``begins`` and ``ends`` as text, ``score``,
    ``probability`` (of the best), ``kind``: "possible", "too long" or "ends before it begins", and ``ring`` from 1 for
    the three best, else 0.
    """
    window, best = reading.window, reading.spans[0]
    begin, end = part_shown(len(window.begins), best.first - window.offset, best.last - window.offset)
    allowed = allowed_scores(window.begins, window.ends, reading.longest)
    rings = {(span.first - window.offset, span.last - window.offset): n + 1 for n, span in enumerate(_own(reading)[:3])}
    rows = []
    for first in range(begin, end):
        for last in range(begin, end):
            possible = bool(np.isfinite(allowed[first, last]))
            rows.append(
                {
                    "first": window.offset + first + 1,
                    "last": window.offset + last + 1,
                    "begins": reading.pieces[window.offset + first].text,
                    "ends": reading.pieces[window.offset + last].text,
                    "score": float(window.begins[first] + window.ends[last]),
                    "share": float(np.exp(allowed[first, last] - best.score)) if possible else 0.0,
                    "kind": "possible" if possible else "ends before it begins" if last < first else "too long",
                    "ring": rings.get((first, last), 0),
                }
            )
    return pd.DataFrame(rows)


def around_answer(reading: SpanReading) -> tuple[tuple[Token, ...], Floats]:
    """[CLS] and the pieces round the best span, and how much of each that score is: for the picture of the encoder."""
    best = reading.spans[0]
    room = MOST_PIECES - 1
    begin = max(0, min(best.first - room // 2, len(reading.pieces) - room))
    shown = reading.pieces[begin : begin + room]
    shares = np.full(len(shown) + 1, READ, dtype=np.float32)
    for piece in (best.first, best.last):
        if begin <= piece < begin + len(shown):
            shares[piece - begin + 1] = 1.0
    return (reading.beginning, *shown), shares


def part_shown(count: int, first: int, last: int) -> tuple[int, int]:
    """Which pieces of a window are drawn: all, or as many as there is room for round a span."""
    if count <= MOST_SHOWN:
        return 0, count
    begin = max(0, min((first + last) // 2 - MOST_SHOWN // 2, count - MOST_SHOWN))
    return begin, begin + MOST_SHOWN


def span_finding(reading: SpanReading, threshold: float) -> str:
    """The answer, or that there is none, and how its score compares with “no answer”."""
    best = reading.spans[0]
    answer = f"“{_short(reading.text(best))}”"
    score = f"{abs(reading.margin):.1f} {'lower' if reading.margin < 0 else 'higher'} than that of “{NO_ANSWER}”"
    if threshold < 0:
        rule = f"The threshold accepts answers up to {-threshold:.1f} lower."
    elif threshold:
        rule = f"The threshold accepts only answers more than {threshold:.1f} higher."
    else:
        rule = "Only a higher score is accepted."
    if reading.margin <= threshold:
        return f"No answer: the score of the best span, {answer}, is {score}. {rule}"
    return f"The answer is {answer}: its score is {score}. {rule}"


def window_finding(reading: SpanReading) -> str:
    """How many windows were read, and which won."""
    if len(reading.windows) == 1:
        return ""
    number = reading.spans[0].window
    return (
        f"The passage has {len(reading.pieces):,} tokens, so it was read in {len(reading.windows)} windows. The best "
        f"span is in window {number + 1}."
    )


def _factor(power: float) -> str:
    """E to a power, written out too: "e¹⁴ (about 1.2 million)"."""
    written = f"{power:g}".translate(_SUPERSCRIPTS) if power == round(power) else f"^{power:g}"
    return f"e{written} (about {rounded_count(math.exp(power))})"


def _own(reading: SpanReading) -> list[Span]:
    return [span for span in reading.spans if span.window == reading.spans[0].window]


def _both_ends(text: str) -> str:
    """The text, or its two ends where the room beside a bar is too short for all of it."""
    if len(text) <= LISTED_TEXT:
        return text
    return f"{text[: LISTED_TEXT // 2]}…{text[-(LISTED_TEXT // 2 - 1) :]}"


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}…"
