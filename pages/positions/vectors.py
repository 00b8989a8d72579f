"""Where the query and the key of "RoPE by hand" come from: a model that turns its own, or this page."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

import cache.traces
from components.positions.model.results import PositionKind
from components.positions.model.rotary import undo_rotation
from components.tables.labels import token_label
from pages.parts.settings import option
from pages.positions.context import PositionsContext
from pages.positions.inputs import KEY, QUERY

OF_THE_MODEL, FIXED = "of the model", "made up"
_MADE_UP = ((0.9, 0.35), (0.55, 0.75))
_INTERLEAVED = "roformer"  # its pairs are neighbours, as in the paper; ModernBERT's are half a head apart


@dataclass(frozen=True, eq=False)
class QueryAndKey:
    """A query and a key before they are turned, and where their tokens stand.

    ``layer`` and ``head`` say whose they are, from 0; both are None for vectors that are made up.

    *Shape:* ``query``, ``key`` (head_width,), or (2,) where they are made up
    """

    query: npt.NDArray[np.float64]
    key: npt.NDArray[np.float64]
    width: int
    m: int
    n: int
    layer: int | None = None
    head: int | None = None

    @property
    def from_model(self) -> bool:
        """Whether a model made them."""
        return self.layer is not None

    def pair(self, number: int) -> tuple[list[float], list[float]]:
        """Two dimensions of both; those that are made up are the same for every pair."""
        start = 2 * number if self.from_model else 0
        query: list[float] = self.query[start : start + 2].tolist()
        key: list[float] = self.key[start : start + 2].tolist()
        return query, key


def has_model_vectors(at: PositionsContext) -> bool:
    """Whether the model turns neighbouring dimensions of its queries and keys."""
    return at.encoding.kind is PositionKind.ROTARY and at.model.family.lower() == _INTERLEAVED


def made_up_vectors(at: PositionsContext) -> QueryAndKey:
    """Vectors of the page's own, in a head as wide as the model's."""
    width = at.encoding.head_width - at.encoding.head_width % 2
    return QueryAndKey(np.asarray(_MADE_UP[0]), np.asarray(_MADE_UP[1]), width, 7, 3)


def model_vectors(at: PositionsContext) -> QueryAndKey:
    """The query of one token of the sentence and the key of another, in one head, before the model turns them."""
    tokens, found = at.tokens.items, cache.traces.neuron_vectors(at.model.id, at.sentence)
    labels = [f"{position}. {token_label(token)}" for position, token in enumerate(tokens)]
    layers, heads = found.queries.shape[:2]
    layer = option("Layer", "rope-layer", [str(n + 1) for n in range(layers)])
    head = option("Head", "rope-head", [str(n + 1) for n in range(heads)])
    m = option("Query of", QUERY, labels, default=min(2, len(labels) - 1))
    n = option("Key of", KEY, labels, default=min(1, len(labels) - 1))
    (base,) = at.encoding.bases
    query, key = found.queries[layer, head, m], found.keys[layer, head, n]
    return QueryAndKey(
        undo_rotation(query, m, base=base),
        undo_rotation(key, n, base=base),
        at.encoding.head_width,
        m,
        n,
        layer,
        head,
    )
