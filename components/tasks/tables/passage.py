"""A passage word by word, with the probabilities that the answer starts or ends there."""

from typing import Any

import numpy as np
import pandas as pd

from components.model.results import Floats
from components.tasks.model.span_results import SpanReading
from components.tasks.tables.text import percent

WORDS_BEFORE = 120  # words drawn before the answer, and as many after it


def passage_words(reading: SpanReading) -> list[dict[str, Any]]:
    """The words round the best span.

    Each has ``gap`` (the characters before it), ``text``, ``read`` (whether it lies in the window that won), ``start``
    and ``end`` (shares of the largest start and end probability of that window: how long its lines are),
    ``start_text`` and ``end_text`` (the probabilities), and ``opens``, ``closes`` and ``answer`` of the best span.
    """
    window, best = reading.window, reading.spans[0]
    starts, ends = _probabilities(window.begins), _probabilities(window.ends)
    largest_start, largest_end = float(starts.max()), float(ends.max())
    words: list[dict[str, Any]] = []
    behind = 0  # the character after the word before
    for pieces in _words(reading):
        first, last = pieces[0], pieces[-1]
        start, end = reading.pieces[first].start, reading.pieces[last].end
        inside = [piece - window.offset for piece in pieces if 0 <= piece - window.offset < len(starts)]
        begins, stops = (float(of[inside].max()) if inside else 0.0 for of in (starts, ends))
        words.append(
            {
                "gap": reading.passage[behind:start],
                "text": reading.passage[start:end],
                "read": bool(inside),
                "start": begins / largest_start,
                "end": stops / largest_end,
                "start_text": percent(begins),
                "end_text": percent(stops),
                "opens": first <= best.first <= last,
                "closes": first <= best.last <= last,
                "answer": first <= best.last and last >= best.first,
            }
        )
        behind = end
    return _around(words)


def passage_table(words: list[dict[str, Any]]) -> pd.DataFrame:
    """The same as a table: ``word``, ``start`` and ``end`` as they are written, and whether it is in the best span."""
    rows = [(word["text"], word["start_text"], word["end_text"], word["answer"]) for word in words if word["read"]]
    return pd.DataFrame(rows, columns=["word", "start", "end", "in_best_span"])


def _probabilities(scores: Floats) -> Floats:
    exponentials: Floats = np.exp(scores - scores.max())
    shares: Floats = exponentials / exponentials.sum()
    return shares


def _words(reading: SpanReading) -> list[list[int]]:
    groups: list[list[int]] = []
    for place, piece in enumerate(reading.pieces):
        if piece.continues and groups:
            groups[-1].append(place)
        else:
            groups.append([place])
    return groups


def _around(words: list[dict[str, Any]]) -> list[dict[str, Any]]:
    opens = next(place for place, word in enumerate(words) if word["opens"])
    closes = next(place for place, word in enumerate(words) if word["closes"])
    begin, end = max(0, opens - WORDS_BEFORE), min(len(words), closes + WORDS_BEFORE + 1)
    shown = words[begin:end]
    if begin:
        shown[0] = {**shown[0], "gap": "… "}
    if end < len(words):
        shown.append({**words[end], "gap": " ", "text": "…", "read": False, "answer": False})
    return shown
