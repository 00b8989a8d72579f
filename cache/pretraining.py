"""Cached results of the room “Pre-training”, shared by all visitors."""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from cache.engine import engine
from cache.shipped.learning import checkpoint_ids
from cache.sized_cache import share_results
from components.model.checkpoints.catalogue import REFERENCE
from components.model.checkpoints.unlisted import DISCRIMINATOR, GENERATOR, MIXTURES, mixture_model_id
from components.pretraining.model.results import (
    BERT_MASKING,
    Masking,
    MaskingLoss,
    MaskingSample,
    SentenceTraining,
    TokenCorruption,
)

if TYPE_CHECKING:
    from components.pretraining.model.replaced_results import ReplacedTokens
    from components.pretraining.model.results import CopyAccuracy, LearningCurve, NextSentencePredictions

_TRAINING_LOCK = threading.Lock()  # each training holds several copies of its model


@share_results(300)
def learning_curve(sentence: str, masked: tuple[int, ...], blank: int) -> "LearningCurve":
    """A blank as each checkpoint of pocket BERT's training answers it."""
    from components.pretraining.model.learning import learning_curve

    checkpoints = [(*counts, engine().open_model(model_id)) for model_id, counts in checkpoint_ids().items()]
    _, tokens = engine().read(REFERENCE, sentence)
    return learning_curve(checkpoints, tokens, masked, blank)


@share_results(500)
def masking_loss(model_id: str, sentence: str, number: int, masking: Masking = BERT_MASKING) -> MaskingLoss:
    """The masked sentence of draw ``number``, the same for every visitor, and the model's loss on it."""
    from components.model.inference.prediction import require_mask_id
    from components.pretraining.model.loss import masking_loss
    from components.pretraining.model.masking import sample_masking

    opened, tokens = engine().read(model_id, sentence)
    sample = sample_masking(
        tokens,
        np.random.default_rng(number),
        mask_id=require_mask_id(opened),
        vocabulary_size=opened.tokenizer.size,
        first_word_id=opened.tokenizer.first_word_id,
        masking=masking,
    )
    return masking_loss(opened, tokens, sample)


@share_results(500)
def chosen_masking_loss(
    model_id: str,
    sentence: str,
    outcomes: tuple[tuple[int, TokenCorruption], ...],
    *,
    replacement: str = "",
    number: int = 1,
    word: str = "",
) -> MaskingLoss:
    """A sentence masked as a visitor chose, and the model's loss on it.

    Args:
        model_id: The model.
        sentence: The sentence.
        outcomes: Pairs of a position and the corruption of the token there.
        replacement: The “random” token; if empty, one is drawn.
        number: The seed of the draw.
        word: The word to predict at every typed [MASK]; empty to predict none there.

    Raises:
        UserError: A word is not a single token.
    """
    from components.model.inference.prediction import require_mask_id
    from components.pretraining.model.loss import masking_loss
    from components.pretraining.model.masking import apply_outcomes

    opened, tokens = engine().read(model_id, sentence)
    tokenizer = opened.tokenizer
    sample = apply_outcomes(
        tokens,
        dict(outcomes),
        np.random.default_rng(number),
        mask_id=require_mask_id(opened),
        vocabulary_size=tokenizer.size,
        first_word_id=tokenizer.first_word_id,
        replacement=tokenizer.word_id(replacement) if replacement.strip() else None,
        words=dict.fromkeys(tokens.typed_masks, tokenizer.word_id(word)) if word.strip() else None,
    )
    return masking_loss(opened, tokens, sample)


@share_results(200)
def train_on_sample(
    model_id: str,
    sentence: str,
    sample: MaskingSample,
    other: str,
    evaluation_steps: tuple[int, ...],
    on_progress: Callable[[int, int], None],
) -> SentenceTraining:
    """The effect of training steps on one masked sentence, and on another sentence unless that is empty.

    ``on_progress`` is called with the number of steps done and their total, unless the result is cached.
    """
    from components.pretraining.model.one_step import train_on_sample

    opened, tokens = engine().read(model_id, sentence)
    second = opened.tokenizer.tokens(other) if other.strip() else None
    with _TRAINING_LOCK:
        return train_on_sample(
            opened, tokens, sample, second, evaluation_steps=evaluation_steps, on_progress=on_progress
        )


@share_results(500)
def replaced_tokens(sentence: str, masked: tuple[int, ...], number: int, word: str) -> "ReplacedTokens":
    """A sentence with tokens replaced by ELECTRA's generator, judged by its discriminator; ``number`` is the seed."""
    from components.pretraining.model.detection import (
        detect_replaced_tokens,
        load_detection_head,
        sample_hidden_positions,
    )

    generator, tokens = engine().read(GENERATOR, sentence)
    discriminator = engine().open_model(DISCRIMINATOR)
    folder = engine().weights_folder(discriminator.record)
    assert folder is not None  # it was opened from there
    rng = np.random.default_rng(number)
    hidden = masked or sample_hidden_positions(tokens, rng)
    return detect_replaced_tokens(generator, discriminator, load_detection_head(folder), tokens, hidden, rng, word=word)


@share_results(300)
def copy_accuracies(sentence: str, masked: tuple[int, ...], blank: int) -> "tuple[CopyAccuracy, ...]":
    """Predictions for a blank and for the visible tokens, by models trained with different masking mixtures."""
    from components.pretraining.model.copying import copy_accuracy

    _, tokens = engine().read(REFERENCE, sentence)
    return tuple(
        copy_accuracy(shares, engine().open_model(mixture_model_id(shares)), tokens, masked, blank)
        for shares in MIXTURES
    )


@share_results(300)
def predict_next_sentence(model_id: str, first: str, second: str) -> "NextSentencePredictions | None":
    """Next-sentence predictions for a pair; None if the model has no next-sentence head."""
    from components.model.inference.next_sentence_head import next_sentence_head
    from components.pretraining.model.next_sentence import predict_next_sentence

    opened = engine().open_for_inspection(model_id)
    folder = engine().weights_folder(opened.record)
    head = None if folder is None else next_sentence_head(folder)
    if head is None:
        return None
    tokenizer = opened.tokenizer
    return predict_next_sentence(opened, head, tokenizer.pair(first, second), tokenizer.pair(second, first))
