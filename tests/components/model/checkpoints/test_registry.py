"""The allow-list, and the models of the operator's folder."""

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file
from transformers.pipelines import SUPPORTED_TASKS

from cache.engine import parameter_count
from components.model.checkpoints.catalogue import DEFAULT_MODEL, MODELS
from components.model.checkpoints.folders.operators_folder import FAMILIES
from components.model.checkpoints.folders.operators_models import SkippedFolder
from components.model.checkpoints.records import Bundled, InFolder, ModelRecord, OnHub, Role, TaskHead
from components.model.checkpoints.registry import LOCAL_FOLDER_VARIABLE, folder_entries, known_models, model_record
from components.model.checkpoints.unlisted import PUBLISHED_HEADS
from components.model.user_errors import ModelUnavailable

TOKENIZER = {"model": {"type": "WordLevel", "vocab": {"[MASK]": 0, "a": 1}}}


def _local(root: Path, name: str, config: object, *, weights: str = "model.safetensors") -> Path:
    folder = root / name
    folder.mkdir(parents=True)
    (folder / "config.json").write_text(config if isinstance(config, str) else json.dumps(config))
    (folder / "tokenizer.json").write_text(json.dumps(TOKENIZER))
    save_file({"embeddings.word_embeddings.weight": np.zeros((4, 2), np.float32)}, folder / weights)
    return folder


def _told(root: Path) -> dict[str, str]:
    """The folders that cannot be used, with the reasons."""
    entries = folder_entries({LOCAL_FOLDER_VARIABLE: str(root)})
    return {entry.name: entry.reason for entry in entries if isinstance(entry, SkippedFolder)}


def _ids(root: Path) -> list[str]:
    return [model.id for model in known_models({LOCAL_FOLDER_VARIABLE: str(root)})[len(MODELS) :]]


def test_the_first_model_needs_no_network() -> None:
    assert isinstance(MODELS[0].home, Bundled)
    assert MODELS[0].id == DEFAULT_MODEL
    assert MODELS[0].role is Role.MASKED


def test_ids_are_unique_and_fit_a_link() -> None:
    ids = [model.id for model in MODELS]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[A-Za-z0-9.-]+", name) for name in ids)


@pytest.mark.parametrize("model", [model for model in MODELS if isinstance(model.home, Bundled)], ids=lambda it: it.id)
def test_bundled_models_have_the_size_that_the_projector_names(model: ModelRecord) -> None:
    assert model.parameters == parameter_count(model.id)


def test_hub_models_are_pinned_to_a_commit() -> None:
    homes = [model.home for model in MODELS if isinstance(model.home, OnHub)]
    assert len(homes) == 10
    assert all(re.fullmatch(r"[0-9a-f]{40}", home.revision) for home in homes)
    assert all(home.download_bytes > 40_000_000 for home in homes)


@pytest.mark.parametrize(
    "typed", ["", "../../etc/passwd", "local/../x", "google-bert/bert-base-uncased", "POCKET-BERT"]
)
def test_any_other_id_is_refused(typed: str) -> None:
    with pytest.raises(ModelUnavailable, match="Choose one"):
        model_record(typed)


def test_a_long_id_is_quoted_in_part() -> None:
    with pytest.raises(ModelUnavailable) as refused:
        model_record("x" * 5000)
    quoted = re.search("“(.*)”", str(refused.value))
    assert quoted is not None
    assert len(quoted[1]) == 60


@pytest.mark.parametrize(
    ("kind", "architecture", "role"),
    [
        ("bert", "BertForMaskedLM", Role.MASKED),
        ("gpt2", "GPT2LMHeadModel", Role.CAUSAL),
        ("xlm-roberta", "XLMRobertaForMaskedLM", Role.MASKED),
        ("camembert", "CamembertForMaskedLM", Role.MASKED),
        ("ernie", "ErnieForMaskedLM", Role.MASKED),
        ("bert", "BertModel", Role.ENCODER),
        ("bert", "BertForSequenceClassification", Role.ENCODER),
        ("distilbert", "DistilBertForQuestionAnswering", Role.ENCODER),
        ("roberta", "RobertaForTokenClassification", Role.ENCODER),
        ("bert", "BertLMHeadModel", Role.MASKED),
    ],
)
def test_a_folder_below_the_operators_is_a_model(tmp_path: Path, kind: str, architecture: str, role: Role) -> None:
    folder = _local(tmp_path, "mine", {"architectures": [architecture], "model_type": kind})
    record = model_record("local/mine", {LOCAL_FOLDER_VARIABLE: str(tmp_path)})
    assert record.role is role
    assert record.family == FAMILIES[kind]
    assert record.home == InFolder(folder.resolve())


@pytest.mark.parametrize("kind", ["bert", "distilbert", "roberta", "modernbert"])
@pytest.mark.parametrize("head", TaskHead)
def test_a_folder_with_a_head_says_which(tmp_path: Path, kind: str, head: TaskHead) -> None:
    _local(tmp_path, "mine", {"architectures": [f"Some{head.value}"], "model_type": kind})
    _local(tmp_path, "plain", {"architectures": ["BertModel"], "model_type": "bert"})
    _local(tmp_path, "words", {"architectures": ["BertForMaskedLM"], "model_type": "bert"})
    text = {model.name: model for model in known_models({LOCAL_FOLDER_VARIABLE: str(tmp_path)})}
    assert text["mine"].task_head is head
    assert text["mine"].role is Role.ENCODER
    assert text["plain"].task_head is text["words"].task_head is None


def test_published_heads_are_those_that_transformers_names_itself() -> None:
    defaults = [task.get("default", {}).get("model") for task in SUPPORTED_TASKS.values()]
    named = [model for model in defaults if isinstance(model, tuple)]
    for model in PUBLISHED_HEADS:
        assert isinstance(model.home, OnHub)
        assert (model.home.repository, model.home.revision) in named
        assert model_record(model.id) is model
        assert model not in MODELS
        assert model.task_head is not None


def test_a_bert_made_a_decoder_is_causal(tmp_path: Path) -> None:
    _local(tmp_path, "mine", {"architectures": ["BertLMHeadModel"], "model_type": "bert", "is_decoder": True})
    assert model_record("local/mine", {LOCAL_FOLDER_VARIABLE: str(tmp_path)}).role is Role.CAUSAL


@pytest.mark.parametrize(
    ("tensor", "role"),
    [
        ("cls.predictions.bias", Role.MASKED),
        ("predictions.dense.weight", Role.MASKED),
        ("discriminator_predictions.dense.weight", Role.ENCODER),
        ("encoder.layer.0.attention.bias", Role.ENCODER),
    ],
)
@pytest.mark.parametrize(
    "named", [{}, {"architectures": None}, {"architectures": []}, {"architectures": ["SomeForPreTraining"]}]
)
def test_where_the_architecture_does_not_say_the_weights_tell(
    tmp_path: Path, named: dict[str, object], tensor: str, role: Role
) -> None:
    folder = _local(tmp_path, "mine", {"model_type": "bert", **named})
    save_file({tensor: np.zeros(2, np.float32)}, folder / "model.safetensors")
    assert model_record("local/mine", {LOCAL_FOLDER_VARIABLE: str(tmp_path)}).role is role


BERT = {"architectures": ["BertForMaskedLM"], "model_type": "bert"}


@pytest.mark.parametrize(
    ("config", "reason"),
    [
        ("{broken", "damaged config.json"),
        ("[]", "not a JSON object"),
        ("{}", "model_type"),
        ("[" * 100_000, "damaged config.json"),
        (" " * 2_000_000, "more than 1 MB"),
        ({"model_type": "deberta-v2", "architectures": ["DebertaV2ForMaskedLM"]}, r"does not support \(deberta-v2\)"),
        ({"model_type": "t5", "architectures": ["T5ForConditionalGeneration"]}, r"does not support \(t5\)"),
        ({"model_type": "llama", "architectures": ["LlamaForCausalLM"]}, r"does not support \(llama\)"),
        ({"model_type": "gpt2", "architectures": ["GPT2ForSequenceClassification"]}, "no head that predicts the next"),
        ({**BERT, "vocab_size": 7}, "vocab_size is 7, but its weights have 4"),
        ({**BERT, "hidden_size": 48}, "hidden_size is 48, but its weights have 2"),
    ],
)
def test_a_folder_that_cannot_be_used_is_named_with_the_reason(tmp_path: Path, config: object, reason: str) -> None:
    _local(tmp_path, "bad", config)
    _local(tmp_path, "good", BERT)
    assert _ids(tmp_path) == ["local/good"]
    assert list(_told(tmp_path)) == ["bad"]
    assert re.search(reason, _told(tmp_path)["bad"])


@pytest.mark.parametrize(("layers", "reason"), [((0, 2), "lacks layer 2 of the 3"), ((0, 1, 2, 3), "has 4 layers")])
def test_layers_that_do_not_fit_the_configuration_are_told(
    tmp_path: Path, layers: tuple[int, ...], reason: str
) -> None:
    folder = _local(tmp_path, "bad", {**BERT, "num_hidden_layers": 3})
    tensors = {f"bert.encoder.layer.{layer}.output.dense.bias": np.zeros(2, np.float32) for layer in layers}
    save_file(tensors, folder / "model.safetensors")
    assert reason in _told(tmp_path)["bad"]


@pytest.mark.parametrize("keep", [0, 5, 40, -1])
def test_a_file_cut_short_is_told_by_its_name(tmp_path: Path, keep: int) -> None:
    weights = _local(tmp_path, "bad", BERT) / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:keep])
    assert _told(tmp_path)["bad"] == "has a file that is cut short or damaged (model.safetensors)."


def test_what_is_missing_is_told(tmp_path: Path) -> None:
    (_local(tmp_path, "no tokenizer", BERT) / "tokenizer.json").unlink()
    (_local(tmp_path, "no config", BERT) / "config.json").unlink()
    (_local(tmp_path, "no weights", BERT) / "model.safetensors").unlink()
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "readme.txt").write_text("nothing of a model")
    (tmp_path / ".git").mkdir()
    assert _told(tmp_path) == {
        "notes": "holds no model: neither a config.json nor weights.",
        "no config": "has no config.json.",
        "no tokenizer": "has no tokenizer.",
        "no weights": "has no weights (model.safetensors).",
    }


def test_pickles_make_no_model(tmp_path: Path) -> None:
    _local(tmp_path, "old", BERT, weights="pytorch_model.bin")
    assert _ids(tmp_path) == []
    assert "as a pickle only" in _told(tmp_path)["old"]


def test_models_that_ship_are_found_without_asking_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "iterdir", lambda _: pytest.fail("the disk was asked"))
    assert model_record(MODELS[0].id, {LOCAL_FOLDER_VARIABLE: str(tmp_path)}) == MODELS[0]


def test_links_that_lead_outside_are_passed_over(tmp_path: Path) -> None:
    outside = _local(tmp_path / "outside", "secret", {"architectures": ["BertForMaskedLM"], "model_type": "bert"})
    root = tmp_path / "root"
    inside = _local(root, "half", {"architectures": ["BertForMaskedLM"], "model_type": "bert"})
    (inside / "model.safetensors").unlink()
    (inside / "model.safetensors").symlink_to(outside / "model.safetensors")
    (root / "secret").symlink_to(outside)
    (root / "loop").symlink_to(root / "loop")
    assert _ids(root) == []


def test_without_a_folder_there_is_what_ships(tmp_path: Path) -> None:
    assert _ids(tmp_path / "nowhere") == []
    assert known_models({}) == MODELS


def test_the_list_is_there_without_heavy_imports() -> None:
    program = (
        "import sys\nfrom components.model.checkpoints import availability, download, registry\n"
        "assert not {'torch', 'transformers', 'huggingface_hub', 'streamlit'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True, cwd=Path(__file__).parents[4])
