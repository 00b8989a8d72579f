"""What the heads say of a text: one label for all of it, one for each word, or one for a pair of texts."""

from collections.abc import Sequence

import numpy as np

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.forward import trace
from components.model.results import Floats, Token, Tokens
from components.model.statistics.cosines import cosine_matrix
from components.tasks.model.head import Head
from components.tasks.model.heads import encode_texts, pooled_vector
from components.tasks.model.published_heads import published_pooling_weights
from components.tasks.model.results import PairReading, PooledReading, TextReading, TextSimilarity
from components.tasks.model.word_results import TaggedWord, WordsReading


def classify_text(opened: OpenModel, tokens: Tokens, heads: tuple[Head, ...]) -> TextReading:
    """Apply a head to a text, with each of its poolings."""
    return classify_texts(opened, [tokens], heads)[0]


def classify_texts(opened: OpenModel, texts: Sequence[Tokens], heads: tuple[Head, ...]) -> tuple[TextReading, ...]:
    """Apply a head to several texts, which are read in batches, with each of its poolings."""
    encoded = encode_texts(opened, texts)
    return tuple(_text_reading(opened, *each, heads) for each in zip(texts, encoded, strict=True))


def _text_reading(opened: OpenModel, tokens: Tokens, vectors: Floats, heads: tuple[Head, ...]) -> TextReading:
    readings = []
    for head in heads:
        assert head.pooling is not None
        if opened.record.task_head is None:
            vector, weights = pooled_vector(opened, vectors, head)
        else:
            vector, weights = vectors, published_pooling_weights(head.pooling, len(tokens))
        scores = head.scores(vector)
        readings.append(
            PooledReading(
                head.pooling, weights, vector, head.matrix * vector, head.bias, scores, head.probabilities(scores)
            )
        )
    return TextReading(tokens, heads[0].spec, tuple(readings), opened.conditions)


def text_similarities(
    opened: OpenModel, first: Tokens, second: Tokens, heads: tuple[Head, ...]
) -> tuple[TextSimilarity, ...]:
    """The cosine of two texts' vectors, with each pooling."""
    vectors_of_both = encode_texts(opened, [first, second])
    similarities = []
    for head in heads:
        assert head.pooling is not None
        a, b = (pooled_vector(opened, vectors, head)[0] for vectors in vectors_of_both)
        similarities.append(TextSimilarity(head.pooling, float(cosine_matrix(np.stack([a, b]))[0, 1])))
    return tuple(similarities)


def tag_words(opened: OpenModel, tokens: Tokens, head: Head) -> WordsReading:
    """Apply a head to every token of a text."""
    (vectors,) = encode_texts(opened, [tokens])
    scores = head.scores(vectors)
    return WordsReading(
        tokens,
        head.spec,
        split_words(tokens),
        scores,
        head.probabilities(scores),
        width=vectors.shape[1],
        conditions=opened.conditions,
    )


def split_words(tokens: Tokens) -> tuple[TaggedWord, ...]:
    """Group tokens into words, as the tokenizer splits them before word pieces; special tokens are left out."""
    groups: list[list[tuple[int, Token]]] = []
    for position, token in enumerate(tokens.items):
        if token.special:
            continue
        if token.continues and groups:
            groups[-1].append((position, token))
        else:
            groups.append([(position, token)])
    text = tokens.sentence
    return tuple(
        TaggedWord(
            text[group[0][1].start : group[-1][1].end],
            group[0][1].start,
            group[-1][1].end,
            tuple(position for position, _ in group),
        )
        for group in groups
    )


def classify_pair(opened: OpenModel, inspected: OpenModel, tokens: Tokens, swapped: Tokens, head: Head) -> PairReading:
    """Apply a head to two texts, in both orders.

    Args:
        opened: The encoder, opened to predict.
        inspected: The same, opened so that it returns attention weights.
        tokens: The pair.
        swapped: The same texts, the second first.
        head: A head that reads [CLS].
    """
    cls_vectors = [vectors if vectors.ndim == 1 else vectors[0] for vectors in encode_texts(opened, [tokens, swapped])]
    probabilities = [head.probabilities(head.scores(vector)) for vector in cls_vectors]
    attention = trace(inspected, tokens).attention
    sides = [[p for p, t in enumerate(tokens.items) if t.segment == side and not t.special] for side in (0, 1)]
    between: Floats = attention[:, :, sides[0]][..., sides[1]].mean(axis=1)
    across: Floats = between.sum(axis=-1).mean(axis=1)
    even_share = len(sides[1]) / len(tokens)
    return PairReading(
        tokens,
        head.spec,
        probabilities[0],
        probabilities[1],
        across,
        between,
        even_share,
        head.matrix.shape[1],
        opened.conditions,
    )
