"""A trained head at work: what it says of a sentence, and which words that hangs on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch
from torch.nn import functional

from components.model.checkpoints.open_model import OpenModel
from components.teaching.model.classifier import batch_of, pieces_of, sentence_vector
from components.teaching.model.plan import Pooling

AT_ONCE = 50
MOST_WORDS = 60  # of a sentence whose words are left out one by one


@dataclass(frozen=True)
class WordEffect:
    """What the first choice's score loses without a word: more than 0 where the word speaks for it."""

    word: str
    effect: float


@dataclass(frozen=True)
class Told:
    """What a trained model says of a sentence.

    Attributes:
        sentence: The sentence.
        probabilities: One a label, summing to 1.
        words: What each word does to the score of the first choice; empty where nobody asked.
    """

    sentence: str
    probabilities: tuple[float, ...]
    words: tuple[WordEffect, ...] = ()


def told(opened: OpenModel, head: Mapping[str, torch.Tensor], pooling: Pooling, sentences: Sequence[str]) -> list[Told]:
    """What a trained model says of sentences.

    Args:
        opened: The trained model.
        head: Of :func:`components.teaching.model.saving.head_of`.
        pooling: Which vector the head reads.
        sentences: Any number, none of them empty.

    Raises:
        UserError: There is nothing to read in one.
    """
    scores = _scores(opened, head, pooling, [pieces_of(opened, each) for each in sentences])
    shares = scores.softmax(dim=-1).tolist()
    return [Told(sentence, tuple(row)) for sentence, row in zip(sentences, shares, strict=True)]


def explained(opened: OpenModel, head: Mapping[str, torch.Tensor], pooling: Pooling, sentence: str) -> Told:
    """The same of one sentence, and what the score of the first choice loses where each word is left out.

    Left out is put behind the mask, which keeps every other word in its place (Li et al. 2016,
    https://arxiv.org/abs/1612.08220, "erasure"). Raises as :func:`told` does.
    """
    tokens = opened.tokenizer.tokens_of_any_length(sentence)
    whole = pieces_of(opened, sentence)
    mask = opened.tokenizer.mask_id
    if mask is None:
        return told(opened, head, pooling, [sentence])[0]
    words: list[list[int]] = []
    for place, token in enumerate(tokens.items[: len(whole) - 1]):
        if token.special:
            continue
        if words and (token.continues or token.start == tokens.items[words[-1][-1]].end):
            words[-1].append(place)
        else:
            words.append([place])
    words = words[:MOST_WORDS]
    without = [[mask if place in word else each for place, each in enumerate(whole)] for word in words]
    if not without:
        return told(opened, head, pooling, [sentence])[0]
    own = _scores(opened, head, pooling, [whole])[0]
    first = int(own.argmax())
    scores = _scores(opened, head, pooling, without)[:, first]
    effects = tuple(
        WordEffect(sentence[tokens.items[word[0]].start : tokens.items[word[-1]].end], float(own[first] - score))
        for word, score in zip(words, scores, strict=True)
    )
    return Told(sentence, tuple(own.softmax(dim=-1).tolist()), effects)


@torch.inference_mode()
def _scores(
    opened: OpenModel, head: Mapping[str, torch.Tensor], pooling: Pooling, pieces: Sequence[Sequence[int]]
) -> torch.Tensor:
    """W x + b. *Shape:* (sentence, label)."""
    there = {name: weights.to(opened.device.torch_device) for name, weights in head.items()}
    scores = []
    for start in range(0, len(pieces), AT_ONCE):
        batch = batch_of(opened, pieces[start : start + AT_ONCE])
        last = opened.model.base_model(**batch).last_hidden_state
        vectors = sentence_vector(last, batch["attention_mask"], pooling)
        if pooling is Pooling.POOLER:
            vectors = torch.tanh(functional.linear(vectors, there["pooler.weight"], there["pooler.bias"]))
        scores.append(functional.linear(vectors, there["head.weight"], there["head.bias"]).cpu())
    return torch.cat(scores)
