"""The effect of padding: none with the attention mask, and a large one without it.

Sentences of a batch are padded to one length with [PAD]. Only the ``attention_mask`` keeps other tokens from attending
to it.
"""

from collections.abc import Iterable, Sequence

import torch

from components.mistakes.model.results import PaddingCurve, PaddingPoint
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.forward import last_hidden_state
from components.model.inference.prediction import masked_ids
from components.model.results import Tokens
from components.model.user_errors import UserError


def pad_limit(opened: OpenModel, tokens: Tokens) -> int:
    """The number of [PAD] tokens that fit after a sentence."""
    return opened.tokenizer.positions - len(tokens)


def pad_token_id(opened: OpenModel) -> int:
    """The id of the padding token.

    Raises:
        UserError: The model has no padding token.
    """
    pad = opened.tokenizer.padding_id
    if pad is None:
        raise UserError(f"{opened.record.name} has no [PAD] token. Choose another model.")
    return pad


@torch.inference_mode()
def padding_curve(
    opened: OpenModel, tokens: Tokens, masked: Iterable[int], blank: int, answer: int, counts: Sequence[int]
) -> PaddingCurve:
    """Predict a masked word with more and more padding after the sentence, with the attention mask and without it.

    Args:
        opened: A masked language model.
        tokens: The sentence.
        masked: Positions to mask besides typed masks.
        blank: The position to predict.
        answer: The id of the token whose probability is measured.
        counts: The numbers of [PAD] tokens.

    Raises:
        UserError: The model has no mask token or no padding token.
        ValueError: The padding does not fit.
    """
    ids, pad = masked_ids(opened, tokens, {*masked, blank}), pad_token_id(opened)
    if max(counts) > pad_limit(opened, tokens):
        raise ValueError(f"expected at most {pad_limit(opened, tokens)} pads, got {max(counts)}")
    alone = last_hidden_state(opened, [ids])[0]
    plain = opened.head(alone[blank]).float()
    points = tuple(_padding_point(opened, ids, pads, pad, blank, answer, alone[0], plain) for pads in counts)
    first = opened.tokenizer.candidate(answer, float(plain.softmax(dim=-1)[answer]))
    return PaddingCurve(first, len(tokens), points, opened.conditions)


def _padding_point(
    opened: OpenModel,
    ids: tuple[int, ...],
    pads: int,
    pad: int,
    blank: int,
    answer: int,
    first: torch.Tensor,
    plain: torch.Tensor,
) -> PaddingPoint:
    row = (*ids, *[pad] * pads)
    attention_mask = (True,) * len(ids) + (False,) * pads
    hidden = last_hidden_state(opened, [row, row], attention_masks=[attention_mask, None])  # (2, length, width)
    logits = opened.head(hidden[:, blank]).float()
    probabilities = logits.softmax(dim=-1)
    right, wrong = probabilities[:, answer].tolist()
    with_mask, without = (opened.tokenizer.text(int(i)) for i in logits.argmax(dim=-1))
    same, other = torch.cosine_similarity(hidden[:, 0], first[None]).tolist()
    near, far = (logits - plain).abs().amax(dim=-1).tolist()
    return PaddingPoint(pads, (right, wrong), (with_mask, without), (same, other), (near, far))
