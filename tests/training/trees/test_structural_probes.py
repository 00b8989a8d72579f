"""A probe recovers a tree that is in the vectors, splits share no document, and the shipped figures come out again."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from cache.engine import warmup
from components.model.checkpoints.registry import model_record
from components.model.inference.engine import Engine
from components.model.statistics.bootstrap import Interval
from components.probing.model.parsed_sentences import ROOT, ParsedSentence, read_conllu, split_sentence, tree_distances
from components.probing.model.structural_probe import load_structural_probe
from components.probing.model.tree_files import TREES_FOLDER, tree_evaluations
from training.trees.__main__ import MODELS, with_random_weights
from training.trees.evaluation import arc_counts, layer_accuracies, right_arcs, right_neighbours
from training.trees.fitting import batch_loss, fit_maps
from training.trees.treebank import SentenceVectors, sentence_vectors, split_treebank

TREEBANK = Path(__file__).parents[4] / "shared" / "data" / "ud-ewt" / "train.conllu"
WIDTH = 24


def random_heads(count: int, rng: random.Random) -> tuple[int, ...]:
    order = rng.sample(range(count), k=count)
    heads = [ROOT] * count
    for place in range(1, count):
        heads[order[place]] = order[rng.randrange(place)]
    return tuple(heads)


def vectors_with_a_tree(heads: tuple[int, ...], mixing: np.ndarray, noise: np.random.Generator) -> SentenceVectors:
    """Vectors in which every word adds a direction of its own to its head's; layer 1 holds noise alone."""
    paths = np.zeros((len(heads), WIDTH))
    for word in range(len(heads)):
        on_the_way = word
        while on_the_way != ROOT:
            paths[word, on_the_way] = 1
            on_the_way = heads[on_the_way]
    paths[:, WIDTH // 2 :] = 2 * noise.normal(size=(len(heads), WIDTH // 2))
    layers = np.stack([paths @ mixing, noise.normal(size=paths.shape)])
    return SentenceVectors(layers.astype(np.float16), heads)


@pytest.fixture(scope="module")
def made_up() -> tuple[list[SentenceVectors], list[SentenceVectors]]:
    rng, noise = random.Random(0), np.random.default_rng(0)
    mixing = np.linalg.qr(noise.normal(size=(WIDTH, WIDTH)))[0]
    made = [vectors_with_a_tree(random_heads(rng.randint(4, 10), rng), mixing, noise) for _ in range(240)]
    return made[:200], made[200:]


def test_a_tree_that_is_in_the_vectors_is_recovered(
    made_up: tuple[list[SentenceVectors], list[SentenceVectors]],
) -> None:
    train, test = made_up
    maps = fit_maps(train, 12, epochs=150, learning_rate=2e-2)
    accuracies = layer_accuracies(right_arcs(maps, test), test)
    tree, noise = accuracies.accuracy
    assert tree.value == 1.0
    neighbours = right_neighbours(test).sum() / arc_counts(test).sum()
    assert noise.high < 0.5
    assert accuracies.margin[0].value == pytest.approx(1 - neighbours)
    assert accuracies.best_layer == 0


def test_the_loss_is_the_papers() -> None:
    heads = (1, ROOT, 1)
    vectors = torch.randn(1, 2, 3, 4, generator=torch.Generator().manual_seed(0))
    maps = torch.randn(2, 3, 4, generator=torch.Generator().manual_seed(1))
    distances = torch.from_numpy(tree_distances(heads)).float()
    expected = 0.0
    for layer in range(2):
        for i in range(3):
            for j in range(3):
                difference = maps[layer] @ (vectors[0, layer, i] - vectors[0, layer, j])
                expected += abs(float(difference @ difference) - float(distances[i, j])) / 9
    padded = torch.full((1, 4, 4), -1.0)
    padded[0, :3, :3] = distances
    with_padding = torch.cat([vectors, torch.zeros(1, 2, 1, 4)], dim=2)
    assert float(batch_loss(maps, vectors, distances[None], torch.tensor([3]))) == pytest.approx(expected, rel=1e-4)
    assert float(batch_loss(maps, with_padding, padded, torch.tensor([3]))) == pytest.approx(expected, rel=1e-4)


def test_no_document_and_no_text_is_in_two_parts() -> None:
    def sentence(text: str, document: str) -> ParsedSentence:
        words = split_sentence(text)
        return ParsedSentence(text, words, (ROOT, *range(len(words) - 1)), document)

    sentences = [sentence(f"word{number} in document {number % 40}", str(number % 40)) for number in range(4000)]
    sentences += [sentence("The same text twice", str(number)) for number in range(40)]
    parts = split_treebank(sentences)
    documents = {name: {each.document for each in part} for name, part in parts.items()}
    assert all(documents.values())
    assert not documents["train"] & documents["test"]
    assert not documents["train"] & documents["dev"]
    assert not documents["dev"] & documents["test"]
    assert sum(each.sentence == "The same text twice" for part in parts.values() for each in part) <= 1
    assert split_treebank(sentences) == parts


def test_random_weights_leave_the_model_as_it_is_and_its_fixed_positions_too(engine: Engine) -> None:
    opened = engine.open_model("pocket-nopos")
    embeddings: Any = opened.model.base_model.embeddings
    before = embeddings.word_embeddings.weight.clone()
    random_model: Any = with_random_weights(opened).model.base_model.embeddings
    assert torch.equal(embeddings.word_embeddings.weight, before)
    assert not torch.equal(random_model.word_embeddings.weight, before)
    assert not random_model.position_embeddings.weight.any()


def test_the_card_has_the_figures_of_the_file() -> None:
    card = (TREES_FOLDER / "README.md").read_text(encoding="utf-8")
    assert "CC BY-SA 4.0" in card
    assert list(tree_evaluations()) == list(MODELS)
    for evaluation in tree_evaluations().values():
        best = evaluation.trained.accuracy[evaluation.trained.best_layer]
        row = next(
            line for line in card.splitlines() if line.startswith(f"| {model_record(evaluation.model_id).name} |")
        )
        assert f"{100 * best.value:.1f}" in row
        assert isinstance(best, Interval)


@pytest.mark.thorough
@pytest.mark.skipif(not TREEBANK.exists(), reason="the treebank is not on this machine")
@pytest.mark.parametrize("model_id", ["minilm", "pocket-nopos"])
def test_the_shipped_figures_come_out_again(model_id: str) -> None:
    """On some of the held-out sentences: the recorded shares are within the intervals of a small sample."""
    with TREEBANK.open(encoding="utf-8") as file:
        sample = split_treebank(read_conllu(file))["test"][:250]
    sentences = sentence_vectors(warmup().engine().open_model(model_id), sample)
    maps = load_structural_probe(model_id).maps
    measured = layer_accuracies(right_arcs(maps, sentences), sentences)
    recorded = tree_evaluations()[model_id].trained
    for small, whole in zip(measured.accuracy, recorded.accuracy, strict=True):
        slack = 0.01
        assert small.low - slack <= whole.value <= small.high + slack
    assert measured.best_layer == recorded.best_layer or (
        measured.accuracy[measured.best_layer].value - measured.accuracy[recorded.best_layer].value < 0.02
    )
