"""Load the bundled heads, and compute the vectors that heads multiply."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file
from torch import nn

from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.unlisted import HEADS_FOLDER, SST2_FOLDER
from components.model.heads.head import Head
from components.model.heads.pooling import pool_vectors, pooling_weights
from components.model.heads.published_heads import head_inputs
from components.model.heads.specs import REVIEW_SPEC, SPECS, HeadSpec, TextPooling
from components.model.inference.forward import last_hidden_state
from components.model.results import Floats, Tokens

_BATCH_SIZE = 16  # texts in a pass


def load_heads(folder: Path = HEADS_FOLDER) -> dict[str, tuple[Head, ...]]:
    """Load the bundled heads, by name: one for each pooling of a head that pools, else one.

    Raises:
        FileNotFoundError: A file is missing.
    """
    return {name: _load_head(spec, folder / f"{name}.safetensors") for name, spec in SPECS.items()}


def load_review_head() -> Head:
    """Load the head of the recorded run on SST-2."""
    tensors = load_file(SST2_FOLDER / "head.safetensors")
    weight, bias = (tensors[f"head.{name}"].float().numpy() for name in ("weight", "bias"))
    return Head(REVIEW_SPEC, REVIEW_SPEC.poolings[0], weight, bias)


def _load_head(spec: HeadSpec, file: Path) -> tuple[Head, ...]:
    tensors = {name: each.numpy() for name, each in load_file(file).items()}
    heads = []
    for pooling in spec.poolings or (None,):
        before = f"{pooling.value}." if pooling else ""
        query = tensors["query"] if pooling is TextPooling.WEIGHTED else None
        heads.append(Head(spec, pooling, tensors[f"{before}weight"], tensors[f"{before}bias"], query))
    return tuple(heads)


@torch.inference_mode()
def encode_texts(opened: OpenModel, texts: Sequence[Tokens]) -> list[Floats]:
    """The vectors that a head multiplies: the last hidden states, or the input of a published head's last layer.

    *Shape:* (position, width) for each text; (width,) if a published head classifies whole texts.
    """
    encoded_texts: list[Floats] = []
    for begin in range(0, len(texts), _BATCH_SIZE):
        some = texts[begin : begin + _BATCH_SIZE]
        rows, segments = [tokens.ids for tokens in some], [_segments(tokens) for tokens in some]
        read = last_hidden_state(opened, rows, segments=segments)
        if opened.record.task_head is not None:
            read = head_inputs(opened, rows, read)
        every = read.float().cpu().numpy()
        whole = every.ndim == 2
        encoded_texts += [
            _read_only(vectors if whole else vectors[: len(tokens)])
            for vectors, tokens in zip(every, some, strict=True)
        ]
    return encoded_texts


@torch.inference_mode()
def pooled_vector(opened: OpenModel, vectors: Floats, head: Head) -> tuple[Floats, Floats]:
    """The pooled vector of a text, and the weight of each token in it. *Shape:* (width,), (position,)."""
    assert head.pooling is not None
    vectors_by_text = torch.from_numpy(np.array(vectors))[None]
    attention_mask = torch.ones(vectors_by_text.shape[:2], dtype=torch.long)
    query = None if head.query is None else torch.tensor(head.query)  # a copy, since shared arrays are read-only
    vector = pool_vectors(vectors_by_text, attention_mask, head.pooling, pooler=_pooler(opened), query=query)[0]
    weights = pooling_weights(vectors_by_text, attention_mask, head.pooling, query)[0]
    return _read_only(vector.numpy()), _read_only(weights.numpy())


def _pooler(opened: OpenModel) -> nn.Linear | None:
    pooler = getattr(opened.model, "pooler", None)
    return None if pooler is None else pooler.dense.cpu()


def _segments(tokens: Tokens) -> list[int]:
    return [token.segment for token in tokens.items]


def _read_only(values: Floats) -> Floats:
    array: Floats = np.ascontiguousarray(values, dtype=np.float32)
    array.flags.writeable = False
    return array
