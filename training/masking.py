"""Dynamic masking for the masked language model.

Some positions are chosen anew each time a batch is drawn. Of these 80% become [MASK], 10% a random piece and 10% stay
as they are; the model is asked for the original piece at all of them. Special tokens and padding are never chosen.
Source: Devlin et al. 2019, https://arxiv.org/abs/1810.04805, section 3.1; dynamic: Liu et al. 2019, https://arxiv.org/abs/1907.11692.
"""

from dataclasses import dataclass

import numpy as np

from training.dataset import Batch, Ids


@dataclass(frozen=True)
class Corruption:
    """How chosen positions are changed: shares of [MASK], of a random piece and, the rest, of the piece itself."""

    chosen: float = 0.15
    to_mask: float = 0.8
    to_random: float = 0.1


@dataclass(frozen=True)
class Masked:
    """A batch after masking.

    *Shape:* ``ids`` (batch, length); ``positions`` (chosen,), flat indices into ``ids``; ``targets`` (chosen,), the
    original pieces.
    """

    ids: Ids
    positions: Ids
    targets: Ids


def masked(
    batch: Batch, rng: np.random.Generator, corruption: Corruption, *, mask: int, vocabulary: int, specials: int
) -> Masked:
    """Choose positions of ``batch`` and change them. At least one position of every row is chosen.

    Args:
        batch: Examples as drawn.
        rng: The only source of chance.
        corruption: The shares.
        mask: The id of [MASK].
        vocabulary: How many pieces there are.
        specials: How many ids at the start of the vocabulary are special tokens.
    """
    choosable = batch.ids >= specials
    draw = np.where(choosable, rng.random(batch.ids.shape), np.inf)
    chosen = draw < corruption.chosen
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
    return Masked(ids, positions, targets)
