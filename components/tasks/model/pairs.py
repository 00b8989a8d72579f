"""Classify a pair of texts that are read in one pass, in both orders."""

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.forward import trace
from components.model.results import Floats, Tokens
from components.tasks.model.head import Head
from components.tasks.model.heads import encode_texts
from components.tasks.model.results import PairReading


def classify_pair(inspected: OpenModel, tokens: Tokens, swapped: Tokens, head: Head) -> PairReading:
    """Apply a head to two texts, in both orders.

    Args:
        inspected: The encoder, opened so that it returns attention weights.
        tokens: The pair.
        swapped: The same texts, the second first.
        head: A head that reads [CLS].
    """
    cls_vectors = [
        vectors if vectors.ndim == 1 else vectors[0] for vectors in encode_texts(inspected, [tokens, swapped])
    ]
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
        inspected.conditions,
    )
