"""Masking in pre-training: which tokens are predicted, and what the model sees in their place.

BERT (Devlin et al. 2019, https://arxiv.org/abs/1810.04805, section 3.1) chooses 15% of the tokens; of these 80% become
[MASK], 10% a random token and 10% stay. RoBERTa (Liu et al. 2019, https://arxiv.org/abs/1907.11692, section 4.1) draws
again at every epoch; BERT drew ten times and reused the results.
"""

from collections.abc import Callable, Mapping

import numpy as np

from components.model.results import Tokens
from components.pretraining.model.results import (
    BERT_MASKING,
    Masking,
    MaskingSample,
    PredictionTarget,
    TokenCorruption,
)

CHOSEN_SHARE = BERT_MASKING.share
STATIC_COPIES = 10  # BERT masked ten copies of every text in advance


def sample_masking(
    tokens: Tokens,
    rng: np.random.Generator,
    *,
    mask_id: int,
    vocabulary_size: int,
    first_word_id: int,
    masking: Masking = BERT_MASKING,
) -> MaskingSample:
    """Draw the tokens to predict and their corruptions. Special tokens are never chosen.

    Args:
        tokens: The sentence.
        rng: The random generator.
        mask_id: The id of [MASK].
        vocabulary_size: The size of the vocabulary.
        first_word_id: How many ids at the start of the vocabulary no random token is drawn from.
        masking: The shares of chosen tokens and of their corruptions.
    """
    chosen = [place for place in tokens.maskable if rng.random() < masking.share]
    corruptions = {place: _draw_corruption(rng, masking) for place in chosen}
    return _sample(tokens, corruptions, mask_id, lambda: int(rng.integers(first_word_id, vocabulary_size)))


def apply_outcomes(
    tokens: Tokens,
    outcomes: Mapping[int, TokenCorruption],
    rng: np.random.Generator,
    *,
    mask_id: int,
    vocabulary_size: int,
    first_word_id: int,
    replacement: int | None = None,
    words: Mapping[int, int] | None = None,
) -> MaskingSample:
    """Corrupt chosen tokens in chosen ways.

    Args:
        tokens: The sentence.
        outcomes: The corruption at each chosen position.
        rng: The random generator for random tokens.
        mask_id: The id of [MASK].
        vocabulary_size: The size of the vocabulary.
        first_word_id: How many ids at the start of the vocabulary no random token is drawn from.
        replacement: The "random" token; None draws one for each position.
        words: For blanks that were typed, their positions and the ids of the words to predict there.
    """

    def random_token() -> int:
        return int(rng.integers(first_word_id, vocabulary_size)) if replacement is None else replacement

    return _sample(tokens, outcomes, mask_id, random_token, words or {})


def _sample(
    tokens: Tokens,
    outcomes: Mapping[int, TokenCorruption],
    mask: int,
    random_token: Callable[[], int],
    words: Mapping[int, int] | None = None,
) -> MaskingSample:
    chosen, words = [], words or {}
    for position in sorted({*outcomes, *words}):
        target = words.get(position, tokens.items[position].id)
        outcome = outcomes.get(position, TokenCorruption.MASK)
        shown = {TokenCorruption.MASK: mask, TokenCorruption.KEPT: target}.get(outcome)
        chosen.append(PredictionTarget(position, target, outcome, random_token() if shown is None else shown))
    return MaskingSample(tuple(chosen))


def _draw_corruption(rng: np.random.Generator, masking: Masking) -> TokenCorruption:
    drawn = rng.random()
    if drawn < masking.to_mask:
        return TokenCorruption.MASK
    return TokenCorruption.RANDOM if drawn < masking.to_mask + masking.to_random else TokenCorruption.KEPT


def expected_coverage(epochs: int, *, copies: int | None = None) -> float:
    """The expected share of tokens that were chosen at least once after a number of epochs.

    Args:
        epochs: The number of epochs.
        copies: The number of masked copies that are used in turn; None draws again every epoch.
    """
    throws = epochs if copies is None else min(epochs, copies)
    return float(1 - (1 - CHOSEN_SHARE) ** throws)
