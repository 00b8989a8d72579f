"""Tables of a search: two rankings, and what each costs."""

from collections.abc import Sequence

import pandas as pd

from components.tables.numbers import rounded_count
from components.tasks.model.results import Search
from components.tasks.tables.text import percent

MILLION = 1_000_000


def rank_table(found: Search, titles: Sequence[str]) -> pd.DataFrame:
    """Two rows a passage, one for each way: ``passage``, ``way``, ``rank``, ``figure``, ``first`` (of either)."""
    rows = []
    for match in found.matches:
        first = 1 in (match.rank_by_vectors, match.rank_by_reading)
        title = titles[match.passage]
        rows.append((title, "vectors", match.rank_by_vectors, f"{match.cosine:.3f}", first))
        rows.append((title, "reading pairs", match.rank_by_reading, percent(match.answers), first))
    return pd.DataFrame(rows, columns=["passage", "way", "rank", "figure", "first"])


def search_finding(found: Search, titles: Sequence[str]) -> str:
    """Which passage each method ranks first."""
    one, other = titles[found.by_vectors.passage], titles[found.by_reading.passage]
    if one == other:
        return f"Both methods rank “{one}” first of {len(titles)} passages."
    return f"Comparing vectors ranks “{one}” first; reading each pair ranks “{other}” first."


def cost_finding(found: Search, seconds: float) -> str:
    """What one question costs with a million passages, and how long that takes at the speed just measured."""
    by_vectors, by_pairs = found.asking_vectors(MILLION), found.asking_pairs(MILLION)
    speed = (found.question + len(found.matches) * (found.passage + found.pair)) / seconds
    cost = f"{rounded_count(by_vectors)} operations with stored vectors, {rounded_count(by_pairs)} by reading pairs"
    return (
        f"With a million passages one question takes {cost}: {rounded_count(by_pairs / by_vectors)} times as many. At "
        f"the speed just measured here that is {_time(by_vectors / speed)} against {_time(by_pairs / speed)}."
    )


def _time(seconds: float) -> str:
    if seconds < 1:
        return f"{1000 * seconds:.0f} ms"
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 3600:,.0f} hours"
