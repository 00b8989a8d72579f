"""Does order matter? The same words in another order, or everything moved along.

Without positions attention cannot tell one order from another: it is a sum over a set of tokens (Vaswani et al. 2017,
section 3.5, https://arxiv.org/abs/1706.03762). How little masked language models lean on order was tested by shuffling
words before training (Sinha et al. 2021, https://arxiv.org/abs/2104.06644).

A shift is made in the one way that every architecture understands: tokens that nobody may look at stand in front. They
take up positions and give nothing to anybody, as padding does.
"""

import math
from collections.abc import Sequence

import numpy as np
import torch

from components.model.blanks.occlusion import masked_positions_including
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.forward import TRACE_TOKEN_LIMIT, encode, pad
from components.model.inference.prediction import PredictionInput, PredictionOutput, mask_prediction, masked_ids
from components.model.results import Floats, Tokens
from components.model.statistics.divergence import jensen_shannon
from components.model.user_errors import TooLong, UserError
from components.positions.model.results import Arrangement, OrderChange, OrderEffect, Shift, Shuffle, Swap
from components.positions.model.word_groups import word_groups

_OTHER_WORDS = "That order belongs to another sentence. Drag the words again."
_NO_WORD = "Only words can change places, not blanks or special tokens. Choose two words."


def order_effect(
    opened: OpenModel, tokens: Tokens, masked: Sequence[int], position: int, change: OrderChange
) -> OrderEffect:
    """What a change of order does to the blank at ``position``, and to attention.

    Args:
        opened: A masked language model opened to look inside.
        tokens: One sentence.
        masked: The positions a visitor has masked; these and typed masks are masked throughout.
        position: The blank.
        change: What is done to the order.

    Raises:
        NothingMasked: No blank is at ``position``.
        UserError: The change cannot be made in this sentence.
        TooLong: It moves the sentence past the last position of the model.
    """
    blanks = masked_positions_including(tokens, masked, position)
    ids = masked_ids(opened, tokens, blanks)
    order = new_order(tokens, blanks, change)
    shift = change.by if isinstance(change, Shift) else 0
    most = min(opened.tokenizer.positions, TRACE_TOKEN_LIMIT)
    if shift < 0:
        raise UserError("A sentence cannot be shifted to the left. Choose 0 or more.")
    if (end := len(ids) + shift) > most:
        raise TooLong(
            f"Shifted by {shift:,}, the sentence would end at position {end:,}; the limit is {most:,}. "
            "Shift it by less."
        )
    now = tuple(ids[old] for old in order)
    moved_to = order.index(position)
    # What stands in front is never looked at. It is no padding, which RoBERTa would not count as positions.
    front = (ids[0],) * shift
    seen = (False,) * shift + (True,) * len(now)
    ((answer,), (changed,)) = (
        opened.predict([PredictionInput(ids, (position,), full_distribution=True)]),
        opened.predict(
            [
                PredictionInput(
                    (*front, *now), (moved_to + shift,), attention_mask=seen if shift else None, full_distribution=True
                )
            ]
        ),
    )
    old, new = _distribution(answer), _distribution(changed)
    first = int(answer.top_ids[0, 0])
    before, after = attention_weights(opened, ids), attention_weights(opened, (*front, *now), seen)
    return OrderEffect(
        order=order,
        blanks=tuple(sorted(blanks)),
        position=position,
        new_position=moved_to,
        shift=shift,
        before=mask_prediction(opened, tokens, answer, 0, position),
        after=mask_prediction(opened, tokens, changed, 0, position),
        top_word_before=float(old[first]),
        top_word_after=float(new[first]),
        divergence=jensen_shannon(old, new) / math.log(2),
        attention_change=attention_change(before, after[..., shift:, shift:], order),
        conditions=opened.conditions,
    )


def new_order(tokens: Tokens, blanks: set[int], change: OrderChange) -> tuple[int, ...]:
    """Old positions in their new order. Words move as a whole; blanks and marks stay between the words they had.

    Raises:
        UserError: There are no two words to change, or those named are none.
    """
    if isinstance(change, Shift):
        return tuple(range(len(tokens)))
    groups, words = word_groups(tokens, blanks)
    if len(words) < 2:
        raise UserError("One word has only one order. Type a longer sentence.")
    places = list(range(len(groups)))
    if isinstance(change, Swap):
        chosen = [n for p in (change.first, change.second) for n in words if p in groups[n]]
        if len(chosen) != 2 or chosen[0] == chosen[1]:
            raise UserError(_NO_WORD)
        one, other = chosen
        places[one], places[other] = other, one
    elif isinstance(change, Arrangement):
        known = {groups[n][0]: n for n in words}
        if sorted(change.words) != sorted(known):
            raise UserError(_OTHER_WORDS)
        for to, first in zip(words, change.words, strict=True):
            places[to] = known[first]
    else:
        for to, source in zip(words, _shuffled(words, change), strict=True):
            places[to] = source
    return tuple(position for place in places for position in groups[place])


def attention_change(before: Floats, after: Floats, order: Sequence[int]) -> tuple[float, ...]:
    """Of each layer, the mean total variation between the rows of a token before and after.

    Args:
        before: *Shape:* (layer, head, query, key)
        after: *Shape:* (layer, head, query, key), in the new order
        order: Old positions in their new order.
    """
    same = before[:, :, list(order)][..., list(order)].astype(np.float64)
    distances = np.abs(after - same).sum(axis=-1) / 2  # (layer, head, query)
    return tuple(distances.mean(axis=(1, 2)).tolist())


@torch.inference_mode()
def attention_weights(opened: OpenModel, ids: Sequence[int], seen: Sequence[bool] | None = None) -> Floats:
    """The attention of one row of ids, who may look only at what is ``seen``. *Shape:* (layer, head, query, key)."""
    rows, attended = pad([ids], opened.device.torch_device, attention_masks=[seen])
    out = encode(opened, rows, attended, output_attentions=True)
    if not out.attentions:
        raise ValueError("attentions need a model opened with Purpose.INSPECT")
    found: Floats = torch.cat(list(out.attentions)).float().cpu().numpy()
    return found


def _shuffled(words: list[int], change: Shuffle) -> list[int]:
    """The words in another order than their own, which chance alone might give back."""
    if change.seed < 0:
        raise UserError("Choose a shuffle number of 0 or more.")
    rng = np.random.default_rng(change.seed)
    while True:
        order: list[int] = rng.permutation(words).tolist()
        if order != words:
            return order


def _distribution(answer: PredictionOutput) -> torch.Tensor:
    """Log-probabilities. *Shape:* (vocabulary,)."""
    assert answer.distribution is not None
    return answer.distribution[0]
