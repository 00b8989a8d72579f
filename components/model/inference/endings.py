"""The loss of an ending after texts: how a causal model is prompted for a label without any training."""

from collections.abc import Sequence

import torch
from torch.nn import functional

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.forward import pad
from components.model.results import Tokens

BATCH_SIZE = 32  # texts in a pass
NEUTRAL = "Well."  # a text without content, after which an ending has the loss of its frequency


@torch.no_grad()
def ending_losses(opened: OpenModel, texts: Sequence[str], ending: str) -> list[float]:
    """The loss of an ending after each text, in nats; the special tokens at the end belong to the ending.

    Args:
        opened: A causal model.
        texts: The texts.
        ending: What follows each, with its leading space.

    Raises:
        UserError: A text cannot be read.
    """
    losses: list[float] = []
    for start in range(0, len(texts), BATCH_SIZE):
        chunk = texts[start : start + BATCH_SIZE]
        before = [length_without_end(opened.tokenizer.tokens_of_any_length(text)) for text in chunk]
        rows = [opened.tokenizer.tokens_of_any_length(text + ending).ids for text in chunk]
        ids, attention_mask = pad(rows, opened.device.torch_device)
        # Padding follows the ending, so it is not attended to.
        logits = opened.model(input_ids=ids, attention_mask=attention_mask).logits.float()
        for row, first in enumerate(before):
            last = int(attention_mask[row].sum())
            wanted = ids[row, first:last]
            losses.append(float(functional.cross_entropy(logits[row, first - 1 : last - 1], wanted, reduction="sum")))
    return losses


def length_without_end(tokens: Tokens) -> int:
    """Number of tokens before the special tokens at the end."""
    return 1 + max(position for position, token in enumerate(tokens.items) if not token.special)
