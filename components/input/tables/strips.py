"""The numbers of the strips as tables, for files."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from components.model.input_vectors.results import InputVectors
from components.tables.input_strips import all_strips


def lengths_table(input_vectors: InputVectors, names: Sequence[str]) -> pd.DataFrame:
    """The length (Euclidean norm) of every vector, one piece a row.

    Columns: ``place`` in the sentence, ``piece``, ``id``, ``segment_id``, and one for each strip.
    """
    items = input_vectors.tokens.items
    lengths = {strip.name: np.linalg.norm(strip.values, axis=1).astype(float) for strip in all_strips(input_vectors)}
    return pd.DataFrame(
        {
            "place": range(len(items)),
            "piece": list(names),
            "id": [token.id for token in items],
            "segment_id": [token.segment for token in items],
            **lengths,
        }
    )


def vector_table(input_vectors: InputVectors, names: Sequence[str]) -> pd.DataFrame:
    """Every number of every strip, one a row: ``position``, ``piece``, ``strip``, ``dimension``, ``value``."""
    frames = []
    for strip in all_strips(input_vectors):
        count, width = strip.values.shape
        frames.append(
            pd.DataFrame(
                {
                    "position": np.repeat(np.arange(count), width),
                    "piece": np.repeat(np.array(names, dtype=object), width),
                    "strip": strip.name,
                    "dimension": np.tile(np.arange(width), count),
                    "value": strip.values.reshape(-1).astype(float),
                }
            )
        )
    return pd.concat(frames, ignore_index=True)
