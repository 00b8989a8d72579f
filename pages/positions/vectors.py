"""The query and the key of "RoPE by hand": of a model with rotary positions, or made up."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

import cache.shared.traces
from components.positions.model.results import PositionKind
from components.positions.model.rotary import undo_rotation
from components.tables.attention_weights import token_label
from pages.parts.settings import option
from pages.positions.context import PositionsContext
from pages.positions.inputs import KEY, QUERY

OF_THE_MODEL, FIXED = "of the model", "made up"
_MADE_UP = ((0.9, 0.35), (0.55, 0.75))
_INTERLEAVED_FAMILY = "roformer"  # its pairs are neighbours, as in the paper; ModernBERT's are half a head apart


@dataclass(frozen=True, eq=False)
class QueryAndKey:
    """A query and a key before rotation.

    Attributes:
        query: *Shape:* (width,), or (2,) if made up.
        key: *Shape:* (width,), or (2,) if made up.
        width: The dimensions of the head.
        m: The position of the query.
        n: The position of the key.
        layer: Their layer, from 0; None if they are made up.
        head: Their head, from 0; None if they are made up.
        words: The tokens of the query and of the key; empty if they are made up.
    """

    query: npt.NDArray[np.float64]
    key: npt.NDArray[np.float64]
    width: int
    m: int
    n: int
    layer: int | None = None
    head: int | None = None
    words: tuple[str, ...] = ()

    @property
    def from_model(self) -> bool:
        """Whether they come from a model."""
        return self.layer is not None

    def pair(self, number: int) -> tuple[list[float], list[float]]:
        """The two dimensions of a pair in both vectors; made-up vectors are the same for every pair."""
        start = 2 * number if self.from_model else 0
        query: list[float] = self.query[start : start + 2].tolist()
        key: list[float] = self.key[start : start + 2].tolist()
        return query, key


def has_model_vectors(context: PositionsContext) -> bool:
    """Whether the model rotates pairs of neighbouring dimensions of its queries and keys."""
    return context.encoding.kind is PositionKind.ROTARY and context.model.family.lower() == _INTERLEAVED_FAMILY


def made_up_vectors(context: PositionsContext) -> QueryAndKey:
    """Made-up vectors, in a head as wide as the model's."""
    width = context.encoding.head_width - context.encoding.head_width % 2
    return QueryAndKey(np.asarray(_MADE_UP[0]), np.asarray(_MADE_UP[1]), width, 7, 3)


def model_vectors(context: PositionsContext) -> QueryAndKey:
    """Choose a head, and return one token's query and another's key before the model rotates them.

    Raises:
        UserError: The sentence cannot be read.
    """
    tokens, vectors = context.tokens.items, cache.shared.traces.neuron_vectors(context.model.id, context.sentence)
    labels = [f"{token_label(token)} (position {position})" for position, token in enumerate(tokens)]
    layers, heads = vectors.queries.shape[:2]
    layer = option("Layer", "rope-layer", [str(n + 1) for n in range(layers)])
    head = option("Head", "rope-head", [str(n + 1) for n in range(heads)])
    # In the first example, "lost" and "house": arrows of like lengths with a wide angle between them.
    m = option("Query of", QUERY, labels, default=min(7, len(labels) - 1))
    n = option("Key of", KEY, labels, default=min(5, len(labels) - 1))
    (base,) = context.encoding.bases
    query, key = vectors.queries[layer, head, m], vectors.keys[layer, head, n]
    return QueryAndKey(
        undo_rotation(query, m, base=base),
        undo_rotation(key, n, base=base),
        context.encoding.head_width,
        m,
        n,
        layer,
        head,
        (token_label(tokens[m]), token_label(tokens[n])),
    )
