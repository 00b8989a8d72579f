"""A passage word by word, with the probabilities that the answer starts or ends at each."""

from typing import Any

import numpy as np
import pandas as pd

from components.model.results import Floats
from components.tables.numbers import probability_text
from components.tasks.model.span_results import SpanReading

WORDS_BEFORE = 120  # words drawn before the answer, and as many after it


def passage_words(reading: SpanReading) -> list[dict[str, Any]]:
    """The words around the best span, for :func:`components.tasks.passage.passage`.

    Each has ``gap`` (the characters before it), ``text``, ``read`` (whether it is in the best window), ``start``
    and ``end`` (shares of the largest start and end probability of that window: how long its lines are),
    ``start_text`` and ``end_text`` (the probabilities), and ``opens``, ``closes`` and ``answer`` of the best span.
    """
    window, best = reading.window, reading.spans[0]
    starts, ends = _probabilities(window.start_scores), _probabilities(window.end_scores)
    largest_start, largest_end = float(starts.max()), float(ends.max())
    words: list[dict[str, Any]] = []
    previous_end = 0  # index after the last character of the previous word
    for pieces in _token_groups(reading):
        first, last = pieces[0], pieces[-1]
        start, end = reading.tokens[first].start, reading.tokens[last].end
        inside = [piece - window.offset for piece in pieces if 0 <= piece - window.offset < len(starts)]
        begins, stops = (float(of[inside].max()) if inside else 0.0 for of in (starts, ends))
        words.append(
            {
                "gap": reading.passage[previous_end:start],
                "text": reading.passage[start:end],
                "read": bool(inside),
                "start": begins / largest_start,
                "end": stops / largest_end,
                "start_text": probability_text(begins),
                "end_text": probability_text(stops),
                "opens": first <= best.first <= last,
                "closes": first <= best.last <= last,
                "answer": first <= best.last and last >= best.first,
            }
        )
        previous_end = end
    return _crop(words)


def passage_table(words: list[dict[str, Any]]) -> pd.DataFrame:
    """The same as a table: ``word``, ``start`` and ``end`` as text, and whether it is ``in_best_span``."""
    rows = [(word["text"], word["start_text"], word["end_text"], word["answer"]) for word in words if word["read"]]
    return pd.DataFrame(rows, columns=["word", "start", "end", "in_best_span"])


def _probabilities(scores: Floats) -> Floats:
    exponentials: Floats = np.exp(scores - scores.max())
    shares: Floats = exponentials / exponentials.sum()
    return shares


def _token_groups(reading: SpanReading) -> list[list[int]]:
    groups: list[list[int]] = []
    for place, piece in enumerate(reading.tokens):
        if piece.continues and groups:
            groups[-1].append(place)
        else:
            groups.append([place])
    return groups


def _crop(words: list[dict[str, Any]]) -> list[dict[str, Any]]:
    opens = next(place for place, word in enumerate(words) if word["opens"])
    closes = next(place for place, word in enumerate(words) if word["closes"])
    begin, end = max(0, opens - WORDS_BEFORE), min(len(words), closes + WORDS_BEFORE + 1)
    shown = words[begin:end]
    if begin:
        shown[0] = {**shown[0], "gap": "… "}
    if end < len(words):
        shown.append({**words[end], "gap": " ", "text": "…", "read": False, "answer": False})
    return shown
