"""What the room of pre-training asks, computed once for all visitors."""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from cache.engine import engine
from cache.shipped.learning import checkpoint_ids
from cache.sized_cache import SizedCache
from components.model.checkpoints.catalogue import REFERENCE
from components.model.checkpoints.electra import DISCRIMINATOR, GENERATOR
from components.model.checkpoints.masking_shares import SHARES, shares_id
from components.pretraining.model.results import BERT_MASKING, Fate, Masking, Scheme, Taught, ThrowLoss

if TYPE_CHECKING:
    from components.pretraining.model.replaced_results import ReplacedPieces
    from components.pretraining.model.results import ByShares, Learning, Spelled

THROWS = tuple(sorted({round(10 ** (power / 8)) for power in range(25)}))  # 1 to 1,000, evenly in the logarithm
_ONE_AT_A_TIME = threading.Lock()  # each training holds several copies of its model
_TAUGHT: SizedCache[Taught] = SizedCache(200, lambda _: 1)


@st.cache_data(max_entries=300, show_spinner=False)
def learning(sentence: str, masked: tuple[int, ...], blank: int) -> "Learning":
    """A blank as each checkpoint of pocket BERT's training answers it."""
    from components.pretraining.model.learning import learning

    checkpoints = [(*at, engine().open_model(model_id)) for model_id, at in checkpoint_ids().items()]
    _, tokens = engine().read(REFERENCE, sentence)
    return learning(checkpoints, tokens, masked, blank)


@st.cache_data(max_entries=500, show_spinner=False)
def throw_loss(model_id: str, sentence: str, scheme: Scheme, number: int, masking: Masking = BERT_MASKING) -> ThrowLoss:
    """Draw ``number`` over a sentence, the same one for everybody, and what it costs the model."""
    from components.model.inference.prediction import require_mask_id
    from components.pretraining.model.dice import throw
    from components.pretraining.model.loss import throw_loss

    opened, tokens = engine().read(model_id, sentence)
    specials = opened.tokenizer.first_word_id
    rng = np.random.default_rng(number)
    size = opened.tokenizer.size
    thrown = throw(
        tokens, scheme, rng, mask=require_mask_id(opened), vocabulary=size, specials=specials, masking=masking
    )
    return throw_loss(opened, tokens, thrown)


@st.cache_data(max_entries=500, show_spinner=False)
def hand_loss(
    model_id: str, sentence: str, outcomes: tuple[tuple[int, Fate], ...], replacement: str, number: int
) -> ThrowLoss:
    """Tokens and outcomes that a visitor chose, and what they cost the model.

    Args:
        model_id: The model.
        sentence: The sentence.
        outcomes: Pairs of a position and what becomes of the token there.
        replacement: The token that stands for a random one; empty draws one, by ``number``.
        number: Which draw.
    """
    from components.model.inference.prediction import require_mask_id
    from components.pretraining.model.dice import throw_by_hand
    from components.pretraining.model.loss import throw_loss

    opened, tokens = engine().read(model_id, sentence)
    tokenizer = opened.tokenizer
    thrown = throw_by_hand(
        tokens,
        dict(outcomes),
        np.random.default_rng(number),
        mask=require_mask_id(opened),
        vocabulary=tokenizer.size,
        specials=tokenizer.first_word_id,
        replacement=tokenizer.word_id(replacement) if replacement.strip() else None,
    )
    return throw_loss(opened, tokens, thrown)


@st.cache_data(max_entries=500, show_spinner=False)
def spelled(model_id: str, sentence: str, number: int, share: float = BERT_MASKING.share) -> "Spelled":
    """Draw ``number`` over a sentence in T5's way."""
    from components.pretraining.model.dice import sentinels

    _, tokens = engine().read(model_id, sentence)
    return sentinels(tokens, np.random.default_rng(number), share=share)


def taught(
    model_id: str,
    sentence: str,
    word: str,
    other: str,
    other_word: str,
    marks: tuple[int, ...],
    on_progress: Callable[[int, int], None],
) -> Taught:
    """What steps on one sentence do; ``on_progress`` hears how far it is."""

    def compute() -> Taught:
        from components.pretraining.model.one_step import taught

        opened, tokens = engine().read(model_id, sentence)
        second = opened.tokenizer.tokens(other)
        with _ONE_AT_A_TIME:
            return taught(opened, tokens, word, second, other_word, marks=marks, on_progress=on_progress)

    return _TAUGHT.get((model_id, sentence, word, other, other_word, marks), compute)


@st.cache_data(max_entries=500, show_spinner=False)
def replaced(sentence: str, masked: tuple[int, ...], number: int, word: str) -> "ReplacedPieces":
    """A sentence with guesses of ELECTRA's generator in it, judged; throw ``number``, the same for everybody."""
    from components.pretraining.model.replaced import hidden_places, replaced_head, replaced_pieces

    generator, tokens = engine().read(GENERATOR, sentence)
    discriminator = engine().open_model(DISCRIMINATOR)
    folder = engine().weights_folder(discriminator.record)
    assert folder is not None  # it was opened from there
    rng = np.random.default_rng(number)
    hidden = masked or hidden_places(tokens, rng)
    return replaced_pieces(generator, discriminator, replaced_head(folder), tokens, hidden, rng, word=word)


@st.cache_data(max_entries=300, show_spinner=False)
def by_shares(sentence: str, masked: tuple[int, ...], blank: int) -> "tuple[ByShares, ...]":
    """A blank, and the words in plain sight beside it, as models trained with other shares of [MASK] read them."""
    from components.pretraining.model.in_sight import read_by

    _, tokens = engine().read(REFERENCE, sentence)
    return tuple(read_by(shares, engine().open_model(shares_id(shares)), tokens, masked, blank) for shares in SHARES)


@st.cache_data(max_entries=200, show_spinner=False)
def settled(length: int, masking: Masking = BERT_MASKING) -> dict[int, dict[Fate, float]]:
    """Shares after up to a thousand draws over ``length`` tokens, always the same draws."""
    from components.pretraining.model.dice import settling

    return settling(length, THROWS, np.random.default_rng(0), masking=masking)
