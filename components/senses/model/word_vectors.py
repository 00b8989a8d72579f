"""A word's vector in each of many sentences, after every layer.

The word is searched for in the text, and its word pieces by their offsets. Comparing pieces with the word would fail
for capitals, accents and words that the tokenizer splits. The vectors are the model's hidden states at those pieces; a
word of several pieces has their mean, as in Wiedemann et al. 2019 (https://arxiv.org/abs/1909.10430), or the first or
last of them.
"""

from collections.abc import Callable, Sequence

import numpy as np
import torch

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.batching import batches_by_length
from components.model.inference.forward import hidden_states
from components.model.results import Floats, Tokens
from components.model.tokens.occurrences import Span, find_occurrences
from components.model.user_errors import UserError
from components.senses.model.results import WordPoint, WordPooling, WordVectors


def word_vectors(
    opened: OpenModel, sentences: Sequence[str], forms: Sequence[str], *, pooling: WordPooling = WordPooling.MEAN
) -> WordVectors:
    """The vectors of every occurrence of a word.

    A sentence that cannot be read is reported in the result and raises no error. Many sentences are best read in parts
    and put together by :func:`components.senses.model.results.concatenate_vectors`.

    Args:
        opened: The model.
        sentences: The sentences.
        forms: All forms of the word that count, from :func:`components.model.tokens.occurrences.parse_word_forms`.
        pooling: How a word of several pieces is reduced to one vector.
    """
    return vectors_at(opened, sentences, lambda sentence: find_occurrences(sentence, forms), forms, pooling=pooling)


def vectors_at(
    opened: OpenModel,
    sentences: Sequence[str],
    find_spans: Callable[[str], Sequence[Span]],
    forms: Sequence[str],
    *,
    pooling: WordPooling = WordPooling.MEAN,
) -> WordVectors:
    """As :func:`word_vectors`, of the words that ``find_spans`` finds in a sentence; ``forms`` is what it looks for."""
    points: list[WordPoint] = []
    tokens_by_sentence: dict[int, Tokens] = {}
    missing: list[int] = []
    unreadable: list[tuple[int, str]] = []
    for index, sentence in enumerate(sentences):
        try:
            spans = find_spans(sentence)
            if not spans:
                missing.append(index)
                continue
            tokens = opened.tokenizer.tokens(sentence)
        except UserError as error:
            unreadable.append((index, str(error)))
            continue
        occurring = [point for span in spans if (point := _point(index, tokens, span)).positions]
        if occurring:
            points += occurring
            tokens_by_sentence[index] = tokens
        else:
            unreadable.append((index, "This model reads nothing where the word stands."))
    return WordVectors(
        points=tuple(points),
        vectors=_vectors(opened, tokens_by_sentence, points, pooling),
        missing=tuple(missing),
        unreadable=tuple(unreadable),
        sentence_count=len(sentences),
        forms=tuple(forms),
        pooling=pooling,
        conditions=opened.conditions,
    )


def _point(index: int, tokens: Tokens, span: Span) -> WordPoint:
    start, end = span
    positions = tuple(
        position
        for position, token in enumerate(tokens.items)
        if token.start < end and token.end > start and not (token.special or token.typed_mask)
    )
    return WordPoint(index, tokens.sentence, start, end, positions, tokens.sentence[start:end])


def _vectors(
    opened: OpenModel, tokens_by_sentence: dict[int, Tokens], points: Sequence[WordPoint], pooling: WordPooling
) -> Floats:
    """*Shape:* (point, layer + 1, width)."""
    config = opened.model.config
    vectors = np.empty((len(points), config.num_hidden_layers + 1, config.hidden_size), dtype=np.float32)
    points_by_sentence: dict[int, list[int]] = {}
    for number, point in enumerate(points):
        points_by_sentence.setdefault(point.sentence_index, []).append(number)
    for batch in batches_by_length({index: len(tokens) for index, tokens in tokens_by_sentence.items()}):
        layers = hidden_states(opened, [tokens_by_sentence[index].ids for index in batch])
        for row, index in enumerate(batch):
            for number in points_by_sentence[index]:
                positions = list(_pool(points[number].positions, pooling))
                pieces = torch.stack([layer[row, positions] for layer in layers])  # (layer + 1, piece, width)
                vectors[number] = pieces.float().mean(dim=1).cpu().numpy()
    vectors.flags.writeable = False
    return vectors


def _pool(positions: tuple[int, ...], pooling: WordPooling) -> tuple[int, ...]:
    match pooling:
        case WordPooling.FIRST:
            return positions[:1]
        case WordPooling.LAST:
            return positions[-1:]
        case WordPooling.MEAN:
            return positions
