"""Vectors as files to download, with their sentences and the conditions under which they were computed."""

import dataclasses
import io
import json
from collections.abc import Sequence

import numpy as np
import pandas as pd

from components.senses.model.results import WordVectors


def vectors_npz(vectors: WordVectors, senses: Sequence[str | None]) -> bytes:
    """Arrays for ``numpy.load``: ``vectors`` (point, layer + 1, width), ``sentence``, ``start``, ``end``, ``sense``.

    ``conditions`` is a JSON object. Nothing is pickled.
    """
    file = io.BytesIO()
    np.savez_compressed(
        file,
        vectors=vectors.vectors,
        sentence=np.array([point.sentence for point in vectors.points]),
        start=np.array([point.start for point in vectors.points]),
        end=np.array([point.end for point in vectors.points]),
        sense=np.array([sense or "" for sense in senses]),
        conditions=np.array(json.dumps(dataclasses.asdict(vectors.conditions))),
    )
    return file.getvalue()


def points_parquet(vectors: WordVectors, senses: Sequence[str | None]) -> bytes:
    """One row per point and layer: ``point`` from 1, ``layer``, ``sentence``, ``sense``, ``vector``, and conditions."""
    layers = vectors.vectors.shape[1]
    rows = [
        {
            "point": number,
            "layer": layer,
            "sentence": point.sentence,
            "sense": sense,
            "vector": vectors.vectors[number - 1, layer].tolist(),
        }
        for number, (point, sense) in enumerate(zip(vectors.points, senses, strict=True), start=1)
        for layer in range(layers)
    ]
    file = io.BytesIO()
    pd.DataFrame(rows).assign(**dataclasses.asdict(vectors.conditions)).to_parquet(file, index=False)
    return file.getvalue()
