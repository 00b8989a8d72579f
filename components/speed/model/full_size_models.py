"""Models at full size for benchmarks: with their own weights if those are on this machine, else with random ones.

The time of a forward pass does not depend on the values of the weights. Predictions do, so they are never taken from a
model built here.
"""

import copy
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForMaskedLM, PreTrainedModel

from components.model.checkpoints.availability import WEIGHTS_FILE
from components.model.checkpoints.device import Device
from components.model.checkpoints.loader import EAGER_ONLY, LOAD_LOCK, Loader
from components.model.checkpoints.open_model import Purpose
from components.model.checkpoints.records import ModelRecord, Role
from components.model.user_errors import UserError
from components.speed.model.published_configs import ModelConfig, model_config
from components.speed.model.results import TimedModel

FolderOf = Callable[[ModelRecord], Path | None]
RANDOM = "random weights"


def full_size_model(
    record: ModelRecord, folder_of: FolderOf, *, device: Device, dtype: str, attention: str
) -> tuple[PreTrainedModel, TimedModel]:
    """Load or build the model of ``record`` on ``device``, and describe it.

    It is not shared with visitors, so the caller may change it.

    Raises:
        UserError: Its size is unknown.
        ModelUnavailable: Its files are on this machine but cannot be read.
    """
    started = time.perf_counter()
    folder = folder_of(record)
    model: Any
    if folder is not None:
        opened = Loader(folder_of, capacity=1, device=Device("cpu", "")).open(record, Purpose(attention))
        model, weight_file = opened.model, (folder / WEIGHTS_FILE)
        revision = opened.conditions.revision
    else:
        model, weight_file, revision = _build_from_config(model_config(record), record.role, attention), None, RANDOM
    model.to(device=device.torch_device, dtype=getattr(torch, dtype)).eval().requires_grad_(False)
    model.config.use_cache = False  # texts are read once, so no cache for generation is needed
    ready_seconds = time.perf_counter() - started
    return model, TimedModel(
        model_id=record.id,
        name=record.name,
        revision=revision,
        random=folder is None,
        parameters=model.num_parameters(),
        weight_bytes=sum(numbers.nbytes for numbers in model.parameters()),
        file_bytes=weight_file.stat().st_size if weight_file is not None and weight_file.is_file() else None,
        ready_seconds=ready_seconds,
        attention=str(model.config._attn_implementation),
    )


def meta_model(record: ModelRecord, folder: Path | None = None) -> PreTrainedModel:
    """The model on torch's meta device: it has no weights in memory and computes shapes only.

    It uses eager attention, so that every matrix product can be counted.
    """
    model = _build_from_config(model_config(record, folder), record.role, "eager", device="meta")
    model.config.pad_token_id = None  # some models look for padding in the input, impossible on the meta device
    return model


def _build_from_config(shape: ModelConfig, role: Role, attention: str, *, device: str = "cpu") -> PreTrainedModel:
    auto_class: Any = AutoModelForCausalLM if role is Role.CAUSAL else AutoModelForMaskedLM
    try:
        config = AutoConfig.for_model(shape.model_type, **shape.values)
    except Exception as error:  # the config of an operator's own folder may hold anything
        raise UserError("The configuration of that model cannot be read. Choose another model.") from error
    eager_only = shape.model_type in EAGER_ONLY
    # A model changes its config, hence the copy. Transformers patches torch while loading, hence the lock.
    with LOAD_LOCK, torch.device(device):
        model: PreTrainedModel = auto_class.from_config(
            copy.deepcopy(config), attn_implementation="eager" if eager_only else attention, dtype=torch.float32
        )
    model.eval()
    return model
