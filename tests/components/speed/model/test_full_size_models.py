"""Models are built at their published sizes, separately from those of visitors."""

from pathlib import Path

import pytest
import torch

from components.model.checkpoints.catalogue import MODELS
from components.model.checkpoints.device import Device
from components.model.checkpoints.records import InFolder, ModelRecord, OnHub, Role
from components.model.checkpoints.registry import model_record
from components.model.user_errors import UserError
from components.speed.model.full_size_models import RANDOM, full_size_model, meta_model
from components.speed.model.published_configs import PUBLISHED_CONFIGS, ModelConfig, model_config
from tests.components.conftest import folder_of
from tests.components.small_models import FAMILIES

CPU = Device("cpu", "a processor")
ON_HUB = [model for model in MODELS if isinstance(model.home, OnHub)]


def test_the_sizes_named_in_the_room() -> None:
    bert, distilbert = (
        meta_model(model_record("bert-base-uncased")).num_parameters(),
        meta_model(model_record("distilbert-base-uncased")).num_parameters(),
    )
    assert (bert, distilbert) == (109_514_298, 66_985_530)
    assert f"{distilbert / bert:.1%}" == "61.2%"


@pytest.mark.parametrize("model", ON_HUB, ids=lambda model: model.id)
def test_every_model_of_the_hub_has_its_published_size(model: ModelRecord) -> None:
    assert model.id in PUBLISHED_CONFIGS
    if model.parameters is not None:
        assert meta_model(model).num_parameters() == model.parameters


def test_maximum_lengths_of_models() -> None:
    positions = {model_id: shape.positions for model_id, shape in PUBLISHED_CONFIGS.items()}
    assert positions["roberta-base"] == 512
    assert positions["gpt2"] == positions["distilgpt2"] == 1024
    assert positions["ModernBERT-base"] == 8192


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("has_weights", [True, False])
def test_a_model_is_built_with_its_weights_or_without(
    originals: dict[str, ModelRecord], family: str, has_weights: bool
) -> None:
    original = originals[family]
    model, description = full_size_model(
        original, folder_of if has_weights else lambda _: None, device=CPU, dtype="float32", attention="sdpa"
    )
    assert description.random is not has_weights
    assert (description.revision == RANDOM) is not has_weights
    assert (description.file_bytes is None) is not has_weights
    assert description.parameters == model.num_parameters() == meta_model(original).num_parameters()
    assert description.attention == ("eager" if family == "roformer" else "sdpa")
    assert not model.training
    assert model(input_ids=torch.ones(1, 4, dtype=torch.long)).logits.shape[:2] == (1, 4)


def test_two_models_of_one_configuration_keep_their_own_attention(originals: dict[str, ModelRecord]) -> None:
    kinds = ("eager", "sdpa", "eager")
    built = [
        full_size_model(originals["bert"], lambda _: None, device=CPU, dtype="float32", attention=kind)[0]
        for kind in kinds
    ]
    assert tuple(model.config._attn_implementation for model in built) == kinds


def test_weights_have_the_requested_format(originals: dict[str, ModelRecord]) -> None:
    model, description = full_size_model(originals["bert"], folder_of, device=CPU, dtype="bfloat16", attention="eager")
    assert {numbers.dtype for numbers in model.parameters()} == {torch.bfloat16}
    assert description.weight_bytes == 2 * description.parameters


def local(folder: Path, name: str = "local/other") -> ModelRecord:
    return ModelRecord(
        id=name,
        name="another",
        family="BERT",
        role=Role.MASKED,
        home=InFolder(folder),
        parameters=None,
        licence="none",
        about="",
    )


@pytest.mark.parametrize("text", ["", "{", "[]", '{"vocab_size": 3}'])
def test_an_unreadable_configuration_is_an_error(tmp_path: Path, text: str) -> None:
    (tmp_path / "config.json").write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match="configuration of another"):
        model_config(local(tmp_path))


@pytest.mark.parametrize("text", ['{"model_type": "no such"}', '{"model_type": "bert", "hidden_size": "wide"}'])
def test_an_unknown_configuration_is_an_error(tmp_path: Path, text: str) -> None:
    (tmp_path / "config.json").write_text(text, encoding="utf-8")
    with pytest.raises(UserError):
        meta_model(local(tmp_path))


def test_a_model_of_unknown_size_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="its size is unknown"):
        model_config(local(tmp_path))


def test_published_shapes_cannot_be_changed() -> None:
    shape: ModelConfig = PUBLISHED_CONFIGS["gpt2"]
    with pytest.raises(TypeError):
        shape.values["n_layer"] = 1  # type: ignore[index]
