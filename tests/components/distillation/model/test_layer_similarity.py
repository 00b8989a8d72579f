"""CKA: invariances, reference values, and the chance level."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from components.distillation.model.layer_similarity import TOKEN_LIMIT, layer_similarity
from components.distillation.model.results import layer_origins
from components.model.checkpoints.open_model import Purpose
from components.model.statistics.kernels import centred_kernel, kernel_alignment, shuffled_alignment
from components.model.user_errors import UserError
from tests.components.conftest import Opener

SENTENCES = ("she sat on the bank of the river .", "the capital of france is paris .")
seeds = st.integers(0, 2**32 - 1)


def cka(first: np.ndarray, second: np.ndarray) -> float:
    return kernel_alignment(centred_kernel(first), centred_kernel(second))


@given(seeds, st.floats(1e-3, 1e3), st.integers(3, 30), st.integers(1, 20))
def test_cka_is_invariant_to_rotation_scaling_and_translation(seed: int, scale: float, points: int, width: int) -> None:
    random = np.random.default_rng(seed)
    vectors = random.standard_normal((points, width))
    turn, _ = np.linalg.qr(random.standard_normal((width, width)))
    other = random.standard_normal((points, 7))
    assert cka(vectors, vectors) == pytest.approx(1)
    assert cka(vectors, scale * vectors @ turn + random.standard_normal(width)) == pytest.approx(1)
    assert cka(vectors @ turn, other) == pytest.approx(cka(scale * vectors, other))
    assert 0 <= cka(vectors, other) <= 1
    assert cka(vectors, other) == pytest.approx(cka(other, vectors))


def test_cka_is_that_of_the_paper() -> None:
    random = np.random.default_rng(0)
    first, second = random.standard_normal((40, 6)), random.standard_normal((40, 9))
    x, y = first - first.mean(0), second - second.mean(0)
    norm = np.linalg.norm
    assert cka(first, second) == pytest.approx(norm(y.T @ x) ** 2 / (norm(x.T @ x) * norm(y.T @ y)))


def test_cka_of_few_points_is_high_by_chance_as_shuffling_shows() -> None:
    random = np.random.default_rng(0)
    kernels = [centred_kernel(random.standard_normal((8, 200))) for _ in range(2)]
    orders = [random.permutation(8) for _ in range(20)]
    assert kernel_alignment(*kernels) > 0.8
    assert shuffled_alignment(*kernels, orders) == pytest.approx(kernel_alignment(*kernels), abs=0.05)
    assert shuffled_alignment(kernels[0], kernels[0], orders) < 0.99


@pytest.mark.parametrize("value", [0.0, 5.0, 1e200])
def test_cka_of_coinciding_points_is_0(value: float) -> None:
    assert cka(np.full((5, 3), value), np.eye(5)) == 0


@pytest.mark.parametrize("family", ["bert", "distilbert", "roberta", "modernbert", "roformer"])
def test_every_layer_of_a_model_has_similarity_1_to_itself(opened: Opener, family: str) -> None:
    model = opened(family, Purpose.INSPECT)
    similarity = layer_similarity(model, model, SENTENCES)
    assert similarity.cka.shape == similarity.shuffled.shape == (3, 3)
    np.testing.assert_allclose(np.diag(similarity.cka), 1, atol=1e-5)
    assert similarity.cka.max() <= 1 + 1e-9
    with pytest.raises(ValueError, match="read-only"):
        similarity.cka[0, 0] = 0
    assert (similarity.shuffled < 1 - 1e-3).all()
    assert similarity.origins is None
    assert (similarity.sentences, similarity.tokens) == (2, sum(len(model.tokenizer.tokens(s)) for s in SENTENCES))


def test_rows_are_the_students_layers_and_columns_the_teachers(opened: Opener) -> None:
    teacher, student = (opened(family, Purpose.INSPECT) for family in ("bert", "distilbert"))
    similarity = layer_similarity(teacher, student, SENTENCES)
    assert similarity.conditions == (teacher.conditions, student.conditions)
    hidden = []
    for model in (teacher, student):
        outs = [
            model.model.base_model(input_ids=torch.tensor([model.tokenizer.tokens(s).ids]), output_hidden_states=True)
            for s in SENTENCES
        ]
        hidden.append([torch.cat([out.hidden_states[layer][0] for out in outs]) for layer in range(3)])
    for row in range(3):
        for column in range(3):
            ours, theirs = hidden[1][row], hidden[0][column]
            assert similarity.cka[row, column] == pytest.approx(cka(ours.numpy(), theirs.numpy()), abs=1e-6)


def test_origins_of_initialised_students_are_known() -> None:
    assert layer_origins("pocket-bert", "pocket-distilbert") == (0, 2)
    assert layer_origins("bert-base-uncased", "distilbert-base-uncased") == (0, 2, 4, 7, 9, 11)
    assert layer_origins("pocket-bert", "pocket-scratch") is None
    assert layer_origins("pocket-distilbert", "pocket-bert") is None


def test_too_little_or_too_much_text_and_other_vocabularies_are_errors(opened: Opener) -> None:
    bert = opened("bert", Purpose.INSPECT)
    long = ("she sat on the bank of the river .",) * (TOKEN_LIMIT // 10 + 1)
    for sentences in ((), ("the",), long):
        with pytest.raises(UserError, match=f"to {TOKEN_LIMIT} tokens"):
            layer_similarity(bert, bert, sentences)
    with pytest.raises(UserError, match="different vocabularies"):
        layer_similarity(bert, opened("roberta", Purpose.INSPECT), SENTENCES)
