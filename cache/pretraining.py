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
from components.pretraining.model.results import Fate, Scheme, Taught, ThrowLoss

if TYPE_CHECKING:
    from components.pretraining.model.results import Learning, NextPieces, Spelled

THROWS = tuple(sorted({round(10 ** (power / 8)) for power in range(25)}))  # 1 to 1,000, evenly in the logarithm
_ONE_AT_A_TIME = threading.Lock()  # each training holds several copies of its model
_TAUGHT: SizedCache[Taught] = SizedCache(200, lambda _: 1)


@st.cache_data(max_entries=300, show_spinner=False)
def learning(sentence: str, masked: tuple[int, ...], blank: int) -> "Learning":
    """A blank as each checkpoint of pocket BERT's training answers it."""
    from components.pretraining.model.learning import learning

    checkpoints = [(*at, engine().opened(model_id)) for model_id, at in checkpoint_ids().items()]
    _, tokens = engine().read(REFERENCE, sentence)
    return learning(checkpoints, tokens, masked, blank)


@st.cache_data(max_entries=500, show_spinner=False)
def throw_loss(model_id: str, sentence: str, scheme: Scheme, number: int) -> ThrowLoss:
    """Throw ``number`` over a sentence, the same one for everybody, and what it costs the model."""
    from components.model.inference.prediction import mask_of
    from components.pretraining.model.dice import throw
    from components.pretraining.model.loss import throw_loss

    opened, tokens = engine().read(model_id, sentence)
    specials = opened.tokenizer.first_word_id
    rng = np.random.default_rng(number)
    thrown = throw(tokens, scheme, rng, mask=mask_of(opened), vocabulary=opened.tokenizer.size, specials=specials)
    return throw_loss(opened, tokens, thrown)


@st.cache_data(max_entries=500, show_spinner=False)
def spelled(model_id: str, sentence: str, number: int) -> "Spelled":
    """Throw ``number`` over a sentence in T5's way."""
    from components.pretraining.model.dice import sentinels

    _, tokens = engine().read(model_id, sentence)
    return sentinels(tokens, np.random.default_rng(number))


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


@st.cache_data(max_entries=300, show_spinner=False)
def next_pieces(model_id: str, sentence: str) -> "NextPieces":
    """What every piece of a sentence costs a causal model."""
    from components.pretraining.model.next_words import next_pieces

    return next_pieces(*engine().read(model_id, sentence))


@st.cache_data(max_entries=200, show_spinner=False)
def settled(length: int) -> dict[int, dict[Fate, float]]:
    """Shares after up to a thousand throws over so many pieces, always the same throws."""
    from components.pretraining.model.dice import settling

    return settling(length, THROWS, np.random.default_rng(0))
