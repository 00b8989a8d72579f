"""The arrays of one pass are those that plain transformers takes and returns."""

from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file
from transformers import AutoModel

from components.input.model.arrays import SHOWN, model_arrays, read_pooler
from components.input.model.results import ArrayName
from components.input.tables.arrays import array_finding, array_table
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.open_model import Purpose
from components.model.checkpoints.registry import model_record
from components.model.inference.engine import Engine
from tests.components.small_models import FAMILIES, saved

FIRST, SECOND = "The film was great", "I loved it"
SENTENCE, OTHER = "she sat on the bank of the river .", "the capital is paris ."


@pytest.mark.parametrize("second", ["", SECOND], ids=["one sentence", "a pair"])
def test_shapes_and_numbers_are_those_of_transformers(engine: Engine, second: str) -> None:
    opened, tokens = engine.inspect(DEFAULT_MODEL, FIRST, second)
    folder = weights_folder(model_record(DEFAULT_MODEL))
    assert folder is not None
    arrays = model_arrays(opened, tokens, folder)
    count = 10 if second else 6
    plain = AutoModel.from_pretrained(folder, dtype=torch.float32).eval()
    segments = torch.tensor([[token.segment for token in tokens.items]])
    given = {
        ArrayName.INPUT_IDS: torch.tensor([tokens.ids]),
        ArrayName.TOKEN_TYPE_IDS: segments,
        ArrayName.ATTENTION_MASK: torch.ones(1, count, dtype=torch.long),
    }
    with torch.inference_mode():
        output = plain(**given)
    first = output.last_hidden_state[:, 0]
    wanted = given | {
        ArrayName.POSITION_IDS: torch.arange(count)[None],
        ArrayName.LAST_HIDDEN_STATE: output.last_hidden_state,
        ArrayName.FIRST_VECTOR: first,
        ArrayName.POOLER_OUTPUT: output.pooler_output,
    }
    assert {array.name for array in arrays.arrays} == set(wanted)
    for array in arrays.arrays:
        assert array.shape == tuple(wanted[array.name].shape)
        assert array.first_numbers == pytest.approx(wanted[array.name].flatten()[:SHOWN].tolist(), abs=1e-4)
    cosine = torch.cosine_similarity(first, output.pooler_output).item()
    assert arrays.pooled_cosine == pytest.approx(cosine, abs=1e-4)
    table = array_table(arrays).set_index("array")
    assert table.loc["last_hidden_state", "shape"] == f"(1, {count}, 384)"
    assert table.loc["pooler_output", "shape"] == "(1, 384)"
    assert table.loc["attention_mask", "numbers"].startswith("1, 1, 1, 1")
    assert "[CLS]" in table.loc["last_hidden_state[:, 0]", "meaning"]
    assert f"(1, {count}, 384)" in array_finding(arrays)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_architecture_has_its_arrays(family: str, tmp_path: Path) -> None:
    opened = Loader(lambda _: tmp_path).open(saved(family, tmp_path), Purpose.INSPECT)
    tokens = opened.tokenizer.pair(SENTENCE, OTHER)
    arrays = model_arrays(opened, tokens, tmp_path)
    names = [array.name for array in arrays.arrays]
    if family in ("bert", "distilbert", "gpt2", "modernbert"):
        assert (ArrayName.TOKEN_TYPE_IDS in names) is (family == "bert")
    assert arrays.shape(ArrayName.POSITION_IDS) == (1, len(tokens))
    assert (ArrayName.POOLER_OUTPUT in names) is (read_pooler(tmp_path) is not None)
    assert ("no pooler" in array_finding(arrays)) is (ArrayName.POOLER_OUTPUT not in names)


def test_a_pooler_is_read_whatever_its_model_calls_it(tmp_path: Path) -> None:
    folder = weights_folder(model_record(DEFAULT_MODEL))
    assert folder is not None
    weights = load_file(folder / "model.safetensors")
    matrix, bias = weights["bert.pooler.dense.weight"], weights["bert.pooler.dense.bias"]
    for name in ("pooler.dense", "roberta.pooler.dense", "albert.pooler"):
        save_file({f"{name}.weight": matrix, f"{name}.bias": bias}, tmp_path / "model.safetensors")
        actual = read_pooler(tmp_path)
        assert actual is not None
        np.testing.assert_array_equal(actual[0], matrix.float())
        np.testing.assert_array_equal(actual[1], bias.float())
    save_file({"attention.dense.weight": matrix}, tmp_path / "model.safetensors")
    assert read_pooler(tmp_path) is None
    assert read_pooler(tmp_path / "nowhere") is None
