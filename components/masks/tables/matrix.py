"""A grid of attention under a mask as a table: what is hidden is told from what is merely zero."""

import pandas as pd

from components.model.inference.attention_mask import Allowed
from components.model.results import Floats, Tokens
from components.tables.labels import matrix_table


def mask_matrix_table(tokens: Tokens, weights: Floats, allowed: Allowed) -> pd.DataFrame:
    """One cell a row, queries from top to bottom.

    Columns: as of :func:`components.tables.labels.matrix_table`, and ``seen``, whether the query may see the key.

    Args:
        tokens: The whole input.
        weights: One head's or an average. *Shape:* (query, key)
        allowed: Who may look at whom. *Shape:* (query, key)
    """
    return matrix_table(tokens, weights).assign(seen=allowed.reshape(-1))
