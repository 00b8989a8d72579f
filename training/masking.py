"""Dynamic masking for the masked language model.

Positions are chosen at random each time a batch is drawn. Of these 80% become [MASK], 10% a random token and 10% stay
unchanged; the model predicts the original token at all of them. Special tokens and padding are never chosen.
Source: Devlin et al. 2019, https://arxiv.org/abs/1810.04805, section 3.1; dynamic: Liu et al. 2019, https://arxiv.org/abs/1907.11692.
"""

from dataclasses import dataclass

import numpy as np

from training.dataset import Batch, Ids


@dataclass(frozen=True)
class Corruption:
    """Share of chosen tokens, and of those the shares that become [MASK] and a random token; the rest is unchanged."""

    chosen: float = 0.15
    to_mask: float = 0.8
    to_random: float = 0.1


@dataclass(frozen=True)
class MaskedBatch:
    """A batch after masking.

    *Shape:* ``ids`` (batch, length); ``positions`` (chosen,), flat indices into ``ids``; ``targets`` (chosen,), the
    original token ids.
    """

    ids: Ids
    positions: Ids
    targets: Ids


def mask_batch(
    batch: Batch,
    rng: np.random.Generator,
    corruption: Corruption,
    *,
    mask: int,
    vocabulary: int,
    specials: int,
    every_row: bool = True,
) -> MaskedBatch:
    """Mask a batch.

    Args:
        batch: The batch before masking.
        rng: The source of randomness.
        corruption: The shares.
        mask: The id of [MASK].
        vocabulary: The size of the vocabulary.
        specials: The number of special tokens, whose ids are at the start of the vocabulary.
        every_row: Whether at least one position of every row is chosen. This favours tokens of short rows.
    """
    choosable = batch.ids >= specials
    draw = np.where(choosable, rng.random(batch.ids.shape), np.inf)
    chosen = draw < corruption.chosen
    if every_row:
        lowest = draw.argmin(axis=1)
        chosen[np.arange(len(draw)), lowest] |= choosable[np.arange(len(draw)), lowest]
    positions = np.flatnonzero(chosen)
    targets = batch.ids.ravel()[positions]
    fate = rng.random(len(positions))
    replaced = np.where(fate < corruption.to_mask, mask, targets)
    random_pieces = rng.integers(specials, vocabulary, len(positions))
    replaced = np.where(fate >= 1 - corruption.to_random, random_pieces, replaced)
    ids = batch.ids.copy()
    ids.ravel()[positions] = replaced
    return MaskedBatch(ids, positions, targets)
