"""The arrays that go into an encoder and come out of it, as transformers names and shapes them."""

from pathlib import Path

import torch
from safetensors import safe_open
from torch.nn import functional

from components.input.model.results import ArrayName, ModelArray, ModelArrays
from components.model.checkpoints.open_model import OpenModel, position_offset
from components.model.inference.forward import encode, has_segment_embeddings, token_type_arguments
from components.model.input_vectors.embeddings import segment_ids
from components.model.results import Tokens

SHOWN = 4  # numbers of each array
_WEIGHTS = "model.safetensors"
_POOLERS = ("pooler.dense", "pooler")  # of BERT and RoBERTa, and of ALBERT


@torch.inference_mode()
def model_arrays(opened: OpenModel, tokens: Tokens, folder: Path | None) -> ModelArrays:
    """Every array of one pass over a sentence or a pair.

    Args:
        opened: A model.
        tokens: The sentence, or a pair.
        folder: The model's weights, of which the pooler is read: language models are opened without it.
    """
    device = opened.device.torch_device
    ids = torch.tensor([tokens.ids], device=device)
    attention_mask = torch.ones_like(ids)
    hidden = encode(opened, ids, attention_mask, **token_type_arguments(opened, tokens)).last_hidden_state.float()
    positions = torch.arange(ids.shape[1])[None] + position_offset(opened.model.config)
    arrays = [_array(ArrayName.INPUT_IDS, ids)]
    if has_segment_embeddings(opened):
        arrays.append(_array(ArrayName.TOKEN_TYPE_IDS, torch.tensor([segment_ids(opened, tokens)])))
    first = hidden[:, 0]
    arrays += [
        _array(ArrayName.POSITION_IDS, positions),
        _array(ArrayName.ATTENTION_MASK, attention_mask),
        _array(ArrayName.LAST_HIDDEN_STATE, hidden),
        _array(ArrayName.FIRST_VECTOR, first),
    ]
    pooler = None if folder is None else read_pooler(folder)
    cosine = None
    if pooler is not None:
        weight, bias = (each.to(device) for each in pooler)
        pooled = torch.tanh(functional.linear(first, weight, bias))
        arrays.append(_array(ArrayName.POOLER_OUTPUT, pooled))
        cosine = functional.cosine_similarity(first, pooled).item()
    return ModelArrays(tokens, tuple(arrays), cosine, opened.conditions)


def read_pooler(folder: Path) -> tuple[torch.Tensor, torch.Tensor] | None:
    """Weight and bias of the pooler in a checkpoint; None if it has none. *Shape:* (width, width), (width,)."""
    file = folder / _WEIGHTS
    if not file.is_file():
        return None
    with safe_open(str(file), framework="pt") as weights:
        names = set(weights.keys())
        for module in _POOLERS:
            matrices = [name for name in names if f".{name}".endswith(f".{module}.weight")]
            bias = [name.removesuffix("weight") + "bias" for name in matrices]
            if len(matrices) == 1 and set(bias) <= names:
                return weights.get_tensor(matrices[0]).float(), weights.get_tensor(bias[0]).float()
    return None


def _array(name: ArrayName, values: torch.Tensor) -> ModelArray:
    return ModelArray(name, tuple(values.shape), tuple(values.reshape(-1)[:SHOWN].tolist()))
