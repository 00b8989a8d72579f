"""Graphs are found by how an encoder is built, exported where there is none, and never needed."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest
import torch
import transformers
from transformers import BertConfig, BertModel, PreTrainedModel

from components.model.compiled.encoder import CompiledEncoder
from components.model.compiled.graph import EncoderGraph, architecture_key
from components.model.compiled.store import OFF, VARIABLE, GraphStore, exported_folder, graph_file

pytestmark = pytest.mark.thorough

SMALL: dict[str, Any] = {
    "vocab_size": 60,
    "hidden_size": 16,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 24,
    "max_position_embeddings": 40,
}


def small(name: str = "BertModel", **settings: Any) -> PreTrainedModel:
    torch.manual_seed(0)
    kind = getattr(transformers, name)
    config = kind.config_class(**SMALL | settings)
    model: PreTrainedModel = kind._from_config(config, attn_implementation="sdpa").eval()
    return model


def test_what_was_learned_does_not_change_the_key_and_what_was_built_does() -> None:
    first, second = small(), small()
    torch.nn.init.normal_(second.embeddings.word_embeddings.weight)
    assert architecture_key(first) == architecture_key(second)
    second.config.id2label = {0: "no", 1: "yes"}
    assert architecture_key(first) == architecture_key(second)
    others = (small(num_attention_heads=4), small(num_hidden_layers=3), small(layer_norm_eps=0.1))
    assert len({architecture_key(each) for each in (first, *others)}) == 4


def test_a_graph_is_read_as_it_was_written(tmp_path: Path) -> None:
    graph = EncoderGraph(b"graph", ("a.weight", "b.bias"))
    assert EncoderGraph.from_bytes(graph.to_bytes()) == graph
    assert graph.to_bytes() == graph.to_bytes()
    for content in (b"", b"PK", b"nothing"):
        with pytest.raises(ValueError, match="no graph"):
            EncoderGraph.from_bytes(content)
        graph_file(tmp_path, "key").write_bytes(content)
        assert GraphStore(tmp_path).find("key") is None


def test_the_operator_says_where_graphs_are_exported_or_that_none_are() -> None:
    assert exported_folder({VARIABLE: OFF}) is None
    assert exported_folder({VARIABLE: "/somewhere"}) == Path("/somewhere")
    assert exported_folder({}) is not None


def test_without_the_runtime_torch_answers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert GraphStore(tmp_path).compile(small(), tmp_path).result(0) is None


def test_where_nothing_is_exported_torch_answers(tmp_path: Path) -> None:
    assert GraphStore(shipped=tmp_path).compile(small(), tmp_path).result(0) is None


def test_a_checkpoint_is_exported_beside_the_server_and_only_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = small()
    model.config.save_pretrained(tmp_path / "model")
    store = GraphStore(tmp_path / "graphs", shipped=tmp_path)
    encoder = store.compile(model, tmp_path / "model").result(300)
    assert isinstance(encoder, CompiledEncoder)
    assert [file.suffix for file in (tmp_path / "graphs").iterdir()] == [".zip"]
    monkeypatch.setattr(store, "_exported_graph", lambda *_: pytest.fail("exported again"))
    assert isinstance(store.compile(small(), tmp_path / "model").result(0), CompiledEncoder)


def test_what_cannot_be_exported_is_answered_by_torch(tmp_path: Path) -> None:
    class Unknown(BertModel):
        pass

    model = Unknown(BertConfig(**SMALL)).eval()
    model.config.save_pretrained(tmp_path)
    store = GraphStore(tmp_path / "graphs", shipped=tmp_path)
    assert store.compile(model, tmp_path).result(300) is None
    assert list((tmp_path / "graphs").iterdir()) == []
