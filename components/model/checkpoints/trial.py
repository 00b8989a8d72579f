"""A trial of a model that somebody put into a folder: it reads a sentence and a pair before anybody else may use it."""

import torch

from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.records import Role
from components.model.inference.forward import encode, encode_rows

_FIRST, _SECOND = "a b c", "a"


@torch.inference_mode()
def try_model(opened: OpenModel) -> None:
    """Read a sentence and a pair, of different lengths, as the pages will.

    Raises:
        Exception: Whatever goes wrong; damaged models raise errors of many kinds.
    """
    tokenizer, device = opened.tokenizer, opened.device.torch_device
    for tokens in (tokenizer.tokens(_FIRST), tokenizer.pair(_FIRST, _SECOND)):
        segments = [token.segment for token in tokens.items]
        hidden, _ = encode_rows(opened, [tokens.ids, tokens.ids[:1]], segments=[segments, segments[:1]])
        ids = torch.tensor([tokens.ids], device=device)
        detailed = encode(opened, ids, torch.ones_like(ids), output_hidden_states=True)
        results = [hidden, *detailed.hidden_states]
        if opened.record.role is not Role.ENCODER:
            results.append(opened.head(hidden[0]))
        elif opened.record.task_head is not None:
            results.append(opened.model(input_ids=ids)[0])
        if not all(bool(result.isfinite().all()) for result in results):
            raise ValueError("its results are NaN or infinite")
