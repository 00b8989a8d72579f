"""Devlin et al. 2019, section 3.1: 15% of the pieces; of those 80% masked, 10% random, 10% kept."""

import numpy as np
import pytest

from training.dataset import NO_LABEL, Batch
from training.masking import Corruption, MaskedBatch, mask_batch

MASK, SPECIALS, VOCABULARY = 4, 5, 1000


def batch(rows: int = 400, length: int = 64, text: int = 50) -> Batch:
    """Rows of "[CLS] text [SEP] padding"."""
    ids = np.zeros((rows, length), dtype=np.int64)
    ids[:, 0], ids[:, text + 1] = 2, 3
    ids[:, 1 : text + 1] = np.random.default_rng(7).integers(SPECIALS, VOCABULARY, (rows, text))
    return Batch(ids, np.zeros_like(ids), (ids != 0).astype(np.int64), np.full(rows, NO_LABEL))


def mask(drawn: Batch, seed: int = 0, corruption: Corruption | None = None) -> MaskedBatch:
    rng = np.random.default_rng(seed)
    return mask_batch(drawn, rng, corruption or Corruption(), mask=MASK, vocabulary=VOCABULARY, specials=SPECIALS)


@pytest.mark.parametrize("chosen", [0.15, 0.2, 0.5])
def test_the_shares_are_those_asked_for(chosen: float) -> None:
    drawn = batch()
    masked = mask(drawn, corruption=Corruption(chosen=chosen))
    now, before = masked.ids.ravel()[masked.positions], drawn.ids.ravel()[masked.positions]
    assert len(masked.positions) / (400 * 50) == pytest.approx(chosen, abs=0.01)
    assert (now == MASK).mean() == pytest.approx(0.8, abs=0.025)
    assert (now == before).mean() == pytest.approx(0.1, abs=0.02)
    assert ((now != MASK) & (now != before)).mean() == pytest.approx(0.1, abs=0.02)


def test_special_tokens_and_padding_are_never_chosen() -> None:
    drawn = batch()
    masked = mask(drawn, corruption=Corruption(chosen=1.0))
    assert (drawn.ids.ravel()[masked.positions] >= SPECIALS).all()
    assert len(masked.positions) == 400 * 50
    untouched = drawn.ids < SPECIALS
    assert np.array_equal(masked.ids[untouched], drawn.ids[untouched])


def test_random_pieces_are_no_special_tokens() -> None:
    masked = mask(batch(), corruption=Corruption(chosen=1.0, to_mask=0.0, to_random=1.0))
    new = masked.ids.ravel()[masked.positions]
    assert new.min() == SPECIALS
    assert new.max() == VOCABULARY - 1


def test_every_row_has_something_to_guess() -> None:
    drawn = batch(rows=200, length=5, text=2)
    masked = mask(drawn, corruption=Corruption(chosen=0.0))
    assert sorted(masked.positions // 5) == list(range(200))
    assert len(set(masked.positions % 5)) == 2, "chosen by chance, not always the first"


def test_a_row_without_text_has_nothing_chosen() -> None:
    drawn = batch(rows=3, text=0)
    masked = mask(drawn)
    assert len(masked.positions) == 0
    assert np.array_equal(masked.ids, drawn.ids)


def test_targets_are_the_original_pieces_and_nothing_else_changes() -> None:
    drawn = batch()
    original = drawn.ids.copy()
    masked = mask(drawn)
    assert np.array_equal(drawn.ids, original), "the batch itself is left as it was"
    assert np.array_equal(masked.targets, original.ravel()[masked.positions])
    restored = masked.ids.copy()
    restored.ravel()[masked.positions] = masked.targets
    assert np.array_equal(restored, original)


def test_masking_is_drawn_anew_by_another_seed_and_the_same_by_the_same() -> None:
    drawn = batch()
    assert np.array_equal(mask(drawn, 1).ids, mask(drawn, 1).ids)
    assert not np.array_equal(mask(drawn, 1).positions, mask(drawn, 2).positions)
