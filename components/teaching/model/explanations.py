"""Classify sentences with a fine-tuned model, and measure how much each word matters."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch
from torch.nn import functional

from components.model.checkpoints.open_model import OpenModel
from components.model.user_errors import TooLong
from components.teaching.model.classifier import collate, sentence_vector, token_limit, truncated_ids
from components.teaching.model.plan import ClassifierPooling

INFERENCE_BATCH = 50
WORD_LIMIT = 60  # words of a sentence that are masked one by one


@dataclass(frozen=True)
class WordEffect:
    """How much the logit of the predicted label falls when a word is masked: positive if the word supports it."""

    word: str
    effect: float


@dataclass(frozen=True)
class Classification:
    """The classification of a sentence.

    Attributes:
        sentence: The sentence.
        probabilities: The probability of each label.
        word_effects: The effect of each word on the predicted label; empty if not measured.
        tokens_read: The number of tokens that the classifier reads.
        is_truncated: Whether the sentence has more.
    """

    sentence: str
    probabilities: tuple[float, ...]
    word_effects: tuple[WordEffect, ...]
    tokens_read: int
    is_truncated: bool


def classify(
    opened: OpenModel, head: Mapping[str, torch.Tensor], pooling: ClassifierPooling, sentences: Sequence[str]
) -> list[Classification]:
    """Classify sentences with a fine-tuned model.

    Args:
        opened: The fine-tuned model.
        head: The weights of its head, from :func:`components.teaching.model.saving.load_head`.
        pooling: Which vector the head reads.
        sentences: The sentences, none of them empty.

    Raises:
        UserError: A sentence has no tokens.
    """
    token_ids = [truncated_ids(opened, each) for each in sentences]
    shares = _label_scores(opened, head, pooling, token_ids).softmax(dim=-1).tolist()
    return [
        Classification(sentence, tuple(row), (), len(ids), _is_truncated(opened, sentence, ids))
        for sentence, row, ids in zip(sentences, shares, token_ids, strict=True)
    ]


def explain(
    opened: OpenModel, head: Mapping[str, torch.Tensor], pooling: ClassifierPooling, sentence: str
) -> Classification:
    """Classify one sentence, and measure how the logit of the predicted label falls when each word is masked.

    Left out is put behind the mask, which keeps every other word in its place (Li et al. 2016,
    https://arxiv.org/abs/1612.08220, "erasure").

    Raises:
        TooLong: There are more tokens than the classifier was trained to read.
        UserError: The sentence has no tokens.
    """
    tokens = opened.tokenizer.tokens_of_any_length(sentence)
    if (count := len(tokens.items)) > (limit := token_limit(opened)):
        raise TooLong(f"This text has {count:,} tokens; this classifier was trained to read {limit}. Shorten it.")
    whole = tokens.ids
    mask = opened.tokenizer.mask_id
    if mask is None:
        return classify(opened, head, pooling, [sentence])[0]
    words: list[list[int]] = []
    for place, token in enumerate(tokens.items):
        if token.special:
            continue
        if words and (token.continues or token.start == tokens.items[words[-1][-1]].end):
            words[-1].append(place)
        else:
            words.append([place])
    words = words[:WORD_LIMIT]
    masked_ids = [[mask if place in word else each for place, each in enumerate(whole)] for word in words]
    if not masked_ids:
        return classify(opened, head, pooling, [sentence])[0]
    logits = _label_scores(opened, head, pooling, [whole])[0]
    predicted = int(logits.argmax())
    scores = _label_scores(opened, head, pooling, masked_ids)[:, predicted]
    effects = tuple(
        WordEffect(sentence[tokens.items[word[0]].start : tokens.items[word[-1]].end], float(logits[predicted] - score))
        for word, score in zip(words, scores, strict=True)
    )
    return Classification(
        sentence,
        tuple(logits.softmax(dim=-1).tolist()),
        effects,
        len(whole),
        _is_truncated(opened, sentence, whole),
    )


def _is_truncated(opened: OpenModel, sentence: str, ids: Sequence[int]) -> bool:
    return len(ids) < len(opened.tokenizer.tokens_of_any_length(sentence).ids)


@torch.inference_mode()
def _label_scores(
    opened: OpenModel, head: Mapping[str, torch.Tensor], pooling: ClassifierPooling, token_ids: Sequence[Sequence[int]]
) -> torch.Tensor:
    """W x + b. *Shape:* (sentence, label)."""
    weights_on_device = {name: weights.to(opened.device.torch_device) for name, weights in head.items()}
    scores = []
    for start in range(0, len(token_ids), INFERENCE_BATCH):
        batch = collate(opened, token_ids[start : start + INFERENCE_BATCH])
        last = opened.model.base_model(**batch).last_hidden_state
        vectors = sentence_vector(last, batch["attention_mask"], pooling)
        if pooling is ClassifierPooling.POOLER:
            vectors = torch.tanh(
                functional.linear(vectors, weights_on_device["pooler.weight"], weights_on_device["pooler.bias"])
            )
        scores.append(
            functional.linear(vectors, weights_on_device["head.weight"], weights_on_device["head.bias"]).cpu()
        )
    return torch.cat(scores)
