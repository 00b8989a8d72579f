"""Folders that people have: each is offered and computes transformers' numbers, or its reason names what is wrong."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file
from transformers import (
    AutoModelForMaskedLM,
    AutoTokenizer,
    BertConfig,
    BertForMaskedLM,
    BertForSequenceClassification,
    RobertaConfig,
    RobertaForMaskedLM,
)

from components.mistakes.model.padding import padding_curve
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.folders.operators_models import SkippedFolder, operators_models
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.records import ModelRecord
from components.model.inference.prediction import predictions
from components.model.user_errors import ModelUnavailable
from tests.components.conftest import CPU
from tests.components.small_models import SIZES, WORDS, byte_pairs, word_piece

SENTENCE = "she sat on the [MASK] of the river"
CONFIG: dict[str, Any] = {**SIZES, "vocab_size": len(WORDS), "max_position_embeddings": 64}
Damage = Callable[[Path], object]


def make(folder: Path, seed: int = 0, kind: type = BertForMaskedLM, **changes: Any) -> Path:
    torch.manual_seed(seed)
    model = kind(BertConfig(**CONFIG | changes))
    for parameter in model.parameters():
        parameter.data.mul_(8) if parameter.dim() == 2 else None
    model.save_pretrained(folder)
    word_piece().save_pretrained(folder)
    return folder


def edit(folder: Path, name: str = "config.json", **changes: Any) -> None:
    file = folder / name
    file.write_text(json.dumps(json.loads(file.read_text()) | changes))


def rewrite(folder: Path, change: Callable[[dict[str, torch.Tensor]], dict[str, torch.Tensor]]) -> None:
    file = folder / "model.safetensors"
    save_file(change(load_file(file)), file, metadata={"format": "pt"})


def listed(root: Path) -> tuple[dict[str, ModelRecord], dict[str, str]]:
    """Models and reasons, by name."""
    results = list(operators_models(str(root), "MODELS"))
    models = [each for each in results if isinstance(each, ModelRecord)]
    assert len({each.name for each in models}) == len({each.id for each in models}) == len(models)
    return {m.name: m for m in models}, {each.name: each.reason for each in results if isinstance(each, SkippedFolder)}


def opened(root: Path, name: str = "mine") -> OpenModel:
    return Loader(weights_folder, device=CPU).open(listed(root)[0][name])


def own_probabilities(folder: Path, sentence: str = SENTENCE) -> torch.Tensor:
    """What transformers computes for the mask, as people's own code does. *Shape:* (vocabulary,)."""
    tokenizer = AutoTokenizer.from_pretrained(folder)
    inputs = tokenizer(sentence, return_tensors="pt")
    with torch.no_grad():
        logits = AutoModelForMaskedLM.from_pretrained(folder, dtype=torch.float32)(**inputs, return_dict=True).logits[0]
    return logits[inputs.input_ids[0] == tokenizer.mask_token_id][0].softmax(-1)


# Offered, and right


def sharded(folder: Path) -> None:
    model = BertForMaskedLM.from_pretrained(folder)
    (folder / "model.safetensors").unlink()
    model.save_pretrained(folder, max_shard_size="20KB")
    assert (folder / "model.safetensors.index.json").exists()


def only_a_vocabulary(folder: Path) -> None:
    (folder / "tokenizer.json").unlink()
    (folder / "vocab.txt").write_text("\n".join(WORDS))


def repeated_keys(folder: Path) -> None:
    file = folder / "config.json"
    file.write_text('{"hidden_size": 7,' + file.read_text().lstrip()[1:])


RIGHT: dict[str, Damage] = {
    "as it is": lambda folder: None,
    "half precision": lambda f: rewrite(f, lambda tensors: {name: each.half() for name, each in tensors.items()}),
    "bfloat16": lambda f: rewrite(f, lambda tensors: {name: each.bfloat16() for name, each in tensors.items()}),
    "in several files": sharded,
    "a vocabulary without a program": only_a_vocabulary,
    "one of two equal keys": repeated_keys,
    "no padding": lambda folder: edit(folder, pad_token_id=None),
    "results without names": lambda folder: edit(folder, return_dict=False),
    "all results": lambda folder: edit(folder, output_hidden_states=True, output_attentions=True),
    "another file of weights": lambda folder: (folder / "other.safetensors").write_bytes(b"\0"),
    "labels of another head": lambda folder: edit(folder, id2label={"0": "a", "1": "b", "2": "c"}),
}


@pytest.mark.parametrize("change", RIGHT.values(), ids=RIGHT)
def test_it_is_offered_and_computes_what_transformers_does(tmp_path: Path, change: Damage) -> None:
    folder = make(tmp_path / "mine")
    change(folder)
    expected = own_probabilities(folder)
    assert listed(tmp_path)[1] == {}
    model = opened(tmp_path)
    best = predictions(model, model.tokenizer.tokens(SENTENCE)).masks[0].candidates[0]
    assert best.probability == pytest.approx(float(expected.max()), abs=1e-5)
    assert best.text == WORDS[int(expected.argmax())].removeprefix("##")


@pytest.mark.parametrize("size", [4, 5])
def test_chunks_change_no_number_and_refuse_no_length(tmp_path: Path, size: int) -> None:
    expected = own_probabilities(make(tmp_path / "mine"))
    edit(tmp_path / "mine", chunk_size_feed_forward=size)
    model = opened(tmp_path)
    best = predictions(model, model.tokenizer.tokens(SENTENCE)).masks[0].candidates[0]
    assert best.probability == pytest.approx(float(expected.max()), abs=1e-5)


@pytest.mark.parametrize("name", ["my model", "modèle-été", "模型", "x" * 250, "50% [MASK] <b>"])
def test_names_of_folders_are_text(tmp_path: Path, name: str) -> None:
    make(tmp_path / name)
    assert opened(tmp_path, name).record.id == f"local/{name}"


def test_rows_without_a_token_are_named_by_their_row(tmp_path: Path) -> None:
    folder = make(tmp_path / "mine", vocab_size=len(WORDS) + 24)
    spare = len(WORDS) + 20
    rewrite(folder, lambda tensors: tensors | {"cls.predictions.bias": torch.zeros(len(WORDS) + 24)})
    rewrite(
        folder,
        lambda t: t | {"cls.predictions.bias": t["cls.predictions.bias"].index_fill(0, torch.tensor([spare]), 50)},
    )
    model = opened(tmp_path)
    first, second, *_ = predictions(model, model.tokenizer.tokens(SENTENCE)).masks[0].candidates
    assert str(spare) in first.text
    assert first.probability == pytest.approx(float(own_probabilities(folder).max()), abs=1e-5)
    assert "None" not in {first.text, second.text}


def test_padding_is_the_tokenizer_s_in_every_number(tmp_path: Path) -> None:
    folder = make(tmp_path / "mine", pad_token_id=3)  # the tokenizer's [PAD] is 0
    model = opened(tmp_path)
    tokens = model.tokenizer.tokens(SENTENCE)
    (blank,) = tokens.typed_masks
    tokenizer, plain = AutoTokenizer.from_pretrained(folder), BertForMaskedLM.from_pretrained(folder)
    ids = torch.tensor([[*tokens.ids, *[tokenizer.pad_token_id] * 20]])
    with torch.no_grad():
        expected = plain(ids).logits[0, blank].softmax(-1)
    (point,) = padding_curve(model, tokens, (), blank, 9, (20,)).points
    assert point.probabilities[1] == pytest.approx(float(expected[9]), abs=1e-6)


# Two models of one name


def test_models_of_one_name_get_two(tmp_path: Path) -> None:
    make(tmp_path / "acme" / "bert", seed=1)
    cached = tmp_path / "models--acme--bert"
    make(cached / "snapshots" / ("b" * 40), seed=5)
    models, reasons = listed(tmp_path)
    assert reasons == {}
    assert {Path(m.home.folder).relative_to(tmp_path).parts[0] for m in models.values()} == {"acme", cached.name}  # type: ignore[union-attr]
    loader = Loader(weights_folder, device=CPU)
    first, second = (loader.open(model).model.get_input_embeddings().weight for model in models.values())
    assert not torch.equal(first, second)


def test_a_model_called_as_one_of_riverbank_s_gets_another_name(tmp_path: Path) -> None:
    make(tmp_path / "minilm")
    (model,) = operators_models(str(tmp_path), "MODELS", ["MiniLM", "BERT"])
    assert model.name.casefold() != "minilm"
    assert model.id == "local/minilm"  # type: ignore[union-attr]


@pytest.mark.parametrize("root", [".", "hub", "hub/models--acme--bert"])
def test_the_hub_s_cache_is_found_from_each_of_its_folders(tmp_path: Path, root: str) -> None:
    make(tmp_path / "hub" / "models--acme--bert" / "snapshots" / "abc")
    (tmp_path / "hub" / "models--acme--bert" / "blobs").mkdir()
    models, reasons = listed(tmp_path / root)
    assert list(models) == ["acme/bert"]
    assert reasons == {}


# Refused, with the reason that is true


def labels(folder: Path) -> None:
    shutil.rmtree(folder)
    make(folder, kind=BertForSequenceClassification, num_labels=3)
    edit(folder, id2label={"0": "neg", "1": "pos"})


def shard_lost(folder: Path) -> None:
    sharded(folder)
    next(folder.glob("model-00002*")).unlink()


def index_lost(folder: Path) -> None:
    sharded(folder)
    (folder / "model.safetensors.index.json").unlink()


def roberta(folder: Path, **changes: Any) -> None:
    shutil.rmtree(folder)
    tokenizer = byte_pairs("<mask>")
    config = RobertaConfig(**{**CONFIG, "vocab_size": len(tokenizer), "type_vocab_size": 1, "pad_token_id": 1})
    RobertaForMaskedLM(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    edit(folder, **changes)


def token_beyond(folder: Path) -> None:
    program = json.loads((folder / "tokenizer.json").read_text())
    vocabulary = program["model"]["vocab"]
    vocabulary["river"] = 4000
    (folder / "tokenizer.json").write_text(json.dumps(program))


def mask_unnamed(folder: Path) -> None:
    program = json.loads((folder / "tokenizer.json").read_text())
    del program["model"]["vocab"]["[MASK]"]
    program["added_tokens"] = [each for each in program["added_tokens"] if each["content"] != "[MASK]"]
    (folder / "tokenizer.json").write_text(json.dumps(program))


def cut(folder: Path) -> None:
    file = folder / "model.safetensors"
    file.write_bytes(file.read_bytes()[:-100])


WRONG: dict[str, tuple[Damage, tuple[str, ...]]] = {
    "positions": (lambda f: edit(f, max_position_embeddings=32), ("max_position_embeddings", "32", "64")),
    "segments": (lambda f: edit(f, type_vocab_size=1), ("type_vocab_size", "1", "2")),
    "inner width": (lambda f: edit(f, intermediate_size=48), ("intermediate_size", "48", "64")),
    "heads": (lambda f: edit(f, num_attention_heads=5), ("num_attention_heads", "5", "32")),
    "no heads": (lambda f: edit(f, num_attention_heads=0), ("num_attention_heads",)),
    "a truth value": (lambda f: edit(f, num_hidden_layers=True), ("num_hidden_layers",)),
    "labels": (labels, ("2 labels", "3")),
    "quantised": (lambda f: edit(f, quantization_config={"quant_method": "gptq", "bits": 4}), ("quantised", "gptq")),
    "quantised without a method": (lambda f: edit(f, quantization_config={"load_in_8bit": True}), ("quantised",)),
    "bytes as weights": (
        lambda f: rewrite(f, lambda tensors: {name: each.to(torch.int8) for name, each in tensors.items()}),
        ("I8", "quantised"),
    ),
    "padding beyond the vocabulary": (lambda f: edit(f, pad_token_id=9999), ("pad_token_id", "9999")),
    "padding below it": (lambda f: edit(f, pad_token_id=-1), ("pad_token_id", "-1")),
    "RoBERTa without padding": (lambda f: roberta(f, pad_token_id=None), ("pad_token_id",)),
    "RoBERTa's positions without those of padding": (
        lambda f: roberta(f, max_position_embeddings=62),
        ("max_position_embeddings", "62", "64"),
    ),
    "a shard is lost": (shard_lost, ("model-00002",)),
    "the index is lost": (index_lost, ("model.safetensors.index.json",)),
    "cut short": (cut, ("model.safetensors", "cut short")),
    "a token beyond the weights": (token_beyond, ("4,000", str(len(WORDS)))),
    "no mask": (mask_unnamed, ("[MASK]",)),
    "no tokenizer": (lambda f: (f / "tokenizer.json").unlink(), ("no tokenizer",)),
    "another kind": (lambda f: edit(f, model_type="deberta-v2"), ("deberta-v2",)),
    "a kind in two lines": (lambda f: edit(f, model_type="a\nb"), (r"a\nb",)),
    "no kind": (lambda f: edit(f, model_type=""), ("model_type",)),
    "a size as text": (lambda f: edit(f, hidden_size="32"), ("hidden_size",)),
    "a link elsewhere": (lambda f: (f / "notes.txt").symlink_to("/etc/passwd"), ("links",)),
}


@pytest.mark.parametrize(("damage", "named"), WRONG.values(), ids=WRONG)
def test_it_is_refused_at_the_list_with_its_reason(tmp_path: Path, damage: Damage, named: tuple[str, ...]) -> None:
    damage(make(tmp_path / "mine"))
    models, reasons = listed(tmp_path)
    assert models == {}
    assert all(each in reasons["mine"] for each in named), reasons


@pytest.mark.parametrize("name", [b"a\nb", b"a\xffb", "a\u202eb".encode()])
def test_a_name_that_cannot_be_shown_is_said_in_letters_that_can(tmp_path: Path, name: bytes) -> None:
    try:
        make(tmp_path / "mine").rename(tmp_path / os.fsdecode(name))
    except OSError:
        pytest.skip("this file system has no such names")
    models, reasons = listed(tmp_path)
    assert models == {}
    assert all(text.isprintable() for pair in reasons.items() for text in pair)
    assert len(reasons) == 1


# What shows only when it is opened


OPENED: dict[str, tuple[Damage, tuple[str, ...]]] = {
    "NaN": (
        lambda f: rewrite(f, lambda t: t | {"cls.predictions.bias": t["cls.predictions.bias"] * float("nan")}),
        ("NaN",),
    ),
    "a size that the configuration leaves to its default": (
        lambda f: (f / "config.json").write_text(
            json.dumps(
                {k: v for k, v in json.loads((f / "config.json").read_text()).items() if k != "max_position_embeddings"}
            )
        ),
        ("position_embeddings", "64", "512"),
    ),
    "an activation that nobody has": (lambda f: edit(f, hidden_act="wavy"), ("wavy",)),
    "a head that is neither there nor tied": (
        lambda f: edit(f, tie_word_embeddings=False),
        ("lacks weights", "cls.predictions.decoder"),
    ),
    "an epsilon below zero": (lambda f: edit(f, layer_norm_eps=-10.0), ("NaN",)),
    "a mask that the tokenizer does not name": (
        lambda f: edit(f, "tokenizer_config.json", tokenizer_class="PreTrainedTokenizerFast", mask_token=None),
        ("mask",),
    ),
}


@pytest.mark.parametrize(("damage", "named"), OPENED.values(), ids=OPENED)
def test_what_shows_only_when_it_is_opened_is_said_and_breaks_no_page(
    tmp_path: Path, damage: Damage, named: tuple[str, ...]
) -> None:
    damage(make(tmp_path / "mine"))
    models, reasons = listed(tmp_path)
    if not models:  # the list knew it
        assert any(each in reasons["mine"] for each in named)
        return
    with pytest.raises(ModelUnavailable) as caught:
        opened(tmp_path)
    assert all(each in str(caught.value) for each in named), caught.value
    assert str(tmp_path) not in str(caught.value)
