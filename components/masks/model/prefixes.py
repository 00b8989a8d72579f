"""Attention over every prefix of a sentence, in one batch: what a model computes while the sentence is coming in.

Under a causal mask a token's row never changes once it has been read. Without a mask, every new word changes the rows
of the words before it.
"""

import numpy as np
import torch

from components.masks.model.weights import looks_ahead
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.attention_mask import AttentionMask
from components.model.inference.forward import additive_mask, encode, pad
from components.model.results import Floats, Tokens

MAX_PREFIX_TOKENS = 32  # work and payload grow with the cube of the length; BERT-base takes a second for 32


@torch.inference_mode()
def prefix_attention(opened: OpenModel, tokens: Tokens, mask: AttentionMask) -> Floats | None:
    """Every head's weights over every prefix of a sentence.

    Args:
        opened: A model opened with ``Purpose.INSPECT``.
        tokens: The sentence.
        mask: Which token may attend to which.

    Returns:
        *Shape:* (token, layer, head, query, key): entry t holds the weights of the first t + 1 tokens, and 0 elsewhere.
        None if no token may attend to one on its right, so that prefixes have the weights of the whole sentence; if the
        sentence has more than :data:`MAX_PREFIX_TOKENS` tokens; and if a token of some prefix may attend to nothing.
    """
    count = len(tokens)
    if count > MAX_PREFIX_TOKENS or not looks_ahead(mask, count):
        return None
    allowed = np.repeat(mask.allowed(count)[None], count, axis=0)
    for length in range(1, count):
        allowed[length - 1, :, length:] = False
        if not allowed[length - 1, :length].any(axis=1).all():
            return None
        allowed[length - 1, length:] = np.eye(count, dtype=bool)[
            length:
        ]  # padding attends to itself: an empty row has no softmax
    ids, _ = pad([tokens.ids] * count, opened.device.torch_device)
    attention_mask = additive_mask(torch.from_numpy(allowed).to(ids.device), opened.model.dtype)
    out = encode(opened, ids, attention_mask, output_attentions=True)
    weights: Floats = torch.stack(out.attentions, dim=1).float().cpu().numpy()
    for length in range(1, count):
        weights[length - 1, :, :, length:] = 0
    weights.flags.writeable = False  # visitors share it
    return weights
