"""The pairs of a class, sorted into those that fool a model and those that do not, by what they are about."""

from collections import Counter
from collections.abc import Sequence

import pandas as pd

from components.suites.model.class_pairs import DistinctPairs
from components.suites.model.results import BAD, GOOD, TIED, PairScore, worst
from components.tables.phrases import by_count, count_phrase

SIDES = {GOOD: "not fooled", TIED: "a tie", BAD: "fooled"}  # from left to right
BEST_LIMIT = 20  # pairs of the file


def sorted_table(scores: Sequence[PairScore], phenomena: Sequence[str]) -> pd.DataFrame:
    """How many pairs about each phenomenon fool the model, are ties, or do not fool it.

    In the figure, pairs that fool the model lie to the right of zero, and the others to its left. Ties lie on both
    sides, as each counts one half.

    Args:
        scores: The pairs that the model can read.
        phenomena: All that pairs may be about, in the order of the rows. Those without a pair have a row, too, so that
            the figure keeps its form while pairs arrive.

    Returns:
        The columns ``row`` (from 1), ``phenomenon``, ``side`` (one of :data:`SIDES`), ``pairs``, ``start`` and ``end``
        (of its part of the row, in pairs from zero), ``side_name`` and ``text`` (as people read it).
    """
    counts = Counter((score.pair.phenomenon, score.side) for score in scores)
    rows: list[tuple[object, ...]] = []
    for row, phenomenon in enumerate(phenomena, 1):
        good, ties, bad = (counts[phenomenon, side] for side in SIDES)
        places = (-good - ties / 2, -ties / 2, ties / 2, ties / 2 + bad)
        for side, count, start, end in zip(SIDES, (good, ties, bad), places, places[1:], strict=False):
            rows.append((row, phenomenon, side, count, start, end, SIDES[side], count_phrase(count, "pair")))
    return pd.DataFrame(rows, columns=["row", "phenomenon", "side", "pairs", "start", "end", "side_name", "text"])


def class_finding(scores: Sequence[PairScore], *, model: str) -> str:
    """How many pairs fool a model, and how many are ties.

    Args:
        scores: The pairs that the model can read, each once.
        model: The model's name.
    """
    if not scores:
        return f"No pair has fooled {model} yet."
    sides = Counter(score.side for score in scores)
    first = f"{sides[BAD]:,} of {count_phrase(len(scores), 'pair')} {by_count(sides[BAD], 'fools', 'fool')} {model}"
    return f"{first}, and {count_phrase(sides[TIED], 'is a tie', 'are ties')}." if sides[TIED] else f"{first}."


def left_out_note(pairs: DistinctPairs) -> str:
    """What of the class's pairs is not counted, and why; "" if all are."""
    parts = [
        f"{count_phrase(pairs.repeated_count, 'pair was', 'pairs were')} sent again and "
        f"{by_count(pairs.repeated_count, 'counts', 'count')} once."
        if pairs.repeated_count
        else "",
        f"{count_phrase(pairs.disputed_count, 'pair was', 'pairs were')} sent both ways round and "
        f"{by_count(pairs.disputed_count, 'is', 'are')} left out."
        if pairs.disputed_count
        else "",
    ]
    return " ".join(filter(None, parts))


def best_pairs(scores: Sequence[PairScore]) -> tuple[PairScore, ...]:
    """The pairs that fool a model, those first in which the bad sentence is ahead by most."""
    return worst([score for score in scores if score.side == BAD], BEST_LIMIT)
