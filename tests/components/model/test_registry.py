"""The allow-list, and the models of the operator's folder."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from components.model.catalogue import MODELS
from components.model.records import Bundled, InFolder, OnHub, Role
from components.model.refusal import ModelUnavailable
from components.model.registry import LOCAL_FOLDER_VARIABLE, known_models, record


def _local(root: Path, name: str, config: object, *, weights: str = "model.safetensors") -> Path:
    folder = root / name
    folder.mkdir(parents=True)
    (folder / "config.json").write_text(config if isinstance(config, str) else json.dumps(config))
    (folder / weights).write_bytes(b"")
    return folder


def _ids(root: Path) -> list[str]:
    return [model.id for model in known_models({LOCAL_FOLDER_VARIABLE: str(root)})[len(MODELS) :]]


def test_the_first_model_needs_no_network() -> None:
    assert isinstance(MODELS[0].home, Bundled)
    assert MODELS[0].pocket
    assert MODELS[0].role is Role.MASKED


def test_ids_are_unique_and_fit_a_link() -> None:
    ids = [model.id for model in MODELS]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[A-Za-z0-9.-]+", name) for name in ids)


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
        record(typed)


def test_a_long_id_is_quoted_in_part() -> None:
    with pytest.raises(ModelUnavailable) as refused:
        record("x" * 5000)
    quoted = re.search("“(.*)”", str(refused.value))
    assert quoted is not None
    assert len(quoted[1]) == 60


@pytest.mark.parametrize(
    ("architecture", "role"),
    [
        ("BertForMaskedLM", Role.MASKED),
        ("BertForPreTraining", Role.MASKED),
        ("GPT2LMHeadModel", Role.CAUSAL),
        ("LlamaForCausalLM", Role.CAUSAL),
        ("BertForSequenceClassification", Role.CLASSIFIER),
    ],
)
def test_a_folder_below_the_operators_is_a_model(tmp_path: Path, architecture: str, role: Role) -> None:
    folder = _local(tmp_path, "mine", {"architectures": [architecture], "model_type": "bert"})
    found = record("local/mine", {LOCAL_FOLDER_VARIABLE: str(tmp_path)})
    assert found.role is role
    assert found.family == "bert"
    assert found.home == InFolder(folder.resolve())


@pytest.mark.parametrize(
    "config",
    [
        "{broken",
        "[]",
        "{}",
        "[" * 100_000,
        json.dumps({"architectures": [], "model_type": "bert"}),
        json.dumps({"architectures": [7], "model_type": "bert"}),
        json.dumps({"architectures": None}),
        json.dumps({"architectures": ["BertModel"], "model_type": "bert"}),
        " " * 2_000_000,
    ],
    ids=["broken", "list", "empty", "deep", "none", "number", "null", "no head", "huge"],
)
def test_a_folder_that_is_no_model_is_passed_over(tmp_path: Path, config: str) -> None:
    _local(tmp_path, "bad", config)
    _local(tmp_path, "good", {"architectures": ["BertForMaskedLM"], "model_type": "bert"})
    assert _ids(tmp_path) == ["local/good"]


def test_pickles_make_no_model(tmp_path: Path) -> None:
    _local(tmp_path, "old", {"architectures": ["BertForMaskedLM"], "model_type": "bert"}, weights="pytorch_model.bin")
    assert _ids(tmp_path) == []


def test_links_that_lead_outside_are_passed_over(tmp_path: Path) -> None:
    outside = _local(tmp_path / "outside", "secret", {"architectures": ["BertForMaskedLM"], "model_type": "bert"})
    root = tmp_path / "root"
    inside = _local(root, "half", {"architectures": ["BertForMaskedLM"], "model_type": "bert"})
    (inside / "model.safetensors").unlink()
    (inside / "model.safetensors").symlink_to(outside / "model.safetensors")
    (root / "secret").symlink_to(outside)
    (root / "loop").symlink_to(root / "loop")
    assert _ids(root) == []


def test_a_missing_folder_adds_nothing(tmp_path: Path) -> None:
    assert _ids(tmp_path / "nowhere") == []
    assert known_models({}) == MODELS


def test_the_list_is_there_without_heavy_imports() -> None:
    program = (
        "import sys, components.model.registry, components.model.availability, components.model.download\n"
        "assert not {'torch', 'transformers', 'huggingface_hub', 'streamlit'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True, cwd=Path(__file__).parents[3])
