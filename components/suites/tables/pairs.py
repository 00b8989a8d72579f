"""Tables and findings about lists of pairs."""

from collections.abc import Sequence

import pandas as pd

from components.suites.model.pairs import MinimalPair
from components.tables.phrases import count_phrase


def pair_table(pairs: Sequence[MinimalPair]) -> pd.DataFrame:
    """The sentences of pairs. Columns: ``good``, ``bad``, ``phenomenon``."""
    return pd.DataFrame(
        [(pair.good, pair.bad, pair.phenomenon) for pair in pairs], columns=["good", "bad", "phenomenon"]
    )


def pairs_finding(pairs: Sequence[MinimalPair]) -> str:
    """How many pairs there are."""
    return f"{count_phrase(len(pairs), 'pair')} of sentences, and one of each is wrong."
