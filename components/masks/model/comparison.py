"""Run one model with the same weights under different attention masks.

The mask, and not the weights, says which token may attend to which. So BERT can be made to read from left to right and
GPT-2 to see later tokens, and every difference is due to the mask alone. Neither was trained that way: the comparison
shows what a mask takes away, and not how good a model trained under it would be.
"""

import torch

from components.masks.model.results import MAX_TOKENS, MaskCell, MaskComparison, PaddedPair
from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.records import Role
from components.model.inference.attention_mask import (
    AttentionMask,
    Bidirectional,
    Causal,
    Padding,
    SlidingWindow,
    custom_mask,
)
from components.model.inference.attention_modules import attention_layers
from components.model.inference.forward import additive_mask, encode, pad, trace
from components.model.inference.weight_anatomy import weight_anatomy
from components.model.results import Floats, Token, Tokens, Trace
from components.model.user_errors import UserError, too_many_tokens


def check_grid(opened: OpenModel, tokens: Tokens) -> None:
    """Check that a sentence can be read under a mask and drawn as a grid.

    Raises:
        TooLong: The sentence has more than :data:`MAX_TOKENS` tokens.
        UserError: The architecture is not known to obey a four-dimensional attention mask.
    """
    attention_layers(opened)
    if len(tokens) > MAX_TOKENS:
        raise too_many_tokens(len(tokens), MAX_TOKENS, "for masks")


def mask_comparison(
    opened: OpenModel, tokens: Tokens, mask: AttentionMask, *, bidirectional: Trace | None = None
) -> MaskComparison:
    """Read a sentence without a mask and under ``mask``.

    Args:
        opened: A model opened with ``Purpose.INSPECT``.
        tokens: The sentence.
        mask: Which token may attend to which.
        bidirectional: The pass without a mask, if it has been computed already.

    Raises:
        UserError: The mask does not fit the sentence.
        ValueError: The model was opened with ``Purpose.PREDICT``.
    """
    mask.allowed(len(tokens))  # raises before anything is computed
    without = bidirectional or trace(opened, tokens, Bidirectional())
    return MaskComparison(mask, without, trace(opened, tokens, mask), opened.conditions)


def mask_cell(
    opened: OpenModel, tokens: Tokens, mask: AttentionMask, layer: int, head: int, query: int, key: int
) -> MaskCell:
    """Take one attention weight apart, without a mask and under ``mask``; layer, head and positions count from 0.

    Raises:
        UserError: The model has no such head, the sentence no such token, or the mask does not fit the sentence.
    """
    without, masked = (
        weight_anatomy(opened, tokens, layer, head, query, key, mask=applied) for applied in (Bidirectional(), mask)
    )
    return MaskCell(mask, without, masked)


def padded_cell(
    opened: OpenModel, first: Tokens, second: Tokens, layer: int, head: int, query: int, key: int
) -> MaskCell:
    """Take one weight of the shorter sentence of a batch apart, with its padding visible and with it hidden.

    Raises:
        UserError: Both sentences have the same number of tokens, or there is no such head or token.
    """
    shorter, longer = _shorter_and_longer(first, second)
    mask = Padding(len(shorter))
    return mask_cell(opened, pad_tokens(opened, shorter, len(longer)), mask, layer, head, query, key)


def training_mask(opened: OpenModel, layer: int | None = None) -> AttentionMask:
    """The mask that one layer of a model was trained under; without a layer, the union of all layers' masks.

    ModernBERT's local layers see a window (Warner et al. 2024, section 2.1.2, https://arxiv.org/abs/2412.13663).

    Raises:
        UserError: The architecture is not known to obey a four-dimensional attention mask.
    """
    attention_layers(opened)
    if opened.record.role is Role.CAUSAL:
        return Causal()
    kinds = getattr(opened.model.config, "layer_types", None) or ()
    if layer is not None and layer < len(kinds) and kinds[layer] == "sliding_attention":
        return SlidingWindow(opened.model.config.sliding_window)
    return Bidirectional()


def pad_tokens(opened: OpenModel, tokens: Tokens, length: int) -> Tokens:
    """A sentence padded to ``length`` tokens.

    GPT-2 has no padding token and gets its end-of-text token, as is common; the mask hides it, so any token would do.
    """
    candidates = (opened.tokenizer.padding_id, getattr(opened.model.config, "eos_token_id", None), 0)
    pad_id = next(number for number in candidates if isinstance(number, int))
    pad_token = Token(opened.tokenizer.text(pad_id), pad_id, 0, 0, continues=False, special=True, typed_mask=False)
    return Tokens(tokens.sentence, tokens.items + (pad_token,) * (length - len(tokens)))


@torch.inference_mode()
def padded_pair(opened: OpenModel, first: Tokens, second: Tokens) -> PaddedPair:
    """Read two sentences as one batch, the shorter one padded and its padding hidden by the mask.

    The rest of the mask is the one that the model was trained under, bidirectional or causal.

    Raises:
        UserError: Both sentences have the same number of tokens, so that nothing is padded.
    """
    shorter, longer = _shorter_and_longer(first, second)
    length, model_mask = len(longer), training_mask(opened)
    rows = [pad_tokens(opened, shorter, length), longer]
    masks = [
        custom_mask(model_mask.allowed(length) & Padding(len(sentence)).allowed(length))
        for sentence in (shorter, longer)
    ]
    ids, _ = pad([row.ids for row in rows], opened.device.torch_device)
    allowed = torch.stack([torch.from_numpy(mask.allowed(length)) for mask in masks]).to(ids.device)
    attention_mask = additive_mask(allowed, opened.model.dtype)
    out = encode(opened, ids, attention_mask, output_attentions=True, output_hidden_states=True)
    padded_trace = Trace(rows[0], attention=_first_row(out.attentions), hidden=_first_row(out.hidden_states))
    return PaddedPair(
        longer, trace(opened, shorter, model_mask), padded_trace, masks[0], len(shorter), opened.conditions
    )


def _shorter_and_longer(first: Tokens, second: Tokens) -> tuple[Tokens, Tokens]:
    """The shorter sentence, then the longer one.

    Raises:
        UserError: Both have the same number of tokens.
    """
    if len(first) == len(second):
        raise UserError(f"Both sentences have {len(first)} tokens, so nothing is padded. Shorten one of them.")
    return (first, second) if len(first) < len(second) else (second, first)


def _first_row(layers: tuple[torch.Tensor, ...]) -> Floats:
    """The first row of a batch, all layers stacked, as a read-only array, since visitors share it."""
    stacked: Floats = torch.stack([layer[0] for layer in layers]).float().cpu().numpy()
    stacked.flags.writeable = False
    return stacked
