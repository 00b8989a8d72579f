"""Layers against layers in tables and sentences."""

from dataclasses import replace

import numpy as np
import pytest

from components.model.layer_likeness_results import LayerLikeness
from components.model.results import Conditions
from components.tables.distillation_layers import (
    Likeness,
    chance_finding,
    likeness_finding,
    likeness_table,
    measures,
)

BY = Conditions("m", "r", "cpu", "float32", "v")
NAMES = ("Big", "Small")


def likeness(**changes: object) -> LayerLikeness:
    found = LayerLikeness(
        cka=np.array([[1.0, 0.5, 0.4], [0.5, 0.6, 0.8]]),
        shuffled=np.full((2, 3), 0.25),
        cosine=np.array([[1.0, 0.1, -0.2], [0.1, 0.9, 0.3]]),
        attention=np.array([[0.7, 0.6]]),
        origins=(0,),
        sentences=3,
        tokens=30,
        conditions=(BY, BY),
    )
    return replace(found, **changes)


def test_layers_are_rows_and_their_origin_is_marked() -> None:
    table = likeness_table(likeness(), Likeness.CKA)
    assert len(table) == 6
    began = table[table["began"]]
    assert list(zip(began["student"], began["teacher"], strict=True)) == [(0, 0), (1, 1)]
    assert table["student_name"].unique().tolist() == ["embeddings", "layer 1"]
    attention = likeness_table(likeness(), Likeness.ATTENTION)
    assert attention["teacher_name"].tolist() == ["layer 1", "layer 2"]
    assert attention["shuffled"].isna().all()
    assert not likeness_table(likeness(origins=None), Likeness.CKA)["began"].any()


def test_what_a_layer_was_and_is_is_said() -> None:
    assert "Layer 1 began as layer 1 (0.60 now) and is most like layer 2 of Big (0.80)." in likeness_finding(
        likeness(), Likeness.CKA, NAMES
    )
    assert "Layer 1 began as layer 1 and still is most like layer 1 of Big (0.90)." in likeness_finding(
        likeness(), Likeness.COSINE, NAMES
    )
    assert "Layer 1 is most like layer 1 of Big (0.70)." in likeness_finding(
        likeness(origins=None), Likeness.ATTENTION, NAMES
    )
    assert "With 30 tokens, CKA gives 0.25" in chance_finding(likeness())


def test_models_of_other_widths_and_heads_are_compared_by_cka_alone() -> None:
    found = likeness(cosine=None, attention=None)
    assert measures(found) == (Likeness.CKA,)
    assert measures(likeness()) == tuple(Likeness)
    with pytest.raises(ValueError, match="cannot be compared"):
        likeness_table(found, Likeness.COSINE)
