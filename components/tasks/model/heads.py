"""Heads as they are kept, and what they multiply: the vectors of a text."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file
from torch import nn

from components.model.checkpoints.multitask import HEADS_FOLDER
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.forward import encode, has_segment_embeddings, pad
from components.model.results import Floats, Tokens
from components.tasks.model.head import Head
from components.tasks.model.own_heads import met
from components.tasks.model.pooling import pooled, weights_of
from components.tasks.model.specs import SPECS, HeadSpec, Pooling

_AT_ONCE = 16  # texts in a pass


def kept_heads(folder: Path = HEADS_FOLDER) -> dict[str, tuple[Head, ...]]:
    """The heads that ship, by name: one for each pooling where a head pools, else one.

    Raises:
        FileNotFoundError: One of them is not there.
    """
    return {name: _heads(spec, folder / f"{name}.safetensors") for name, spec in SPECS.items()}


def _heads(spec: HeadSpec, file: Path) -> tuple[Head, ...]:
    kept = {name: each.numpy() for name, each in load_file(file).items()}
    found = []
    for pooling in spec.poolings or (None,):
        before = f"{pooling.value}." if pooling else ""
        query = kept["query"] if pooling is Pooling.WEIGHTED else None
        found.append(Head(spec, pooling, kept[f"{before}weight"], kept[f"{before}bias"], query))
    return tuple(found)


@torch.inference_mode()
def vectors_of(opened: OpenModel, texts: Sequence[Tokens]) -> list[Floats]:
    """What a head multiplies: vectors of the last layer, or what a checkpoint's own head makes of them.

    *Shape:* (position, width) for each text; (width,) where a head of the checkpoint's own reads whole texts.
    """
    found: list[Floats] = []
    for begin in range(0, len(texts), _AT_ONCE):
        some = texts[begin : begin + _AT_ONCE]
        fill = opened.model.config.pad_token_id or 0
        ids, seen = pad([tokens.ids for tokens in some], opened.device.torch_device, fill=fill)
        kinds, _ = pad([_segments(tokens) for tokens in some], opened.device.torch_device)
        told = {"token_type_ids": kinds} if has_segment_embeddings(opened) else {}
        own = opened.record.task_head is not None
        read = met(opened, ids, seen, **told) if own else encode(opened, ids, seen, **told).last_hidden_state
        every = read.float().cpu().numpy()
        whole = every.ndim == 2
        found += [_frozen(one if whole else one[: len(tokens)]) for one, tokens in zip(every, some, strict=True)]
    return found


@torch.inference_mode()
def pooled_vector(opened: OpenModel, vectors: Floats, head: Head) -> tuple[Floats, Floats]:
    """What a head that pools multiplies, and how much of each piece is in it. *Shape:* (width,), (position,)."""
    assert head.pooling is not None
    every = torch.from_numpy(np.array(vectors))[None]
    seen = torch.ones(every.shape[:2], dtype=torch.long)
    query = None if head.query is None else torch.from_numpy(head.query)
    vector = pooled(every, seen, head.pooling, pooler=_pooler(opened), query=query)[0]
    weights = weights_of(every, seen, head.pooling, query)[0]
    return _frozen(vector.numpy()), _frozen(weights.numpy())


def _pooler(opened: OpenModel) -> nn.Linear | None:
    pooler = getattr(opened.model, "pooler", None)
    return None if pooler is None else pooler.dense.cpu()


def _segments(tokens: Tokens) -> list[int]:
    return [token.segment for token in tokens.items]


def _frozen(values: Floats) -> Floats:
    found: Floats = np.ascontiguousarray(values, dtype=np.float32)
    found.flags.writeable = False
    return found
