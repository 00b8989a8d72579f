"""What a head says of a whole text."""

from components.model.checkpoints.open_model import OpenModel
from components.model.heads.head import Head
from components.model.heads.heads import encode_texts, pooled_vector
from components.model.heads.published_heads import published_pooling_weights
from components.model.heads.results import PooledReading, TextReading
from components.model.results import Tokens


def classify_text(opened: OpenModel, tokens: Tokens, heads: tuple[Head, ...]) -> TextReading:
    """Apply a head to a text, with each of its poolings."""
    (vectors,) = encode_texts(opened, [tokens])
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
