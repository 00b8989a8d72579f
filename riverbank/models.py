"""The model behind an argument ``model=``: a bundled name, a folder, or a model that is in memory.

Nothing is ever downloaded, and weights are read from safetensors only.
"""

import copy
import os
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import torch
from transformers import PreTrainedModel, PreTrainedTokenizerBase

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.catalogue import DEFAULT_MODEL, MODELS, REFERENCE
from components.model.checkpoints.device import Device, processor_name
from components.model.checkpoints.folders.folder_errors import UnusableFolder
from components.model.checkpoints.folders.operators_folder import FAMILIES, folder_record
from components.model.checkpoints.loader import Loader, attention_implementation, open_loaded, reset_options
from components.model.checkpoints.open_model import OpenModel, Purpose
from components.model.checkpoints.records import InFolder, ModelRecord, OnHub, Role
from components.model.user_errors import ModelUnavailable, UserError

IN_WHEEL = (DEFAULT_MODEL, REFERENCE)
_HAND_OVER = "Give model= a name such as “minilm”, a folder, or a model with its tokenizer: model=(model, tokenizer)."


def open_model(model: object, purpose: Purpose = Purpose.PREDICT) -> OpenModel:
    """The model that an argument ``model=`` stands for, ready to compute.

    Args:
        model: The id of a model of the catalogue; a folder with ``config.json``, ``model.safetensors`` and the
            tokenizer's files; or a model of transformers with its tokenizer, as a pair or as a pipeline. A model in
            memory keeps its mode, its dtype and its attention implementation.
        purpose: What it is opened for.

    Raises:
        ModelUnavailable: It is not on this machine, or cannot be read.
        UserError: The argument is something else.
    """
    match model:
        case str() if model in _records():
            return _open_named(_records()[model], purpose)
        case str() | os.PathLike():
            return _open_folder(Path(model).expanduser(), purpose)
        case (PreTrainedModel() as network, PreTrainedTokenizerBase() as tokenizer):
            return _open_in_memory(network, tokenizer, purpose)
        case PreTrainedModel():
            raise UserError("A model needs its tokenizer. Give both: model=(model, tokenizer).")
    inner, tokens = getattr(model, "model", None), getattr(model, "tokenizer", None)
    if isinstance(inner, PreTrainedModel) and isinstance(tokens, PreTrainedTokenizerBase):  # a pipeline
        return _open_in_memory(inner, tokens, purpose)
    raise UserError(_HAND_OVER)


@cache
def _records() -> Mapping[str, ModelRecord]:
    return {record.id: record for record in MODELS}


@cache
def _loader() -> Loader:
    return Loader(weights_folder)


def _open_named(record: ModelRecord, purpose: Purpose) -> OpenModel:
    if weights_folder(record) is None:
        raise ModelUnavailable(_how_to_get(record))
    return _loader().open(record, purpose)


def _how_to_get(record: ModelRecord) -> str:
    if isinstance(record.home, OnHub):
        home = record.home
        return (
            f"{record.name} is not on this machine. Download it once ({home.download_bytes / 1e6:.0f} MB): "
            f"huggingface_hub.snapshot_download({home.repository!r}, revision={home.revision!r}, "
            'allow_patterns=["*.json", "*.txt", "model.safetensors"])'
        )
    names = " and ".join(f"“{name}”" for name in IN_WHEEL)
    return (
        f"{record.name} is not in the installed package, which holds {names} only. Use one of these, or clone the "
        f"repository and give model= the folder cache/pocket/{record.home.folder.name} in it."
    )


def _open_folder(folder: Path, purpose: Purpose) -> OpenModel:
    if not folder.is_dir():
        known = ", ".join(f"“{name}”" for name in _records())
        raise ModelUnavailable(f"There is no model and no folder called “{folder}”. Models: {known}.")
    root = folder.resolve()
    # A folder that is written again, after further training, is another model.
    stamps = tuple(sorted((file.name, file.stat().st_mtime_ns) for file in root.iterdir() if file.is_file()))
    return _folder_loader(root, stamps).open(_folder_record(root), purpose)


def _folder_record(root: Path) -> ModelRecord:
    try:
        return folder_record(root, root, root.name)
    except UnusableFolder as reason:
        raise ModelUnavailable(f"The folder “{root.name}” {reason}") from reason
    except OSError as error:
        raise ModelUnavailable(f"The folder “{root.name}” could not be read.") from error


@lru_cache(maxsize=2)
def _folder_loader(_root: Path, _stamps: tuple[tuple[str, int], ...]) -> Loader:
    return Loader(weights_folder)


def _open_in_memory(model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, purpose: Purpose) -> OpenModel:
    name, kind = type(model).__name__, str(model.config.model_type)
    if kind not in FAMILIES:
        raise ModelUnavailable(f"{name} is of a kind that Riverbank does not support ({kind[:60]}).")
    record = ModelRecord(
        id=f"local/{name}",
        name=name,
        family=FAMILIES[kind],
        role=_role(model, name),
        home=InFolder(Path()),
        parameters=None,
        licence="not stated",
        about="A model in memory.",
    )
    return open_loaded(record, _for_reading(model, purpose), copy.deepcopy(tokenizer), _device_of(model))


def _for_reading(model: PreTrainedModel, purpose: Purpose) -> PreTrainedModel:
    """A model that computes without dropout, in single precision; it shares the weights where they have it already."""
    tensors = [*model.parameters(), *model.buffers()]
    is_single = all(tensor.dtype == torch.float32 for tensor in tensors if tensor.is_floating_point())
    shared: dict[int, Any] = {id(tensor): tensor for tensor in tensors} if is_single else {}
    reading: PreTrainedModel = copy.deepcopy(model, shared)
    reset_options(reading.config)
    reading.set_attn_implementation(attention_implementation(reading.config, purpose))
    reading.float().eval()
    return reading


def _role(model: PreTrainedModel, name: str) -> Role:
    if name.endswith(("LMHeadModel", "ForCausalLM")):
        return Role.CAUSAL
    has_words = name.endswith("ForMaskedLM") or (
        name.endswith("ForPreTraining") and model.get_output_embeddings() is not None
    )
    return Role.MASKED if has_words else Role.ENCODER


def _device_of(model: PreTrainedModel) -> Device:
    device = model.device
    return Device(device.type, f"CPU ({processor_name()})" if device.type == "cpu" else str(device), device.index)
