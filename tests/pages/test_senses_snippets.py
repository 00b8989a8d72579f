"""What is taken away from the room of senses: code that computes its figures again, and all vectors."""

import io

import numpy as np
import pandas as pd
import pytest

from cache.senses import measures, word_vectors
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.senses.model.results import point_senses
from components.senses.tables.vector_files import points_parquet, vectors_npz
from tests.pages.conftest import SENSES, opened, said
from tests.pages.notebook import figures, printed
from tests.pages.sense_room import BANK, QUESTION, quiet

LAYERS, WIDTH = 7, 384  # of MiniLM; before the first layer is one more


@pytest.mark.usefixtures("ready")
def test_the_accuracy_comes_out_again() -> None:
    lines = printed(opened(SENSES, mode="How well separated?"))
    accuracy = measures(QUESTION, quiet).accuracy.value
    assert figures(lines[:LAYERS]) == pytest.approx(accuracy.tolist(), abs=1e-6)


@pytest.mark.usefixtures("ready")
def test_the_vectors_come_out_again() -> None:
    lines = printed(opened(SENSES))
    vectors = word_vectors(QUESTION, quiet).vectors
    assert lines[0] == f"layers, points, width: {(LAYERS, len(BANK.sentences), WIDTH)}"
    first, second = (vectors[n] / np.linalg.norm(vectors[n], axis=1, keepdims=True) for n in (0, 1))
    assert figures(lines[2:]) == pytest.approx((first * second).sum(axis=1).tolist(), abs=1e-4)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("pieces", ["", "last piece"])
def test_the_groups_come_out_again(pieces: str) -> None:
    link = {"pooled": pieces} if pieces else {}
    app = opened(SENSES, mode="How well separated?", pairs="true", layer="3", groups="3", **link)
    *_, sizes, agreement = printed(app)
    assert sizes.endswith(f": {app.dataframe[0].value['points'].tolist()}")
    assert f"Rand index of {figures([agreement])[0]:.2f} " in said(app)


@pytest.mark.usefixtures("ready")
def test_all_vectors_can_be_taken_away() -> None:
    found = word_vectors(QUESTION, quiet)
    senses = point_senses(found.points, QUESTION.sentences)
    with np.load(io.BytesIO(vectors_npz(found, senses)), allow_pickle=False) as arrays:
        np.testing.assert_array_equal(arrays["vectors"], found.vectors)
        assert arrays["sense"].tolist() == [sense or "" for sense in senses]
        sentence, start, end = (arrays[name][0] for name in ("sentence", "start", "end"))
        assert str(sentence)[start:end].lower() == "bank"
        assert DEFAULT_MODEL in str(arrays["conditions"])
    table = pd.read_parquet(io.BytesIO(points_parquet(found, senses)))
    assert len(table) == len(found.points) * LAYERS
    np.testing.assert_allclose(table["vector"][LAYERS + 2], found.vectors[1, 2])
    assert set(table["model_id"]) == {DEFAULT_MODEL}
