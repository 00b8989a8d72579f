"""Who may look at whom, for each kind of model."""

import pandas as pd

from components.family.model.shape import Reads

WORDS = ("the", "boats", "lay", "at", "the", "bank")


def mask_table(reads: Reads) -> pd.DataFrame:
    """Every pair of places: ``from``, ``to``, ``seen``. A decoder beside an encoder reads that above its own text."""
    own = [f"{place}. {word}" for place, word in enumerate(WORDS, 1)]
    rows = [(a, b, reads is Reads.ENCODER or i >= j) for i, a in enumerate(own) for j, b in enumerate(own)]
    if reads is Reads.BOTH:
        written = [f"written {place}" for place in range(1, len(WORDS) + 1)]
        rows = [(a, b, True) for a in own for b in own] + [(a, b, False) for a in own for b in written]
        rows += [(a, b, True) for a in written for b in own]
        rows += [(a, b, i >= j) for i, a in enumerate(written) for j, b in enumerate(written)]
    return pd.DataFrame(rows, columns=["from", "to", "seen"])


def seen_share(table: pd.DataFrame) -> float:
    """The share of pairs that may be looked at."""
    return float(table["seen"].mean())
