"""Vectors as files to take away, with the sentences they are of and the conditions they were computed under."""

import dataclasses
import io
import json
from collections.abc import Sequence

import numpy as np
import pandas as pd

from components.senses.model.results import WordVectors


def vectors_npz(found: WordVectors, senses: Sequence[str | None]) -> bytes:
    """Arrays for ``numpy.load``: ``vectors`` (point, layer + 1, width), ``sentence``, ``start``, ``end``, ``sense``.

    ``conditions`` is a JSON object. Nothing in it is pickled.
    """
    file = io.BytesIO()
    np.savez_compressed(
        file,
        vectors=found.vectors,
        sentence=np.array([point.sentence for point in found.points]),
        start=np.array([point.start for point in found.points]),
        end=np.array([point.end for point in found.points]),
        sense=np.array([sense or "" for sense in senses]),
        conditions=np.array(json.dumps(dataclasses.asdict(found.conditions))),
    )
    return file.getvalue()


def points_parquet(found: WordVectors, senses: Sequence[str | None]) -> bytes:
    """A row for every point and layer: ``point`` from 1, ``layer``, ``sentence``, ``sense``, ``vector``; conditions."""
    layers = found.vectors.shape[1]
    rows = [
        {
            "point": number,
            "layer": layer,
            "sentence": point.sentence,
            "sense": sense,
            "vector": found.vectors[number - 1, layer].tolist(),
        }
        for number, (point, sense) in enumerate(zip(found.points, senses, strict=True), start=1)
        for layer in range(layers)
    ]
    file = io.BytesIO()
    pd.DataFrame(rows).assign(**dataclasses.asdict(found.conditions)).to_parquet(file, index=False)
    return file.getvalue()
