"""Run one model with the same weights under different attention masks.

The mask, and not the weights, says which token may attend to which. So BERT can be made to read from left to right and
GPT-2 to see later tokens, and every difference is due to the mask alone. Neither was trained that way: the comparison
shows what a mask takes away, and not how good a model trained under it would be.
"""

from components.masks.model.results import MAX_TOKENS, MaskCell, MaskComparison
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.attention_mask import AttentionMask, Bidirectional, Padding
from components.model.inference.attention_modules import attention_layers
from components.model.inference.forward import trace
from components.model.inference.weight_anatomy import weight_anatomy
from components.model.results import Token, Tokens, Trace
from components.model.user_errors import too_many_tokens

PADDING_COUNT = 4  # tokens that are added under a padding mask


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


def padded_tokens(opened: OpenModel, tokens: Tokens, mask: AttentionMask) -> Tokens:
    """The tokens that are read under a mask: a padding mask needs some padding to hide."""
    return pad_tokens(opened, tokens, len(tokens) + PADDING_COUNT) if isinstance(mask, Padding) else tokens


def pad_tokens(opened: OpenModel, tokens: Tokens, length: int) -> Tokens:
    """A sentence padded to ``length`` tokens.

    GPT-2 has no padding token and gets its end-of-text token, as is common; the mask hides it, so any token would do.
    """
    candidates = (opened.tokenizer.padding_id, getattr(opened.model.config, "eos_token_id", None), 0)
    pad_id = next(number for number in candidates if isinstance(number, int))
    pad_token = Token(opened.tokenizer.text(pad_id), pad_id, 0, 0, continues=False, special=True, typed_mask=False)
    return Tokens(tokens.sentence, tokens.items + (pad_token,) * (length - len(tokens)))
