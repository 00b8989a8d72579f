"""A label for a pair of texts that are read together, either way round."""

from dataclasses import dataclass

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.forward import trace
from components.model.results import Conditions, Floats, Tokens
from components.tasks.model.heads import Head, vectors_of
from components.tasks.model.specs import HeadSpec


@dataclass(frozen=True)
class PairReading:
    """What a head says of a pair, and of the same two exchanged.

    *Shape:* ``probabilities`` and ``exchanged`` (label,); ``across`` (layer,), the share of the first text's attention
    that goes to the second, a mean over its pieces and all heads; ``by_length`` the share of the second text's pieces
    among all positions, which even attention would have.
    """

    tokens: Tokens
    spec: HeadSpec
    probabilities: Floats
    exchanged: Floats
    across: Floats
    by_length: float
    conditions: Conditions

    @property
    def best(self) -> int:
        """The likeliest label."""
        return int(self.probabilities.argmax())

    @property
    def best_exchanged(self) -> int:
        """The likeliest label of the two exchanged."""
        return int(self.exchanged.argmax())


def read_pair(inspected: OpenModel, tokens: Tokens, turned: Tokens, head: Head) -> PairReading:
    """Ask a head about two texts.

    Args:
        inspected: The encoder, opened so that it gives its attentions.
        tokens: The pair.
        turned: The same two, the second first.
        head: It reads [CLS].
    """
    said = [head.probabilities(head.scores(vectors[0])) for vectors in vectors_of(inspected, [tokens, turned])]
    attention = trace(inspected, tokens).attention
    sides = [[p for p, t in enumerate(tokens.items) if t.segment == side and not t.special] for side in (0, 1)]
    across: Floats = attention[:, :, sides[0]][..., sides[1]].sum(axis=-1).mean(axis=(1, 2))
    by_length = len(sides[1]) / len(tokens)
    return PairReading(tokens, head.spec, said[0], said[1], across, by_length, inspected.conditions)
