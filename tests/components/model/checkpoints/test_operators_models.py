"""The operator's folder: layouts that people have open, everything else is named, and nothing in it breaks a page."""

import base64
import json
import os
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import transformers
from safetensors.numpy import save_file
from transformers import AutoTokenizer, BertConfig, BertForMaskedLM
from transformers.models.auto.modeling_auto import (
    MODEL_FOR_PRETRAINING_MAPPING,
    MODEL_FOR_PRETRAINING_MAPPING_NAMES,
    AutoModelForMaskedLM,
)
from transformers.models.auto.tokenization_auto import TOKENIZER_MAPPING_NAMES

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.folders.operators_folder import FAMILIES
from components.model.checkpoints.folders.operators_models import SkippedFolder, operators_models
from components.model.checkpoints.folders.tokenizer_files import SLOW_CLASSES
from components.model.checkpoints.folders.weight_headers import HEADER_BYTES, INDEX, TENSOR_LIMIT
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.records import ModelRecord, Role
from components.model.inference.prediction import predictions
from tests.components.conftest import CPU
from tests.components.small_models import byte_pairs, small, word_piece

BERT = {"architectures": ["BertForMaskedLM"], "model_type": "bert"}
TOKENIZER: dict[str, Any] = {"model": {"type": "WordLevel", "vocab": {"[MASK]": 0, "a": 1}}}


def local(folder: Path, **config: object) -> Path:
    """A folder that looks like a model."""
    folder.mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps(BERT | config))
    (folder / "tokenizer.json").write_text(json.dumps(TOKENIZER))
    save_file({"embeddings.word_embeddings.weight": np.zeros((4, 2), np.float32)}, folder / "model.safetensors")
    return folder


def models(path: Path | str) -> dict[str, ModelRecord]:
    return {each.name: each for each in operators_models(str(path), "MODELS") if isinstance(each, ModelRecord)}


def reasons(path: Path | str) -> dict[str, str]:
    return {each.name: each.reason for each in operators_models(str(path), "MODELS") if isinstance(each, SkippedFolder)}


def tokenizer(folder: Path, **changes: Any) -> None:
    (folder / "tokenizer.json").write_text(json.dumps(TOKENIZER | changes))


# Layouts


def test_the_model_folder_itself_is_a_model(tmp_path: Path) -> None:
    local(tmp_path / "mine")
    (tmp_path / "mine" / "runs").mkdir()
    assert [model.id for model in models(tmp_path / "mine").values()] == ["local/mine"]
    assert reasons(tmp_path / "mine") == {}


def test_owner_and_name_are_found_two_levels_deep(tmp_path: Path) -> None:
    folder = local(tmp_path / "owner" / "name")
    (model,) = models(tmp_path).values()
    assert (model.id, model.home.folder) == ("local/owner/name", folder)  # type: ignore[union-attr]


def test_the_checkpoints_of_a_run_are_found_with_and_without_the_run_itself(tmp_path: Path) -> None:
    local(tmp_path / "my-run" / "checkpoint-500")
    local(tmp_path / "my-run" / "checkpoint-1000")
    local(tmp_path / "whole")
    local(tmp_path / "whole" / "checkpoint-7")
    local(tmp_path / "whole" / "onnx")
    names = {"my-run/checkpoint-500", "my-run/checkpoint-1000", "whole", "whole/checkpoint-7"}
    assert set(models(tmp_path)) == names
    assert set(models(tmp_path / "whole")) == {"whole", "checkpoint-7"}


def test_the_hub_s_cache_is_read_at_what_it_calls_main(tmp_path: Path) -> None:
    cached = tmp_path / "models--owner--name"
    older, newer = local(cached / "snapshots" / "aaa"), local(cached / "snapshots" / "bbb")
    blob = cached / "blobs" / "0123"
    blob.parent.mkdir()
    shutil.move(older / "model.safetensors", blob)
    (older / "model.safetensors").symlink_to("../../blobs/0123")
    os.utime(newer, (2e9, 2e9))
    assert models(tmp_path)["owner/name"].home.folder == newer  # type: ignore[union-attr]
    (cached / "refs").mkdir()
    (cached / "refs" / "main").write_text("aaa")
    assert models(tmp_path)["owner/name"].home.folder == older  # type: ignore[union-attr]
    assert reasons(tmp_path) == {}


@pytest.mark.parametrize("pattern", ['"{}"', "'{}'", " {} ", "{}/", "{}/../models"])
def test_a_path_is_read_as_people_write_it(tmp_path: Path, pattern: str) -> None:
    local(tmp_path / "models" / "mine")
    assert set(models(pattern.format(tmp_path / "models"))) == {"mine"}


def test_a_tilde_is_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    local(tmp_path / "models" / "mine")
    assert set(models("~/models")) == {"mine"}


def test_a_path_that_is_no_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path, reason in (("nowhere", "not there"), ("file", "is a file"), ("\0", "could not be read")):
        ((name, text),) = reasons(tmp_path / path).items()
        assert name.startswith("MODELS: ")
        assert reason in text
    assert list(reasons("~no-such-user/models").values()) == ["could not be read."]


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        (["bert_config.json", "bert_model.ckpt.index", "vocab.txt"], "TensorFlow"),
        (["bert_model.ckpt.data-00000-of-00001"], "TensorFlow"),
        (["config.json", "tf_model.h5", "vocab.txt"], "TensorFlow"),
        (["config.json", "flax_model.msgpack", "vocab.txt"], "Flax"),
        (["config.json", "model.onnx", "vocab.txt"], "ONNX"),
        (["config.json", "pytorch_model.bin", "vocab.txt"], "pickle"),
        (["adapter_config.json", "adapter_model.safetensors"], "adapter"),
        (["notes.txt"], "no model"),
        ([], "no model"),
    ],
)
def test_every_folder_without_a_model_is_named_with_the_reason(tmp_path: Path, files: list[str], reason: str) -> None:
    (tmp_path / "some").mkdir()
    for name in files:
        (tmp_path / "some" / name).write_text(json.dumps(BERT) if name == "config.json" else "")
    assert models(tmp_path) == {}
    assert list(reasons(tmp_path)) == ["some"]
    assert reason in reasons(tmp_path)["some"]


# What is computed otherwise, or not at all


@pytest.mark.parametrize("scheme", ["relative_key", "relative_key_query"])
def test_relative_positions_are_refused_with_the_reason(tmp_path: Path, scheme: str) -> None:
    local(tmp_path / "mine", position_embedding_type=scheme)
    local(tmp_path / "usual", position_embedding_type="absolute")
    assert set(models(tmp_path)) == {"usual"}
    assert scheme in reasons(tmp_path)["mine"]


def test_a_model_with_code_of_its_own_is_not_computed_as_if_it_had_none(tmp_path: Path) -> None:
    local(tmp_path / "mine", auto_map={"AutoModel": "modeling_mine.MyModel"})
    local(tmp_path / "usual", auto_map={})
    assert set(models(tmp_path)) == {"usual"}
    assert "auto_map" in reasons(tmp_path)["mine"]


@pytest.mark.parametrize("kind", sorted(set(FAMILIES) & set(MODEL_FOR_PRETRAINING_MAPPING_NAMES) - {"gpt2"}))
def test_pre_trained_models_are_what_transformers_can_open_them_as(tmp_path: Path, kind: str) -> None:
    config = transformers.CONFIG_MAPPING[kind]()
    for name in ("hidden_size", "dim", "embedding_size"):
        if hasattr(config, name):
            setattr(config, name, 8)
    for name in ("num_hidden_layers", "n_layers", "num_attention_heads", "n_heads"):
        if hasattr(config, name):
            setattr(config, name, 1)
    for name in ("intermediate_size", "hidden_dim"):
        if hasattr(config, name):
            setattr(config, name, 8)
    config.vocab_size, config.pad_token_id = 9000, 0
    folder = tmp_path / "mine"
    MODEL_FOR_PRETRAINING_MAPPING[type(config)](config).save_pretrained(folder)
    (byte_pairs("<mask>") if kind == "roberta" else word_piece()).save_pretrained(folder)
    _, loaded = AutoModelForMaskedLM.from_pretrained(folder, output_loading_info=True)
    (model,) = models(tmp_path).values()
    assert (model.role is Role.MASKED) == (not loaded["missing_keys"])


def test_slow_tokenizers_are_those_that_transformers_has_without_a_fast_form() -> None:
    classes = {
        name: getattr(transformers, name)
        for name in TOKENIZER_MAPPING_NAMES.values()
        if name and hasattr(transformers, name)
    }
    slow = {
        name
        for name, each in classes.items()
        if "TokenizersBackend" not in [base.__name__ for base in each.__mro__] and not name.endswith("Fast")
    }
    assert slow - {"MistralCommonBackend"} == SLOW_CLASSES


@pytest.mark.parametrize("name", ["BertJapaneseTokenizer", "PhobertTokenizer", "BertweetTokenizer"])
def test_a_tokenizer_without_a_fast_form_is_told(tmp_path: Path, name: str) -> None:
    (local(tmp_path / "mine") / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": name}))
    assert name in reasons(tmp_path)["mine"]


def test_a_vocabulary_that_is_larger_than_the_weights_is_told(tmp_path: Path) -> None:
    folder = local(tmp_path / "mine", vocab_size=4)
    added = [{"content": f"[E{number}]", "id": 2 + number} for number in range(5)]
    tokenizer(folder, added_tokens=added)
    assert "7 tokens" in reasons(tmp_path)["mine"]
    assert "for 4" in reasons(tmp_path)["mine"]
    tokenizer(folder, added_tokens=added[:2])
    assert set(models(tmp_path)) == {"mine"}


@pytest.mark.parametrize("named", [{}, {"mask_token": None}, {"mask_token": {"content": "[M]"}}])
def test_a_masked_model_without_a_mask_is_told(tmp_path: Path, named: dict[str, object]) -> None:
    folder = local(tmp_path / "mine")
    vocabulary = {"[MASK]" if named else "b": 0, "a": 1}
    tokenizer(folder, model={"type": "WordLevel", "vocab": vocabulary})
    (folder / "tokenizer_config.json").write_text(json.dumps(named))
    assert "has no [MASK]" in reasons(tmp_path)["mine"]


# What is hostile


def header(folder: Path, content: bytes) -> None:
    (folder / "model.safetensors").write_bytes(len(content).to_bytes(8, "little") + content)


@pytest.mark.parametrize(
    "content",
    [
        b'{"a": {"dtype": "F32", "shape": [1e999], "data_offsets": [0, 0]}}',
        b'{"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 1e999]}}',
        b'{"a": {"dtype": "F32", "shape": [-1], "data_offsets": [0, 0]}}',
        b'{"a": {"dtype": "F32", "shape": ' + b"[" * 100_000 + b"}}",
        b'{"a": {"dtype": "F32", "shape": [' + b"9" * 5000 + b'], "data_offsets": [0, 0]}}',
        b'{"a": 1}',
        b"[]",
        b"\xff",
    ],
)
def test_a_header_of_nonsense_is_told(tmp_path: Path, content: bytes) -> None:
    header(local(tmp_path / "mine"), content)
    local(tmp_path / "good")
    assert set(models(tmp_path)) == {"good"}
    assert "damaged" in reasons(tmp_path)["mine"]


def test_a_huge_header_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = local(tmp_path / "mine")
    header(folder, b" " * (HEADER_BYTES + 1))
    monkeypatch.setattr("components.model.checkpoints.folders.weight_headers.json", None)  # nothing of it is parsed
    assert "5 MB" in reasons(tmp_path)["mine"]


def test_many_tensors_are_told(tmp_path: Path) -> None:
    tensor = {"dtype": "F32", "shape": [0], "data_offsets": [0, 0]}
    header(local(tmp_path / "mine"), json.dumps({f"t{n}": tensor for n in range(TENSOR_LIMIT + 1)}).encode())
    assert "20,000" in reasons(tmp_path)["mine"]


@pytest.mark.parametrize("value", [1e999, -1, 10**12, "two", [1]])
@pytest.mark.parametrize("name", ["num_hidden_layers", "hidden_size", "vocab_size", "max_position_embeddings"])
def test_sizes_that_no_model_has_are_told(tmp_path: Path, name: str, value: object) -> None:
    local(tmp_path / "mine", **{name: value})
    assert name in reasons(tmp_path)["mine"]


@pytest.mark.parametrize(
    "named", ["../outside/model.safetensors", "/etc/passwd", "a/b.safetensors", "..\\x.safetensors", "x.bin", 3]
)
def test_an_index_names_files_beside_it_alone(tmp_path: Path, named: object) -> None:
    folder = local(tmp_path / "mine")
    (folder / INDEX).write_text(json.dumps({"weight_map": {"a": "model.safetensors", "b": named}}))
    assert "index" in reasons(tmp_path)["mine"]
    (folder / INDEX).write_text(json.dumps({"weight_map": {"a": "model.safetensors"}}))
    assert set(models(tmp_path)) == {"mine"}


def replacing(pattern: dict[str, str], content: str) -> dict[str, object]:
    return {"type": "Replace", "pattern": pattern, "content": content}


def sequence(*steps: object) -> dict[str, object]:
    return {"type": "Sequence", "normalizers": list(steps)}


def nested(depth: int) -> dict[str, object]:
    return sequence(nested(depth - 1)) if depth else {"type": "NFC"}


def charsmap(longest: int) -> str:
    return base64.b64encode((0).to_bytes(4, "little") + b"x" * longest + b"\0").decode()


HOSTILE = {
    "one replacement by much": replacing({"String": "a"}, "a" * 200),
    "replacements one after the other": sequence(*[replacing({"String": "a"}, "aa")] * 5),
    "a replacement of nothing": replacing({"String": ""}, "a"),
    "a prefix that grows": sequence(*[{"type": "Prepend", "prepend": "aaaa"}] * 4),
    "a regular expression of its own": replacing({"Regex": "(a+)+$"}, "b"),
    "many steps": sequence(*[{"type": "NFC"}] * 40),
    "steps inside steps": nested(60),
    "an unknown step": {"type": "Own"},
    "a step without a type": {"pattern": 3},
    "a table that makes long texts": {"type": "Precompiled", "precompiled_charsmap": charsmap(5000)},
    "a table that is none": {"type": "Precompiled", "precompiled_charsmap": "?"},
}


@pytest.mark.parametrize("normalizer", HOSTILE.values(), ids=HOSTILE)
def test_a_tokenizer_that_blows_up_texts_is_told_and_never_opened(tmp_path: Path, normalizer: object) -> None:
    folder = local(tmp_path / "mine")
    tokenizer(folder, normalizer=normalizer)
    assert "tokenizer" in reasons(tmp_path)["mine"]
    tokenizer(folder, normalizer=sequence(replacing({"Regex": " {2,}"}, " "), {"type": "NFKC"}))
    assert set(models(tmp_path)) == {"mine"}


@pytest.mark.parametrize(
    "changes",
    [
        {"pre_tokenizer": {"type": "Split", "pattern": {"Regex": "(?:a?){50}a{50}"}, "behavior": "Isolated"}},
        {"pre_tokenizer": {"type": "Own"}},
        {"decoder": {"type": "Own"}},
        {"post_processor": {"type": "TemplateProcessing", "single": [{}] * 100, "pair": []}},
        {"model": {"type": "Own", "vocab": {"[MASK]": 0}}},
        {"model": {"type": "WordPiece", "vocab": {"[MASK]": 0}, "max_input_chars_per_word": 10**9}},
        {"model": {"type": "WordLevel"}},
        {"model": 3},
        {"added_tokens": [{"content": str(number)} for number in range(30_000)]},
    ],
)
def test_a_tokenizer_that_does_what_is_not_done_here_is_told(tmp_path: Path, changes: dict[str, object]) -> None:
    tokenizer(local(tmp_path / "mine"), **changes)
    assert "tokenizer" in reasons(tmp_path)["mine"]


def test_a_huge_tokenizer_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = local(tmp_path / "mine")
    with (folder / "tokenizer.json").open("wb") as file:
        file.truncate(21_000_000)
    monkeypatch.setattr(
        "components.model.checkpoints.folders.tokenizer_files._read", lambda _: pytest.fail("it was read")
    )
    assert "20 MB" in reasons(tmp_path)["mine"]


def test_pipes_and_links_without_an_end_are_passed_over(tmp_path: Path) -> None:
    folder = local(tmp_path / "mine")
    (folder / "config.json").unlink()
    os.mkfifo(folder / "config.json")  # reading it would wait for ever
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert models(tmp_path) == {}
    assert set(reasons(tmp_path)) == {"mine", "loop"}


def test_whatever_fails_while_a_folder_is_looked_at_is_that_folder_s_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    local(tmp_path / "mine")

    def fails(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("components.model.checkpoints.folders.operators_models.folder_record", fails)
    assert reasons(tmp_path) == {"mine": "could not be read."}


# Real ones


@pytest.mark.parametrize("family", ["bert", "roberta", "xlm-roberta", "camembert", "albert", "electra", "modernbert"])
def test_small_real_models_are_listed(tmp_path: Path, family: str) -> None:
    model, tokenizer_of = small(family)
    model.save_pretrained(tmp_path / family)
    tokenizer_of.save_pretrained(tmp_path / family)
    assert reasons(tmp_path) == {}
    assert set(models(tmp_path)) == {family}


def test_a_checkpoint_of_a_run_opens_and_answers(tmp_path: Path) -> None:
    folder = tmp_path / "my-run" / "checkpoint-500"
    pieces = word_piece()
    config = BertConfig(
        vocab_size=len(pieces), hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16
    )
    torch.manual_seed(0)
    BertForMaskedLM(config).save_pretrained(folder)
    pieces.save_pretrained(folder)
    opened = Loader(weights_folder, device=CPU).open(models(tmp_path)["my-run/checkpoint-500"])
    answer = predictions(opened, opened.tokenizer.tokens("the [MASK]")).masks[0].candidates[0]
    plain = BertForMaskedLM.from_pretrained(folder)
    inputs = AutoTokenizer.from_pretrained(folder)("the [MASK]", return_tensors="pt")
    with torch.no_grad():
        shares = plain(**inputs).logits.softmax(-1)[0, 2]
    assert answer.probability == pytest.approx(float(shares.max()), abs=1e-6)
