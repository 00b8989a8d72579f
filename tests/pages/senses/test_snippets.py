"""What can be taken from the senses room: code that reproduces its results, and all vectors."""

import io
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from cache.senses import measures, neighbour_vote, word_vectors
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.tokens.occurrences import SentenceWithSense
from components.senses.model.results import point_senses
from components.senses.tables.vector_files import points_parquet, vectors_npz
from tests.pages.conftest import SENSES, open_page
from tests.pages.notebook import line_numbers, printed_lines
from tests.pages.senses.room import BANK, QUESTION, ignore_progress

pytestmark = pytest.mark.thorough

LAYERS, WIDTH = 7, 384  # of MiniLM; before the first layer is one more


@pytest.mark.usefixtures("ready")
def test_the_snippet_reproduces_the_accuracy() -> None:
    lines = printed_lines(open_page(SENSES, mode="The map"))
    accuracy = measures(QUESTION, ignore_progress).accuracy.value
    assert line_numbers(lines) == pytest.approx(accuracy.tolist(), abs=1e-6)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(("model", "layers", "width"), [(DEFAULT_MODEL, LAYERS, WIDTH), ("pocket-gpt", 5, 256)])
def test_the_snippet_reproduces_the_vectors(model: str, layers: int, width: int) -> None:
    """GPT-2 would look up token type ids as tokens, so they must not be passed."""
    app = open_page(SENSES, mode="The map", model=model)
    request = replace(QUESTION, model_id=model)
    measured = measures(request, ignore_progress)
    assert word_vectors(request, ignore_progress).vectors.shape == (len(BANK.sentences), layers, width)
    lines = printed_lines(app)
    assert line_numbers(lines) == pytest.approx(measured.accuracy.value.tolist(), abs=1e-6)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("model", [DEFAULT_MODEL, "pocket-gpt"])
@pytest.mark.parametrize("layer", [0, 4])
def test_the_snippet_reproduces_the_neighbours_of_a_sentence_of_one_s_own(model: str, layer: int) -> None:
    typed = "The bank of the Elbe was flooded by the bank."
    app = open_page(SENSES, mode="The map", model=model, mine=typed, layer=str(layer))
    request = replace(QUESTION, model_id=model)
    custom = word_vectors(replace(request, sentences=(SentenceWithSense(typed),)), ignore_progress)
    voters = neighbour_vote(request, layer, custom.vectors[0, layer], typed).neighbours
    lines = printed_lines(app)
    assert len(lines) == len(voters) == 5
    assert line_numbers(lines) == pytest.approx([voter.cosine for voter in voters], abs=1e-5)
    points, senses = word_vectors(request, ignore_progress).points, [each.sense for each in BANK.sentences]
    assert [line.rpartition(" ")[0] for line in lines] == [
        f"{senses[voter.point]} {points[voter.point].sentence}" for voter in voters
    ]


@pytest.mark.usefixtures("ready")
def test_all_vectors_can_be_downloaded() -> None:
    vectors = word_vectors(QUESTION, ignore_progress)
    senses = point_senses(vectors.points, QUESTION.sentences)
    with np.load(io.BytesIO(vectors_npz(vectors, senses)), allow_pickle=False) as arrays:
        np.testing.assert_array_equal(arrays["vectors"], vectors.vectors)
        assert arrays["sense"].tolist() == [sense or "" for sense in senses]
        sentence, start, end = (arrays[name][0] for name in ("sentence", "start", "end"))
        assert str(sentence)[start:end].lower() == "bank"
        assert DEFAULT_MODEL in str(arrays["conditions"])
    table = pd.read_parquet(io.BytesIO(points_parquet(vectors, senses)))
    assert len(table) == len(vectors.points) * LAYERS
    np.testing.assert_allclose(table["vector"][LAYERS + 2], vectors.vectors[1, 2])
    assert set(table["model_id"]) == {DEFAULT_MODEL}
