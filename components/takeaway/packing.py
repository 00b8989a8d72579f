"""A BERT model as one block of bytes, for ``browser_model/weights.js`` to read.

The length of the header (4 bytes, little-endian), the header as JSON, and the tensors: matrices with 8-bit weights and
a scale for each row, as :mod:`components.model.checkpoints.int8_weights` makes them, vectors in single precision.
"""

import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from components.model.checkpoints.int8_weights import quantize, untied_state_dict
from components.model.checkpoints.open_model import OpenModel
from components.model.user_errors import UserError
from components.takeaway.accuracy import RoundingAccuracy, rounding_accuracy
from components.takeaway.characters import character_ranges

_CONFIG = ("num_hidden_layers", "num_attention_heads", "hidden_size", "max_position_embeddings", "layer_norm_eps")
_UNUSED = ("bert.pooler.", "cls.seq_relationship.")  # of the next-sentence head
_NORMALIZER = {
    "type": "BertNormalizer",
    "clean_text": True,
    "handle_chinese_chars": True,
    "strip_accents": None,
    "lowercase": True,
}
_ALIGNMENT = 4  # bytes: where an array of single precision may begin


@dataclass(frozen=True)
class PackedModel:
    """A model that a browser can run.

    Attributes:
        name: Its name for people.
        licence: Of its weights.
        vocabulary_size: The number of tokens that it chooses from.
        accuracy: What rounding its weights changes.
        content: The packed model.
        address: Where a page of a site fetches it, relative to the page; empty if the page has it inside.
    """

    name: str
    licence: str
    vocabulary_size: int
    accuracy: RoundingAccuracy
    content: bytes
    address: str = ""


def packed_weights(opened: OpenModel) -> dict[str, torch.Tensor]:
    """The weights that filling a blank needs, quantized.

    Raises:
        UserError: The browser's code computes no such model.
    """
    _check_architecture(opened)
    weights = untied_state_dict(opened.model)
    return quantize({name: tensor.cpu() for name, tensor in weights.items() if not name.startswith(_UNUSED)})


def packed_model(opened: OpenModel) -> PackedModel:
    """A model, packed, and how far it then is from the exact one.

    Raises:
        UserError: The browser's code computes no such model.
    """
    weights = packed_weights(opened)
    return PackedModel(
        name=opened.record.name,
        licence=opened.record.licence,
        vocabulary_size=opened.tokenizer.size,
        accuracy=rounding_accuracy(opened, weights),
        content=pack_model(opened, weights),
    )


def pack_model(opened: OpenModel, weights: Mapping[str, torch.Tensor]) -> bytes:
    """The packed model, with its weights from :func:`packed_weights`."""
    tensors: dict[str, dict[str, object]] = {}
    parts: list[bytes] = []
    offset = 0

    def append(array: np.ndarray[Any, Any]) -> int:
        nonlocal offset
        start, content = offset, array.tobytes()
        parts.append(content + bytes(-len(content) % _ALIGNMENT))
        offset += len(parts[-1])
        return start

    for name, tensor in weights.items():
        if tensor.dtype == torch.int8:
            scales = append(weights[f"{name}.scale"].numpy().astype("<f4"))
            tensors[name] = {"shape": tensor.shape, "offset": append(tensor.numpy()), "scales": scales}
        elif not name.endswith(".scale"):
            tensors[name] = {"shape": tensor.shape, "offset": append(tensor.float().numpy().astype("<f4"))}
    header = {
        "config": {name: getattr(opened.model.config, name) for name in _CONFIG},
        "vocabulary": [opened.tokenizer.raw_token(token_id) for token_id in range(opened.tokenizer.size)],
        "characters": character_ranges(),
        "tensors": tensors,
    }
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % _ALIGNMENT)
    return struct.pack("<I", len(text)) + text + b"".join(parts)


def _check_architecture(opened: OpenModel) -> None:
    config, tokenizer = opened.model.config, json.loads(opened.tokenizer.backend.to_str())
    if not (
        config.model_type == "bert"
        and config.hidden_act == "gelu"
        and tokenizer["model"]["type"] == "WordPiece"
        and tokenizer["normalizer"] == _NORMALIZER
        and opened.tokenizer.size == config.vocab_size
    ):
        raise UserError(f"{opened.record.name} does not run in a page. Choose MiniLM or pocket BERT.")
