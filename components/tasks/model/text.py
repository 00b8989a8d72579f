"""A label for a whole text: which vector stands for it, and W x + b number by number."""

import numpy as np

from components.model.checkpoints.open_model import OpenModel
from components.model.results import Tokens
from components.model.statistics.cosines import cosine_matrix
from components.tasks.model.head import Head
from components.tasks.model.heads import pooled_vector, vectors_of
from components.tasks.model.own_heads import own_weights
from components.tasks.model.results import Likeness, PooledReading, TextReading


def read_text(opened: OpenModel, tokens: Tokens, heads: tuple[Head, ...]) -> TextReading:
    """Ask a head about a text, by every pooling."""
    (vectors,) = vectors_of(opened, [tokens])
    readings = []
    for head in heads:
        assert head.pooling is not None
        if opened.record.task_head is None:
            vector, weights = pooled_vector(opened, vectors, head)
        else:
            vector, weights = vectors, own_weights(head.pooling, len(tokens))
        scores = head.scores(vector)
        readings.append(
            PooledReading(
                head.pooling, weights, vector, head.matrix * vector, head.bias, scores, head.probabilities(scores)
            )
        )
    return TextReading(tokens, heads[0].spec, tuple(readings), opened.conditions)


def likenesses(opened: OpenModel, one: Tokens, other: Tokens, heads: tuple[Head, ...]) -> tuple[Likeness, ...]:
    """How alike two texts are, by every pooling."""
    first, second = vectors_of(opened, [one, other])
    found = []
    for head in heads:
        assert head.pooling is not None
        a, b = (pooled_vector(opened, vectors, head)[0] for vectors in (first, second))
        found.append(Likeness(head.pooling, float(cosine_matrix(np.stack([a, b]))[0, 1])))
    return tuple(found)
