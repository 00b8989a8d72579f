"""Rank correlation."""

from collections.abc import Sequence

import numpy as np
import pandas as pd


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Spearman's rank correlation of two measures of the same things; None if one of them is the same for all."""
    ranks = pd.DataFrame({"first": list(first), "second": list(second)}).rank()
    if len(ranks) < 2 or (ranks.nunique() == 1).any():
        return None
    return float(np.corrcoef(ranks["first"], ranks["second"])[0, 1])
