"""What a model makes of a sentence while it is still coming in: the attention of every beginning of it, in one batch.

Under a causal mask a token's row never changes once it has been read. Without one, every new word changes the rows of
those before it: that is what reading from both sides is.
"""

import numpy as np
import torch

from components.masks.model.weights import looks_ahead
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.additive_mask import additive_mask
from components.model.inference.attention_mask import AttentionMask
from components.model.inference.forward import encode, pad
from components.model.results import Floats, Tokens

MAX_PREFIX_TOKENS = 32  # tokens: what is computed and sent grows with their cube; BERT-base takes a second for so many


@torch.inference_mode()
def prefix_attention(opened: OpenModel, tokens: Tokens, mask: AttentionMask) -> Floats | None:
    """Every head's weights when only the first tokens are there, for every number of them.

    Args:
        opened: A model opened to look inside.
        tokens: The sentence.
        mask: Who may look at whom.

    Returns:
        *Shape:* (token, layer, head, query, key): entry t holds the weights of the first t + 1 tokens, and 0 elsewhere.
        None where it needs no second look, since no token may see one to its right; where there are more than
        :data:`MOST_READ` tokens; and where the mask lets a token see nothing of what has been read.
    """
    count = len(tokens)
    if count > MAX_PREFIX_TOKENS or not looks_ahead(mask, count):
        return None
    allowed = np.repeat(mask.allowed(count)[None], count, axis=0)
    for read in range(1, count):
        allowed[read - 1, :, read:] = False
        if not allowed[read - 1, :read].any(axis=1).all():
            return None
        allowed[read - 1, read:] = np.eye(count, dtype=bool)[read:]  # padding sees itself: an empty row has no softmax
    ids, _ = pad([tokens.ids] * count, opened.device.torch_device)
    seen = additive_mask(torch.from_numpy(allowed).to(ids.device), opened.model.dtype)
    out = encode(opened, ids, seen, output_attentions=True)
    found: Floats = torch.stack(out.attentions, dim=1).float().cpu().numpy()
    for read in range(1, count):
        found[read - 1, :, :, read:] = 0
    found.flags.writeable = False  # visitors share it
    return found
