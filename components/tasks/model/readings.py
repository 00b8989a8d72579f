"""What the heads say of the words of a text, and how alike two texts are to them."""

import numpy as np

from components.model.checkpoints.open_model import OpenModel
from components.model.heads.head import Head
from components.model.heads.heads import encode_texts, pooled_vector
from components.model.results import Token, Tokens
from components.model.statistics.cosines import cosine_matrix
from components.tasks.model.results import TextSimilarity
from components.tasks.model.word_results import TaggedWord, WordsReading


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
