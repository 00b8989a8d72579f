"""Results of the structural probe: trees of a sentence, and how often trees are right on held-out sentences."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from components.model.results import Conditions, Floats
from components.model.statistics.bootstrap import Interval
from components.probing.model.parsed_sentences import Arc, Arcs, SentenceWord


@dataclass(frozen=True)
class PredictedTrees:
    """The trees read from each layer of a sentence; the first are those of the embeddings.

    Attributes:
        sentence: The text.
        words: Its words and punctuation marks.
        nodes: The indices of the words in the trees: those that are not punctuation.
        token_ids: The ids of the sentence's tokens.
        token_positions: For each word, the positions of its tokens.
        arcs: For each layer, the pairs of words that are joined, by their indices among all words.
        distances: Predicted squared distances. *Shape:* (layer + 1, node, node)
        conditions: How they were computed.
    """

    sentence: str
    words: tuple[SentenceWord, ...]
    nodes: tuple[int, ...]
    token_ids: tuple[int, ...]
    token_positions: tuple[tuple[int, ...], ...]
    arcs: tuple[tuple[Arc, ...], ...]
    distances: Floats
    conditions: Conditions


def neighbour_arcs(nodes: Sequence[int]) -> Arcs:
    """The tree that joins every word to the next."""
    return frozenset(itertools.pairwise(nodes))


@dataclass(frozen=True)
class LayerAccuracies:
    """The share of right arcs (UUAS) of one set of vectors, layer by layer; the first is that of the embeddings.

    Attributes:
        accuracy: The share of the gold arcs that the probe's tree has.
        margin: That share minus the one of joining every word to the next, on the same sentences.
    """

    accuracy: tuple[Interval, ...]
    margin: tuple[Interval, ...]

    @property
    def best_layer(self) -> int:
        """The layer with the largest share, from 0."""
        shares = [accuracy.value for accuracy in self.accuracy]
        return shares.index(max(shares))


@dataclass(frozen=True)
class TreeEvaluation:
    """The probes of one model on held-out sentences.

    Attributes:
        model_id: The model.
        rank: The rank of the maps.
        training_count: The number of sentences that the probes were trained on.
        sentence_count: The number of held-out sentences.
        arc_count: The number of gold arcs in them.
        neighbours: The share of the arcs that join neighbouring words.
        trained: Of the model.
        random: Of the same architecture with random weights, with probes trained in the same way.
    """

    model_id: str
    rank: int
    training_count: int
    sentence_count: int
    arc_count: int
    neighbours: Interval
    trained: LayerAccuracies
    random: LayerAccuracies
