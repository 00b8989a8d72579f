"""Tables and findings of a search: two rankings, and what each costs."""

from collections.abc import Sequence

import pandas as pd

from components.tables.numbers import fixed, quotient_as_shown, small_percentage
from components.tables.phrases import quoted
from components.tasks.model.results import SearchResult

MILLION = 1_000_000


def rank_table(result: SearchResult, titles: Sequence[str]) -> pd.DataFrame:
    """Two rows per passage, one for each method.

    Columns: ``passage``, ``method``, ``rank``, ``figure``, ``first`` (whether it is the first of either).
    """
    rows = []
    for match in result.matches:
        first = 1 in (match.rank_by_vectors, match.rank_by_reading)
        title = titles[match.passage]
        rows.append((title, "vectors", match.rank_by_vectors, fixed(match.cosine, 3), first))
        rows.append((title, "reading pairs", match.rank_by_reading, small_percentage(match.answer_probability), first))
    return pd.DataFrame(rows, columns=["passage", "method", "rank", "figure", "first"])


def search_finding(result: SearchResult, titles: Sequence[str]) -> str:
    """Which passage each method ranks first."""
    by_vectors, by_reading = titles[result.best_by_vectors.passage], titles[result.best_by_reading.passage]
    if by_vectors == by_reading:
        return f"Both methods rank {quoted(by_vectors)} first of {len(titles)} passages."
    return f"The bi-encoder ranks {quoted(by_vectors)} first; the cross-encoder ranks {quoted(by_reading)} first."


def cost_finding(result: SearchResult, seconds: float) -> str:
    """What one question costs with a million passages, and how long that takes at the speed just measured."""
    by_vectors, by_pairs = result.vector_search_operations(MILLION), result.pair_search_operations(MILLION)
    speed = (result.question + len(result.matches) * (result.passage + result.pair)) / seconds
    pairs, vectors, ratio = quotient_as_shown(by_pairs, by_vectors)
    cost = f"{vectors} operations with stored vectors, {pairs} by reading pairs"
    return (
        f"With a million passages one question takes {cost}: {ratio} times as many. At "
        f"the speed just measured here that is {_time_text(by_vectors / speed)} against {_time_text(by_pairs / speed)}."
    )


def _time_text(seconds: float) -> str:
    if seconds < 1:
        return f"{fixed(1000 * seconds, 0)} ms"
    return f"{fixed(seconds, 0)} s" if seconds < 120 else f"{fixed(seconds / 3600, 0)} hours"
