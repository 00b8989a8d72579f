"""The tree of a layer is the minimum spanning tree of plain code, and every word has the mean of its tokens."""

import re
from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.sparse.csgraph import minimum_spanning_tree as scipy_tree
from transformers import AutoModel, AutoTokenizer

from components.model.checkpoints.catalogue import MODELS, POCKET_FOLDER
from components.model.checkpoints.records import Bundled
from components.model.inference.engine import Engine
from components.model.user_errors import TooLong, UserError
from components.probing.model.parsed_sentences import Arc, split_sentence
from components.probing.model.structural_probe import (
    WORD_LIMIT,
    StructuralProbe,
    load_structural_probe,
    minimum_spanning_tree,
    predict_trees,
    squared_distances,
    word_positions,
)
from components.probing.model.tree_files import PROBES, TREES_FOLDER, tree_evaluations

SENTENCE = "Anna's unbelievably old dog didn't wait."


@given(st.integers(2, 9), st.integers(0, 10**6))
def test_the_tree_is_that_of_scipy(count: int, seed: int) -> None:
    points = np.random.default_rng(seed).normal(size=(count, 3)).astype(np.float32)
    distances = squared_distances(points, np.eye(3, dtype=np.float32))
    expected = scipy_tree(np.triu(distances)).tocoo()
    assert minimum_spanning_tree(distances) == tuple(sorted(zip(expected.row, expected.col, strict=True)))


@given(st.lists(st.integers(0, 3), min_size=6, max_size=6))
def test_with_ties_and_zeros_no_tree_is_shorter(costs: list[int]) -> None:
    """Against every spanning tree of four words."""
    edges = list(combinations(range(4), 2))
    distances = np.zeros((4, 4))
    for (first, second), cost in zip(edges, costs, strict=True):
        distances[first, second] = distances[second, first] = cost
    arcs = minimum_spanning_tree(distances)
    trees = [each for each in combinations(edges, 3) if _joins_all(each, 4)]
    assert arcs in trees
    assert sum(distances[arc] for arc in arcs) == min(sum(distances[arc] for arc in tree) for tree in trees)


def _joins_all(edges: Sequence[Arc], count: int) -> bool:
    first, second = zip(*edges, strict=True)
    pieces, _ = connected_components(coo_array((np.ones(len(edges)), (first, second)), shape=(count, count)))
    return bool(pieces == 1)


def test_squared_distances_are_those_of_the_mapped_vectors() -> None:
    vectors = np.array([[1.0, 2.0], [3.0, 5.0]], dtype=np.float32)
    structural_map = np.array([[2.0, 0.0]], dtype=np.float32)
    assert squared_distances(vectors, structural_map).tolist() == [[0.0, 16.0], [16.0, 0.0]]


def test_a_word_has_all_its_tokens_and_no_other(engine: Engine) -> None:
    _, tokens = engine.read("minilm", SENTENCE)
    words = split_sentence(SENTENCE)
    texts = [[tokens.items[p].text for p in positions] for positions in word_positions(tokens, words)]
    assert texts[0] == ["anna"]
    assert texts[1] == ["'", "s"]
    assert len(texts[2]) > 1
    assert "".join(texts[2]) == "unbelievably"
    assert texts[5] == ["didn"]  # of “did”: the token “didn” is also of “n't”
    assert texts[6] == ["didn", "'", "t"]
    assert texts[-1] == ["."]


def test_distances_are_those_of_plain_transformers(engine: Engine) -> None:
    """The mean over each word's tokens, by the tokenizer's offsets, times the stored map."""
    opened, tokens = engine.read("minilm", SENTENCE)
    probe = load_structural_probe("minilm")
    trees = predict_trees(opened, tokens, probe)
    tokenizer = AutoTokenizer.from_pretrained(POCKET_FOLDER / "minilm")
    model = AutoModel.from_pretrained(POCKET_FOLDER / "minilm", dtype=torch.float32)
    encoding = tokenizer(SENTENCE, return_tensors="pt", return_offsets_mapping=True)
    offsets = encoding.pop("offset_mapping")[0].tolist()
    with torch.no_grad():
        hidden = model(**encoding, output_hidden_states=True).hidden_states
    spans = [match.span() for match in re.finditer(r"Anna|'s|unbelievably|old|dog|did(?=n)|n't|wait", SENTENCE)]
    for layer, vectors in enumerate(hidden):
        means = torch.stack(
            [
                vectors[0, [p for p, (start, end) in enumerate(offsets) if start < high and end > low]].mean(dim=0)
                for low, high in spans
            ]
        )
        mapped = means @ torch.from_numpy(np.array(probe.maps[layer])).T
        expected = torch.cdist(mapped, mapped) ** 2
        assert np.allclose(trees.distances[layer], expected.numpy(), rtol=1e-3, atol=1e-3)
    assert len(trees.arcs) == len(hidden) == 7


def test_punctuation_is_in_no_tree(engine: Engine) -> None:
    trees = predict_trees(*engine.read("minilm", "“Stop”, she said (twice)."), load_structural_probe("minilm"))
    inside = {word for arcs in trees.arcs for arc in arcs for word in arc}
    assert {trees.words[word].text for word in inside} == {"Stop", "she", "said", "twice"}
    assert all(len(arcs) == 3 for arcs in trees.arcs)


@pytest.mark.parametrize("sentence", ["Stop!", "…", "word " * (WORD_LIMIT + 1)])
def test_too_short_and_too_long_sentences_are_refused_in_words(engine: Engine, sentence: str) -> None:
    with pytest.raises(UserError, match=r"[Tt]ype a longer|[Ss]horten") as error:
        predict_trees(*engine.read("minilm", sentence), load_structural_probe("minilm"))
    assert isinstance(error.value, TooLong) is sentence.startswith("word")


def test_every_bundled_model_has_a_probe_of_its_own_shape(engine: Engine) -> None:
    bundled = [model.id for model in MODELS if isinstance(model.home, Bundled)]
    assert list(tree_evaluations()) == bundled
    for model_id, evaluation in tree_evaluations().items():
        config = engine.open_model(model_id).model.config
        probe = load_structural_probe(model_id)
        shapes = {each.shape for each in probe.maps}
        assert shapes == {(evaluation.rank, config.hidden_size)}
        assert len(probe.maps) == config.num_hidden_layers + 1 == len(evaluation.trained.accuracy)
    assert (TREES_FOLDER / PROBES).stat().st_size < 1_000_000


def test_a_model_without_a_probe_is_refused() -> None:
    with pytest.raises(UserError, match="no probe"):
        load_structural_probe("bert-base-uncased")


def test_a_probe_for_another_model_is_an_error(engine: Engine) -> None:
    probe = load_structural_probe("minilm")
    with pytest.raises(ValueError, match="shorter"):
        predict_trees(*engine.read("minilm", "A short sentence"), StructuralProbe("minilm", probe.maps[:3]))
