"""Tables and findings on the similarity of layers."""

from dataclasses import replace

import numpy as np

from components.distillation.model.results import LayerSimilarity
from components.distillation.tables.layers import (
    chance_finding,
    similarity_finding,
    similarity_table,
)
from components.model.results import Conditions

BY = Conditions("m", "r", "cpu", "float32", "v")
NAMES = ("Big", "Small")


def layer_similarity(**changes: object) -> LayerSimilarity:
    similarity = LayerSimilarity(
        cka=np.array([[1.0, 0.5, 0.4], [0.5, 0.6, 0.8]]),
        shuffled=np.full((2, 3), 0.25),
        origins=(0,),
        sentences=3,
        tokens=30,
        conditions=(BY, BY),
    )
    return replace(similarity, **changes)


def test_layers_are_rows_and_their_origin_is_marked() -> None:
    table = similarity_table(layer_similarity())
    assert len(table) == 6
    began = table[table["began"]]
    assert list(zip(began["student"], began["teacher"], strict=True)) == [(0, 0), (1, 1)]
    assert table["student_name"].unique().tolist() == ["before layer 1", "layer 1"]
    assert not similarity_table(layer_similarity(origins=None))["began"].any()


def test_the_finding_names_origins_and_most_similar_layers() -> None:
    assert (
        "layer 1, copied from the teacher’s layer 1 (0.60 now), is most similar to the teacher’s layer 2 (0.80)."
        in similarity_finding(layer_similarity(), NAMES)
    )
    copied = layer_similarity(cka=np.array([[1.0, 0.1, -0.2], [0.1, 0.9, 0.3]]))
    assert "layer 1, copied from the teacher’s layer 1, is still most similar to it (0.90)." in similarity_finding(
        copied, NAMES
    )
    assert "layer 1 is most similar to the teacher’s layer 2 (0.80)." in similarity_finding(
        layer_similarity(origins=None), NAMES
    )
    tied = layer_similarity(cka=np.array([[1.0, 0.5, 0.4], [0.751, 0.5, 0.749]]), origins=None)
    assert "before layer 1 and layer 2 (0.75 each)" in similarity_finding(tied, NAMES)
    close = layer_similarity(cka=np.array([[1.0, 0.5, 0.4], [0.751, 0.5, 0.744]]), origins=None)
    assert "each)" not in similarity_finding(close, NAMES)
    with_origin = layer_similarity(cka=np.array([[1.0, 0.5, 0.4], [0.1, 0.5, 0.5]]))
    assert "still" in similarity_finding(with_origin, NAMES)
    assert "With 30 tokens, CKA is 0.25" in chance_finding(layer_similarity())
    assert "clearly above 0.25" in chance_finding(layer_similarity())
