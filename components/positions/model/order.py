"""Does order matter? The same words in another order.

Without positions, attention cannot distinguish orders: it is a sum over a set of tokens (Vaswani et al. 2017, section
3.5, https://arxiv.org/abs/1706.03762). How little masked language models depend on order has been tested by shuffling
words before pre-training (Sinha et al. 2021, https://arxiv.org/abs/2104.06644).
"""

import math
from collections.abc import Sequence

import numpy as np
import torch

from components.model.blanks.occlusion import masked_positions_including
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.prediction import mask_prediction, masked_ids
from components.model.inference.prediction_io import PredictionInput, PredictionOutput
from components.model.results import Tokens
from components.model.statistics.divergence import jensen_shannon
from components.model.user_errors import UserError
from components.positions.model.results import Arrangement, OrderChange, OrderEffect, Shuffle, Swap
from components.positions.model.word_groups import word_groups

_WRONG_SENTENCE = "That order belongs to another sentence. Drag the words again."
_NOT_TWO_WORDS = "Only words can change places, not blanks or special tokens. Choose two words."


def order_effect(
    opened: OpenModel, tokens: Tokens, masked: Sequence[int], position: int, change: OrderChange
) -> OrderEffect:
    """The effect of a change of order on the prediction for a blank.

    Args:
        opened: A masked language model.
        tokens: The sentence.
        masked: Positions that the visitor has masked; they and typed masks stay masked.
        position: The position of the blank.
        change: The change of order.

    Raises:
        NothingMasked: There is no blank at ``position``.
        UserError: The change cannot be made in this sentence.
    """
    blanks = masked_positions_including(tokens, masked, position)
    ids = masked_ids(opened, tokens, blanks)
    order = new_order(tokens, blanks, change)
    changed_ids, new_position = tuple(ids[old] for old in order), order.index(position)
    (answer,), (changed,) = (
        opened.predict([PredictionInput(each, (place,), full_distribution=True)])
        for each, place in ((ids, position), (changed_ids, new_position))
    )
    old, new = _log_probabilities(answer), _log_probabilities(changed)
    top_id = int(answer.top_ids[0, 0])
    return OrderEffect(
        order=order,
        blanks=tuple(sorted(blanks)),
        position=position,
        new_position=new_position,
        before=mask_prediction(opened, tokens, answer, 0, position),
        after=mask_prediction(opened, tokens, changed, 0, position),
        top_word_before=float(old[top_id]),
        top_word_after=float(new[top_id]),
        divergence=jensen_shannon(old, new) / math.log(2),
        same_input=changed_ids == ids,
        conditions=opened.conditions,
    )


def new_order(tokens: Tokens, blanks: set[int], change: OrderChange) -> tuple[int, ...]:
    """Old positions in their new order. Words move as a whole; blanks and special tokens keep their places.

    Raises:
        UserError: The sentence has fewer than two words, or the change names something that is not a word.
    """
    groups, words = word_groups(tokens, blanks)
    if len(words) < 2:
        raise UserError("One word has only one order. Type a longer sentence.")
    places = list(range(len(groups)))
    if isinstance(change, Swap):
        chosen = [n for p in (change.first, change.second) for n in words if p in groups[n]]
        if len(chosen) != 2 or chosen[0] == chosen[1]:
            raise UserError(_NOT_TWO_WORDS)
        first_word, second_word = chosen
        places[first_word], places[second_word] = second_word, first_word
    elif isinstance(change, Arrangement):
        known = {groups[n][0]: n for n in words}
        if sorted(change.words) != sorted(known):
            raise UserError(_WRONG_SENTENCE)
        for to, first in zip(words, change.words, strict=True):
            places[to] = known[first]
    else:
        for to, source in zip(words, _shuffle(words, change), strict=True):
            places[to] = source
    return tuple(position for place in places for position in groups[place])


def _shuffle(words: list[int], change: Shuffle) -> list[int]:
    """The words in a random order other than their own.

    Raises:
        UserError: The seed is negative.
    """
    if change.seed < 0:
        raise UserError("Choose a shuffle number of 0 or more.")
    rng = np.random.default_rng(change.seed)
    while True:
        order: list[int] = rng.permutation(words).tolist()
        if order != words:
            return order


def _log_probabilities(answer: PredictionOutput) -> torch.Tensor:
    """The log-probabilities of all tokens at the blank. *Shape:* (vocabulary,)."""
    assert answer.distribution is not None
    return answer.distribution[0]
