"""A structural probe: dependency trees from the distances between word vectors.

Hewitt and Manning 2019, "A Structural Probe for Finding Syntax in Word Representations"
(https://aclanthology.org/N19-1419): after a linear map B, learned for one layer, the squared distance of two words'
vectors is to be the number of arcs between the words in the tree. The minimum spanning tree of the distances is then
the tree that is read from the layer. The map is trained offline (``training/trees``); nothing is trained here.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch

from components.model.arrays import make_read_only
from components.model.checkpoints.int8_weights import read_weights
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.forward import hidden_states
from components.model.inference.memory import reports_out_of_memory
from components.model.results import Floats, Tokens
from components.model.user_errors import TooLong, UserError
from components.probing.model.parsed_sentences import Arc, SentenceWord, split_sentence, tree_nodes
from components.probing.model.tree_files import PROBES, TREES_FOLDER, map_name
from components.probing.model.tree_results import PredictedTrees

WORD_LIMIT = 50  # of a sentence, without punctuation: the longest that the probes were trained and tested on


@dataclass(frozen=True)
class StructuralProbe:
    """The maps of one model, one for each layer, the embeddings first. *Shape:* ``maps`` (rank, width) each."""

    model_id: str
    maps: tuple[Floats, ...]


def load_structural_probe(model_id: str) -> StructuralProbe:
    """The shipped probe of a model.

    Raises:
        UserError: The model has none.
    """
    weights = read_weights(TREES_FOLDER / PROBES)
    maps: list[Floats] = []
    while (name := map_name(model_id, len(maps))) in weights:
        maps.append(make_read_only(weights[name].numpy()))
    if not maps:
        raise UserError("There is no probe for this model. Choose another model.")
    return StructuralProbe(model_id, tuple(maps))


def word_positions(tokens: Tokens, words: Sequence[SentenceWord]) -> tuple[tuple[int, ...], ...]:
    """The positions of the tokens that each word shares a character with, mostly its own; empty if it has none."""
    return tuple(
        tuple(
            position
            for position, token in enumerate(tokens.items)
            if not token.special and token.start < word.end and token.end > word.start
        )
        for word in words
    )


def mean_by_word(layers: npt.NDArray[np.floating], positions: Sequence[Sequence[int]]) -> Floats:
    """The mean of each word's token vectors.

    Args:
        layers: *Shape:* (layer + 1, token, width)
        positions: For each word, the positions of its tokens; none may be empty.

    Returns:
        *Shape:* (layer + 1, word, width)
    """
    means = [layers[:, list(places)].mean(axis=1) for places in positions]
    return np.stack(means, axis=1).astype(np.float32)


def squared_distances(vectors: Floats, structural_map: Floats) -> Floats:
    """The squared distances of mapped vectors.

    Args:
        vectors: *Shape:* (word, width)
        structural_map: *Shape:* (rank, width)

    Returns:
        *Shape:* (word, word)
    """
    mapped = vectors @ structural_map.T
    differences = mapped[:, None] - mapped[None]
    distances: Floats = (differences**2).sum(axis=-1)
    return distances


def minimum_spanning_tree(distances: npt.NDArray[np.floating]) -> tuple[Arc, ...]:
    """The arcs of the minimum spanning tree, sorted (Prim's algorithm). *Shape:* ``distances`` (word, word).

    A distance of 0 is an arc like any other, which sparse-graph libraries would leave out.
    """
    count = len(distances)
    arcs: list[Arc] = []
    nearest, cost = np.zeros(count, dtype=np.int64), distances[0].astype(np.float64)
    is_inside = np.zeros(count, dtype=np.bool_)
    is_inside[0] = True
    for _ in range(count - 1):
        new = int(np.where(is_inside, np.inf, cost).argmin())
        other = int(nearest[new])
        arcs.append((min(new, other), max(new, other)))
        is_inside[new] = True
        is_closer = ~is_inside & (distances[new] < cost)
        nearest[is_closer], cost[is_closer] = new, distances[new][is_closer]
    return tuple(sorted(arcs))


@reports_out_of_memory
@torch.inference_mode()
def predict_trees(opened: OpenModel, tokens: Tokens, probe: StructuralProbe) -> PredictedTrees:
    """The trees that a probe reads from each layer of a sentence.

    Args:
        opened: The model that the probe was trained for.
        tokens: The sentence.
        probe: Its probe.

    Raises:
        UserError: The sentence has fewer than two words that the model reads.
        TooLong: It has more than :data:`WORD_LIMIT` words.
    """
    words = split_sentence(tokens.sentence)
    positions = word_positions(tokens, words)
    nodes = tuple(node for node in tree_nodes(words) if positions[node])
    if len(nodes) < 2:
        raise UserError("A tree needs at least two words. Type a longer sentence.")
    if len(nodes) > WORD_LIMIT:
        raise TooLong(
            f"This sentence has {len(nodes):,} words; the probes were trained on sentences of at most {WORD_LIMIT}. "
            "Shorten it."
        )
    layers = torch.cat(hidden_states(opened, [tokens.ids])).float().cpu().numpy()
    vectors = mean_by_word(layers, [positions[node] for node in nodes])
    by_layer = [squared_distances(*pair) for pair in zip(vectors, probe.maps, strict=True)]
    arcs = [
        tuple((nodes[low], nodes[high]) for low, high in minimum_spanning_tree(distances)) for distances in by_layer
    ]
    return PredictedTrees(
        sentence=tokens.sentence,
        words=words,
        nodes=nodes,
        token_ids=tokens.ids,
        token_positions=positions,
        arcs=tuple(arcs),
        distances=make_read_only(np.stack(by_layer)),
        conditions=opened.conditions,
    )
