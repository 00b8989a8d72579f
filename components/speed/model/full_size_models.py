"""A model at its true size, with its own weights where they are on this machine and with random ones where not.

A forward pass does the same multiplications whatever the numbers are, so its time does not depend on what a model has
learned. What does depend on it, its answers, is never taken from a model built here.
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
from components.model.checkpoints.published_configs import ModelConfig, model_config
from components.model.checkpoints.records import ModelRecord, Role
from components.model.user_errors import UserError
from components.speed.model.results import TimedModel

FolderOf = Callable[[ModelRecord], Path | None]
RANDOM = "random weights"


def full_size_model(
    record: ModelRecord, folder_of: FolderOf, *, device: Device, dtype: str, attention: str
) -> tuple[PreTrainedModel, TimedModel]:
    """The model of ``record`` on ``device``, ready to be timed, and what is to be said of it.

    It belongs to the caller alone: nothing that visitors use is changed by what happens to it.

    Raises:
        UserError: Its size is not known here.
        ModelUnavailable: It is on this machine, but its files cannot be read.
    """
    began = time.perf_counter()
    folder = folder_of(record)
    model: Any
    if folder is not None:
        opened = Loader(folder_of, capacity=1, device=Device("cpu", "")).open(record, Purpose(attention))
        model, files = opened.model, (folder / WEIGHTS_FILE)
        revision = opened.conditions.revision
    else:
        model, files, revision = _built(model_config(record), record.role, attention), None, RANDOM
    model.to(device=device.torch_device, dtype=getattr(torch, dtype)).eval().requires_grad_(False)
    model.config.use_cache = False  # a text is read once here: what would be kept for its next word is not wanted
    ready = time.perf_counter() - began
    return model, TimedModel(
        model_id=record.id,
        name=record.name,
        revision=revision,
        random=folder is None,
        parameters=model.num_parameters(),
        weight_bytes=sum(numbers.nbytes for numbers in model.parameters()),
        file_bytes=files.stat().st_size if files is not None and files.is_file() else None,
        ready_seconds=ready,
        attention=str(model.config._attn_implementation),
    )


def meta_model(record: ModelRecord, folder: Path | None = None) -> PreTrainedModel:
    """The model without numbers in it, on torch's "meta" device: it has shapes, and computes nothing but shapes.

    Its attention is plain, so that every product of matrices in it can be seen and counted.
    """
    model = _built(model_config(record, folder), record.role, "eager", device="meta")
    model.config.pad_token_id = None  # some look for padding in what they are given, and here nothing can be found
    return model


def _built(shape: ModelConfig, role: Role, attention: str, *, device: str = "cpu") -> PreTrainedModel:
    auto: Any = AutoModelForCausalLM if role is Role.CAUSAL else AutoModelForMaskedLM
    try:
        config = AutoConfig.for_model(shape.model_type, **shape.values)
    except Exception as error:  # an operator's own folder may say anything
        raise UserError("The configuration of that model cannot be read. Choose another model.") from error
    plain = shape.model_type in EAGER_ONLY
    # A model changes the configuration it is given. And transformers patches torch while it loads: hence the lock.
    with LOAD_LOCK, torch.device(device):
        built: PreTrainedModel = auto.from_config(
            copy.deepcopy(config), attn_implementation="eager" if plain else attention, dtype=torch.float32
        )
    built.eval()
    return built
