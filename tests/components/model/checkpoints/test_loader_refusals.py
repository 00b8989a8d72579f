"""Only whole and safe files are opened, and a refusal tells no path."""

import dataclasses
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file

from components.model.checkpoints.loader import Loader
from components.model.checkpoints.records import InFolder, ModelRecord
from components.model.inference.prediction import predictions
from components.model.user_errors import ModelUnavailable, UserError
from tests.components.conftest import CPU, folder_of
from tests.components.panics import PanicException


@pytest.fixture
def bert(originals: dict[str, ModelRecord], tmp_path: Path) -> ModelRecord:
    """A copy of a small BERT, to be damaged."""
    folder = tmp_path / "secret-place"
    shutil.copytree(folder_of(originals["bert"]), folder)
    return dataclasses.replace(originals["bert"], home=InFolder(folder))


def refusal(record: ModelRecord) -> str:
    with pytest.raises(ModelUnavailable) as caught:
        Loader(folder_of, device=CPU).open(record)
    message = str(caught.value)
    assert record.name in message
    assert "secret-place" not in message
    assert "/" not in message
    return message


def edit_config(record: ModelRecord, **changes: Any) -> None:
    file = folder_of(record) / "config.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | changes))


def test_a_whole_copy_opens(bert: ModelRecord) -> None:
    """Or every refusal below would prove nothing."""
    model = Loader(folder_of, device=CPU).open(bert)
    assert predictions(model, model.tokenizer.tokens("the [MASK]")).masks[0].candidates


def test_pickled_weights_are_never_opened(bert: ModelRecord) -> None:
    weights = folder_of(bert) / "model.safetensors"
    torch.save(load_file(weights), folder_of(bert) / "pytorch_model.bin")
    weights.unlink()
    assert "could not be opened" in refusal(bert)


@pytest.mark.parametrize("keep", [0, 5, 100, -200])
def test_damaged_weights_are_refused(bert: ModelRecord, keep: int) -> None:
    weights = folder_of(bert) / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:keep])
    assert "damaged" in refusal(bert)


def test_weights_with_a_part_missing_are_refused_and_not_filled_with_noise(bert: ModelRecord) -> None:
    weights = folder_of(bert) / "model.safetensors"
    tensors = {name: tensor for name, tensor in load_file(weights).items() if "layer.1.output.dense" not in name}
    save_file(tensors, weights, metadata={"format": "pt"})
    assert "bert.encoder.layer.1.output.dense.bias and 1 more" in refusal(bert)


def test_weights_of_relative_positions_are_not_passed_over(bert: ModelRecord) -> None:
    weights = folder_of(bert) / "model.safetensors"
    tensors = load_file(weights)
    name = "bert.encoder.layer.0.attention.self.distance_embedding.weight"
    save_file(tensors | {name: torch.randn(31, 8)}, weights, metadata={"format": "pt"})
    assert name in refusal(bert)


def test_heads_that_nothing_reads_are_named_with_every_number(bert: ModelRecord) -> None:
    weights = folder_of(bert) / "model.safetensors"
    unread = {"cls.seq_relationship.weight": torch.randn(2, 4), "classifier.bias": torch.randn(3)}
    save_file(load_file(weights) | unread, weights, metadata={"format": "pt"})
    opened = Loader(folder_of, device=CPU).open(bert)
    assert opened.unused_weights == ("classifier.bias", "cls.seq_relationship")
    assert all(name in opened.conditions.note for name in opened.unused_weights)


def test_a_tokenizer_whose_native_code_fails_ends_no_thread(bert: ModelRecord, monkeypatch: pytest.MonkeyPatch) -> None:
    def panics(*_: object, **__: object) -> None:
        raise PanicException("a regular expression failed")

    opened = Loader(folder_of, device=CPU).open(bert)
    monkeypatch.setattr(type(opened.tokenizer._tokenizer), "__call__", panics)
    with pytest.raises(UserError):
        opened.tokenizer.tokens("another sentence")
    monkeypatch.setattr("components.model.checkpoints.loader.AutoTokenizer.from_pretrained", panics)
    assert "tokenizer" in refusal(bert)


@pytest.mark.parametrize("name", ["config.json", "model.safetensors", "tokenizer.json"])
def test_a_missing_file_is_refused(bert: ModelRecord, name: str) -> None:
    (folder_of(bert) / name).unlink()
    refusal(bert)


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json"])
@pytest.mark.parametrize("content", ["", "{", "[]", '{"model": 1}', "\0"])
def test_a_damaged_description_is_refused(bert: ModelRecord, name: str, content: str) -> None:
    (folder_of(bert) / name).write_text(content)
    refusal(bert)


def test_a_tokenizer_with_more_pieces_than_the_model_knows_is_refused(bert: ModelRecord) -> None:
    file = folder_of(bert) / "tokenizer.json"
    content = json.loads(file.read_text())
    content["model"]["vocab"]["beyond"] = len(content["model"]["vocab"])
    file.write_text(json.dumps(content))
    message = refusal(bert)
    vocabulary = len(content["model"]["vocab"])
    assert f"{vocabulary:,} tokens" in message
    assert f"for only {vocabulary - 1:,}" in message


@pytest.mark.parametrize("model_type", ["no-such-thing", "t5", ""])
def test_an_architecture_riverbank_does_not_know_is_refused(bert: ModelRecord, model_type: str) -> None:
    edit_config(bert, model_type=model_type, architectures=["NoSuchModel"])
    refusal(bert)


@pytest.mark.parametrize("changes", [{"hidden_size": 48}, {"vocab_size": 7}, {"num_hidden_layers": 3}])
def test_a_configuration_that_does_not_fit_the_weights_is_refused(bert: ModelRecord, changes: dict[str, int]) -> None:
    edit_config(bert, **changes)
    refusal(bert)


def test_a_folder_that_is_gone_or_was_never_there_is_not_on_this_machine(bert: ModelRecord) -> None:
    shutil.rmtree(folder_of(bert))
    assert "not on this machine" in refusal(bert)
    with pytest.raises(ModelUnavailable, match="not on this machine"):
        Loader(lambda _: None, device=CPU).open(bert)


def test_code_that_a_folder_brings_is_never_run(bert: ModelRecord, tmp_path: Path) -> None:
    folder, traces = folder_of(bert), tmp_path / "it-ran"
    (folder / "modeling_own.py").write_text(f"from pathlib import Path\nPath({str(traces)!r}).touch()\n")
    code = "modeling_own.Own"
    classes = ("AutoConfig", "AutoModelForMaskedLM", "AutoTokenizer")
    edit_config(bert, auto_map=dict.fromkeys(classes, code), trust_remote_code=True)
    Loader(folder_of, device=CPU).open(bert)  # as the plain BERT it also is
    edit_config(bert, model_type="own")
    refusal(bert)
    assert not traces.exists()


def test_a_model_that_failed_to_open_does_not_stop_the_next(
    bert: ModelRecord, originals: dict[str, ModelRecord]
) -> None:
    loader = Loader(folder_of, device=CPU)
    edit_config(bert, model_type="t5")
    with pytest.raises(ModelUnavailable):
        loader.open(bert)
    assert tuple(loader._open) == ()
    assert loader.open(originals["roberta"]).parameters > 0


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_weights_that_are_no_numbers_are_refused(bert: ModelRecord, value: float) -> None:
    weights = folder_of(bert) / "model.safetensors"
    tensors = load_file(weights)
    tensors["bert.encoder.layer.1.output.dense.weight"][3, 5] = value
    save_file(tensors, weights, metadata={"format": "pt"})
    assert "NaN or infinite" in refusal(bert)
