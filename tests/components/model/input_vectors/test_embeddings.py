"""What enters layer 1 is what the model itself hands to it, for every architecture."""

from pathlib import Path

import numpy as np
import pytest
import torch

from components.model.checkpoints.catalogue import MODELS
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.open_model import OpenModel, Purpose
from components.model.checkpoints.records import Bundled
from components.model.inference.engine import Engine
from components.model.inference.forward import encode, pad, token_type_arguments
from components.model.input_vectors.embeddings import input_vectors, segment_count, segment_ids
from components.model.input_vectors.nearest_tokens import nearest_tokens
from components.model.input_vectors.results import EmbeddingPart, InputVectors
from components.model.results import Tokens
from tests.components.small_models import FAMILIES, saved

BUNDLED = [model.id for model in MODELS if isinstance(model.home, Bundled)]
SENTENCE, OTHER = "she sat on the bank of the river .", "the capital is paris ."
ADDED = {
    "bert": {EmbeddingPart.TOKEN, EmbeddingPart.SEGMENT, EmbeddingPart.POSITION},
    "distilbert": {EmbeddingPart.TOKEN, EmbeddingPart.POSITION},
    "roformer": {EmbeddingPart.TOKEN, EmbeddingPart.SEGMENT},
    "modernbert": {EmbeddingPart.TOKEN},
    "gpt2": {EmbeddingPart.TOKEN, EmbeddingPart.POSITION},
}


def small(family: str, folder: Path) -> OpenModel:
    return Loader(lambda _: folder).open(saved(family, folder), Purpose.INSPECT)


def given(actual: InputVectors) -> np.ndarray:
    """What layer 1 gets, by the room's own sum."""
    return actual.steps[-1].values if actual.steps else actual.total


def own_input(opened: OpenModel, tokens: Tokens) -> np.ndarray:
    """What transformers itself gives to layer 1."""
    ids, visible = pad([tokens.ids], opened.device.torch_device)
    with torch.inference_mode():
        out = encode(opened, ids, visible, output_hidden_states=True, **token_type_arguments(opened, tokens))
    return out.hidden_states[0][0].float().cpu().numpy()


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("paired", [False, True], ids=["one sentence", "a pair"])
def test_the_sum_is_what_layer_one_gets(family: str, paired: bool, tmp_path: Path) -> None:
    opened = small(family, tmp_path)
    tokens = opened.tokenizer.pair(SENTENCE, OTHER) if paired else opened.tokenizer.tokens(SENTENCE)
    vectors = input_vectors(opened, tokens)
    np.testing.assert_allclose(given(vectors), own_input(opened, tokens), atol=1e-6)
    np.testing.assert_allclose(sum(part.values for part in vectors.parts), vectors.total, atol=1e-6)
    assert not vectors.total.flags.writeable


@pytest.mark.parametrize("family", ADDED)
def test_each_architecture_adds_its_own_parts(family: str, tmp_path: Path) -> None:
    opened = small(family, tmp_path)
    vectors = input_vectors(opened, opened.tokenizer.tokens(SENTENCE))
    assert {part.name for part in vectors.parts} == ADDED[family]
    assert [step.name for step in vectors.steps] == ([] if family == "gpt2" else ["LayerNorm"])


@pytest.mark.parametrize("family", ["albert", "electra"])
def test_narrow_vectors_are_widened(family: str, tmp_path: Path) -> None:
    opened = small(family, tmp_path)
    vectors = input_vectors(opened, opened.tokenizer.tokens(SENTENCE))
    assert vectors.total.shape[1] == 16
    assert [step.name for step in vectors.steps] == ["LayerNorm", "projection"]
    assert given(vectors).shape[1] == 32


@pytest.mark.parametrize("model_id", BUNDLED)
def test_it_holds_for_the_models_that_ship(engine: Engine, model_id: str) -> None:
    opened, tokens = engine.inspect(model_id, "An unbelievably old bank stood by the river.")
    np.testing.assert_allclose(given(input_vectors(opened, tokens)), own_input(opened, tokens), atol=1e-6)


def test_only_the_second_sentence_is_in_the_second_segment(engine: Engine) -> None:
    opened, pair = engine.inspect("minilm", SENTENCE, OTHER)
    assert segment_ids(opened, pair) == tuple(token.segment for token in pair.items)
    assert set(segment_ids(opened, opened.tokenizer.tokens(SENTENCE))) == {0}
    assert segment_count(opened) == 2
    assert segment_count(engine.open_for_inspection("pocket-distilbert")) == 0


def test_no_piece_is_nearer_than_the_nearest(engine: Engine) -> None:
    opened, tokens = engine.inspect("pocket-bert", "the river bank")
    actual = nearest_tokens(opened, tokens.ids, count=3)
    matrix = opened.model.get_input_embeddings().weight.numpy()
    for token_id in tokens.ids:
        cosines = matrix @ matrix[token_id] / np.linalg.norm(matrix, axis=1) / np.linalg.norm(matrix[token_id])
        best = sorted(np.delete(cosines, token_id), reverse=True)[:3]
        assert [item.cosine for item in actual[token_id]] == pytest.approx(best, abs=1e-5)
        assert opened.tokenizer.raw_token(token_id) not in [item.text for item in actual[token_id]]
