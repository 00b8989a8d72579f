"""One model with the same weights under different masks.

A model's weights do not say who may look at whom: the mask does. So BERT can be made to read from left to right, and
GPT-2 to see what comes later, and what changes is the work of the mask alone. Neither was trained for that, so it
says what a mask takes away, and not how good a model trained under it would be.
"""

import torch

from components.masks.model.results import MaskCell, MaskComparison, PaddedPair
from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.records import Role
from components.model.inference.additive_mask import additive_mask
from components.model.inference.attention_mask import (
    AttentionMask,
    Bidirectional,
    Causal,
    Padding,
    SlidingWindow,
    custom_mask,
)
from components.model.inference.attention_modules import attention_layers
from components.model.inference.forward import encode, pad, trace
from components.model.inference.weight_anatomy import weight_anatomy
from components.model.results import Floats, Token, Tokens, Trace
from components.model.user_errors import TooLong, UserError

MAX_TOKENS = 128  # a side of the grids: more of them are more cells than a screen has room for


def check_grid(opened: OpenModel, tokens: Tokens) -> None:
    """Go on only where a sentence can be read under a mask, and drawn.

    Raises:
        TooLong: It has more than :data:`MOST_TOKENS` tokens.
        UserError: The architecture is not known to obey a mask of four dimensions.
    """
    attention_layers(opened)
    if len(tokens) > MAX_TOKENS:
        raise TooLong(
            f"This text has {len(tokens):,} tokens; the limit for masks is {MAX_TOKENS}. "
            "Shorten it: Riverbank does not truncate it for you."
        )


def mask_comparison(
    opened: OpenModel, tokens: Tokens, mask: AttentionMask, *, bidirectional: Trace | None = None
) -> MaskComparison:
    """A sentence read under no mask and under ``mask``.

    Args:
        opened: A model opened to look inside.
        tokens: The sentence.
        mask: Who may look at whom.
        bidirectional: The pass without a mask, if it is there already.

    Raises:
        UserError: The mask does not fit the sentence.
        ValueError: The model was opened to predict.
    """
    mask.allowed(len(tokens))  # refused before anything is computed
    without = bidirectional or trace(opened, tokens, Bidirectional())
    return MaskComparison(mask, without, trace(opened, tokens, mask), opened.conditions)


def mask_cell(
    opened: OpenModel, tokens: Tokens, mask: AttentionMask, layer: int, head: int, query: int, key: int
) -> MaskCell:
    """How one weight comes about without a mask and under ``mask``; layer, head and positions count from 0.

    Raises:
        UserError: There is no such head or token, or the mask does not fit the sentence.
    """
    without, masked = (
        weight_anatomy(opened, tokens, layer, head, query, key, mask=one) for one in (Bidirectional(), mask)
    )
    return MaskCell(mask, without, masked)


def padded_cell(
    opened: OpenModel, first: Tokens, second: Tokens, layer: int, head: int, query: int, key: int
) -> MaskCell:
    """How one weight of the shorter sentence comes about in the batch: with its padding in sight, and with it hidden.

    Raises:
        UserError: Both have the same number of tokens, or there is no such head or token.
    """
    shorter, longer = _by_length(first, second)
    mask = Padding(len(shorter))
    return mask_cell(opened, pad_tokens(opened, shorter, len(longer)), mask, layer, head, query, key)


def training_mask(opened: OpenModel, layer: int | None = None) -> AttentionMask:
    """The mask that a model was trained under, in one layer; None is what any of its layers allows.

    ModernBERT's local layers see a window (Warner et al. 2024, section 2.1.2, https://arxiv.org/abs/2412.13663).

    Raises:
        UserError: The architecture is not known to obey a mask of four dimensions.
    """
    attention_layers(opened)
    if opened.record.role is Role.CAUSAL:
        return Causal()
    kinds = getattr(opened.model.config, "layer_types", None) or ()
    if layer is not None and layer < len(kinds) and kinds[layer] == "sliding_attention":
        return SlidingWindow(opened.model.config.sliding_window)
    return Bidirectional()


def pad_tokens(opened: OpenModel, tokens: Tokens, length: int) -> Tokens:
    """A sentence filled up to ``length`` tokens.

    GPT-2 has no token for that and takes the end of a text, as is usual; hidden as it is, it could be any.
    """
    config = opened.model.config
    named = (config.pad_token_id, getattr(config, "eos_token_id", None), 0)
    fill = next(number for number in named if isinstance(number, int))
    pad = Token(opened.tokenizer.text(fill), fill, 0, 0, continues=False, special=True, typed_mask=False)
    return Tokens(tokens.sentence, tokens.items + (pad,) * (length - len(tokens)))


@torch.inference_mode()
def padded_pair(opened: OpenModel, first: Tokens, second: Tokens) -> PaddedPair:
    """Two sentences as one batch, the shorter one filled up with padding that nobody may look at.

    Both are read under the model's own kind of mask, bidirectional or causal, with the padding taken out of it.

    Raises:
        UserError: Both have the same number of tokens, so that nothing is padded.
    """
    shorter, longer = _by_length(first, second)
    length, own = len(longer), training_mask(opened)
    rows = [pad_tokens(opened, shorter, length), longer]
    masks = [custom_mask(own.allowed(length) & Padding(len(one)).allowed(length)) for one in (shorter, longer)]
    ids, _ = pad([row.ids for row in rows], opened.device.torch_device)
    allowed = torch.stack([torch.from_numpy(mask.allowed(length)) for mask in masks]).to(ids.device)
    seen = additive_mask(allowed, opened.model.dtype)
    out = encode(opened, ids, seen, output_attentions=True, output_hidden_states=True)
    found = Trace(rows[0], attention=_first_row(out.attentions), hidden=_first_row(out.hidden_states))
    return PaddedPair(longer, trace(opened, shorter, own), found, masks[0], len(shorter), opened.conditions)


def _by_length(first: Tokens, second: Tokens) -> tuple[Tokens, Tokens]:
    """The shorter and the longer one."""
    if len(first) == len(second):
        raise UserError(f"Both sentences have {len(first)} tokens, so nothing is padded. Shorten one of them.")
    return (first, second) if len(first) < len(second) else (second, first)


def _first_row(layers: tuple[torch.Tensor, ...]) -> Floats:
    """The first row of a batch, layer after layer, as an array that nobody can write to: visitors share it."""
    found: Floats = torch.stack([layer[0] for layer in layers]).float().cpu().numpy()
    found.flags.writeable = False
    return found
