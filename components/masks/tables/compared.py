"""The comparison of encoder and decoder, and the advice, as tables for files."""

from collections.abc import Sequence

import pandas as pd


def comparison_table(lines: Sequence[tuple[str, str, str]]) -> pd.DataFrame:
    """One row a property. Columns: ``property``, ``encoder``, ``decoder``."""
    return pd.DataFrame(list(lines), columns=["property", "encoder", "decoder"])


def advice_table(lines: Sequence[tuple[str, str]]) -> pd.DataFrame:
    """One row a need. Columns: ``need``, ``choice``."""
    return pd.DataFrame(list(lines), columns=["need", "choice"])
