"""Tables and findings of a search: the passages by either method, and what each costs."""

from collections.abc import Sequence

import pandas as pd

from components.tables.numbers import fixed, quotient_as_shown, short_percentage
from components.tables.phrases import quoted
from components.tasks.model.results import SearchResult

MILLION = 1_000_000


def rank_table(result: SearchResult, titles: Sequence[str], method: str) -> pd.DataFrame:
    """One row per passage, the first rank first.

    Columns: ``row`` (the rank, from 1), ``passage``, ``value`` and ``figure``: the cosine by "vectors", the probability
    that it answers by "reading pairs".
    """
    if method == "vectors":
        rows = [(m.rank_by_vectors, titles[m.passage], m.cosine, fixed(m.cosine, 2)) for m in result.matches]
    else:
        rows = [
            (m.rank_by_reading, titles[m.passage], m.answer_probability, short_percentage(m.answer_probability))
            for m in result.matches
        ]
    return pd.DataFrame(sorted(rows), columns=["row", "passage", "value", "figure"])


def search_finding(result: SearchResult, titles: Sequence[str]) -> str:
    """Which passage is closest to the question."""
    return f"{quoted(titles[result.best_by_vectors.passage])} is closest to the question."


def reading_finding(result: SearchResult, titles: Sequence[str]) -> str:
    """Which passage comes first if each is read together with the question."""
    by_reading = quoted(titles[result.best_by_reading.passage])
    agrees = result.best_by_reading == result.best_by_vectors
    return f"Read together with the question, {by_reading} comes first{', too' if agrees else ''}."


def cost_table(result: SearchResult, seconds: float) -> pd.DataFrame:
    """What one question costs with a million passages, at the speed just measured.

    Columns: ``row`` from 1, ``method``, ``operations``, ``seconds``, ``figure``.
    """
    speed = (result.question + len(result.matches) * (result.passage + result.pair)) / seconds
    operations = (
        ("stored vectors", result.vector_search_operations(MILLION)),
        ("reading pairs", result.pair_search_operations(MILLION)),
    )
    rows = [
        (row, method, float(count), count / speed, _time_text(count / speed))
        for row, (method, count) in enumerate(operations, start=1)
    ]
    return pd.DataFrame(rows, columns=["row", "method", "operations", "seconds", "figure"])


def cost_finding(result: SearchResult, seconds: float) -> str:
    """How much more work reading is than comparing vectors with a million passages, and how long each takes here."""
    by_pairs, by_vectors = result.pair_search_operations(MILLION), result.vector_search_operations(MILLION)
    _, _, ratio = quotient_as_shown(by_pairs, by_vectors)
    vectors, pairs = cost_table(result, seconds)["figure"]
    return (
        f"With a million passages, reading each with the question takes {ratio} times as much work as comparing stored "
        f"vectors: {pairs} against {vectors} at the speed just measured here."
    )


def _time_text(seconds: float) -> str:
    if seconds < 1:
        return f"{fixed(1000 * seconds, 0)} ms"
    return f"{fixed(seconds, 0)} s" if seconds < 120 else f"{fixed(seconds / 3600, 0)} hours"
