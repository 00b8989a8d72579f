"""A label for a pair of texts that are read together, either way round."""

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.forward import trace
from components.model.results import Floats, Tokens
from components.tasks.model.head import Head
from components.tasks.model.heads import vectors_of
from components.tasks.model.results import PairReading


def read_pair(inspected: OpenModel, tokens: Tokens, turned: Tokens, head: Head) -> PairReading:
    """Ask a head about two texts.

    Args:
        inspected: The encoder, opened so that it gives its attentions.
        tokens: The pair.
        turned: The same two, the second first.
        head: It reads [CLS].
    """
    read = [vectors if vectors.ndim == 1 else vectors[0] for vectors in vectors_of(inspected, [tokens, turned])]
    said = [head.probabilities(head.scores(vector)) for vector in read]
    attention = trace(inspected, tokens).attention
    sides = [[p for p, t in enumerate(tokens.items) if t.segment == side and not t.special] for side in (0, 1)]
    between: Floats = attention[:, :, sides[0]][..., sides[1]].mean(axis=1)
    across: Floats = between.sum(axis=-1).mean(axis=1)
    by_length = len(sides[1]) / len(tokens)
    return PairReading(
        tokens, head.spec, said[0], said[1], across, between, by_length, head.matrix.shape[1], inspected.conditions
    )
