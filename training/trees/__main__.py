"""Train structural probes for the bundled models: ``python -m training.trees --treebank … --state …``.

The treebank is UD English-EWT's ``en_ewt-ud-train.conllu``. Results are saved in ``--state``, so an interrupted run
continues where it stopped. The maps that are evaluated are those that are shipped, in 8-bit weights.
"""

import argparse
import copy
import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
import transformers
from safetensors.torch import save_file

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.int8_weights import dequantize, quantize
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.registry import model_record
from components.model.serialisation import from_json, to_json
from components.probing.model.parsed_sentences import ParsedSentence, read_conllu
from components.probing.model.tree_files import EVALUATION, PROBES, TREES_FOLDER, map_name
from components.probing.model.tree_results import LayerAccuracies, TreeEvaluation
from training.trees.card import tree_card
from training.trees.evaluation import arc_counts, layer_accuracies, right_arcs, right_neighbours, share_interval
from training.trees.fitting import Floats32, fit_maps
from training.trees.treebank import SentenceVectors, sentence_vectors, split_treebank

MODELS = (
    "minilm",
    "pocket-bert",
    "pocket-distilbert",
    "pocket-scratch",
    "pocket-gpt",
    "pocket-sinusoidal",
    "pocket-rope",
    "pocket-nopos",
)
RANKS = (32, 64)  # the one that is best for MiniLM on the development part is used for all
FIXED_POSITIONS = ("pocket-sinusoidal", "pocket-nopos")  # tables that were not learned belong to the architecture
SEED = 0


@dataclass(frozen=True)
class RankChoice:
    """The share of right arcs on the development part, in the best layer of MiniLM, for one rank."""

    rank: int
    accuracy: float


def main() -> None:
    """Parse the command line; train, evaluate and write."""
    parser = argparse.ArgumentParser(prog="python -m training.trees", description=__doc__)
    parser.add_argument("--treebank", type=Path, default=Path("../shared/data/ud-ewt/train.conllu"))
    parser.add_argument("--state", type=Path, default=Path("runs/trees"))
    parser.add_argument("--to", type=Path, default=TREES_FOLDER)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("models", nargs="*", default=MODELS)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    arguments.state.mkdir(parents=True, exist_ok=True)
    with arguments.treebank.open(encoding="utf-8") as file:
        parts = split_treebank(read_conllu(file), SEED)
    loader = Loader(weights_folder)
    ranks = _rank_choices(loader.open(model_record("minilm")), parts, arguments.state)
    rank = max(ranks, key=lambda choice: choice.accuracy).rank
    evaluations: list[TreeEvaluation] = []
    maps: dict[str, torch.Tensor] = {}
    for model_id in arguments.models:
        evaluation, of_model = _train_model(loader.open(model_record(model_id)), parts, rank, arguments.state)
        evaluations.append(evaluation)
        maps |= {map_name(model_id, layer): torch.from_numpy(each) for layer, each in enumerate(of_model)}
    arguments.to.mkdir(parents=True, exist_ok=True)
    save_file(quantize(maps), arguments.to / PROBES)
    (arguments.to / PROBES).chmod(0o644)
    (arguments.to / EVALUATION).write_text(to_json(evaluations, indent=1) + "\n", encoding="utf-8")
    versions = f"torch {torch.__version__}, transformers {transformers.__version__}"
    ranks_tried = [(choice.rank, choice.accuracy) for choice in ranks]
    (arguments.to / "README.md").write_text(tree_card(evaluations, parts, ranks_tried, versions), encoding="utf-8")


def _rank_choices(minilm: OpenModel, parts: dict[str, list[ParsedSentence]], state: Path) -> list[RankChoice]:
    file = state / "ranks.json"
    if not file.exists():
        train, dev = (sentence_vectors(minilm, parts[name]) for name in ("train", "dev"))
        choices = []
        for rank in RANKS:
            shares = right_arcs(fit_maps(train, rank, seed=SEED), dev).sum(axis=0) / arc_counts(dev).sum()
            print("rank", rank, shares.round(4).tolist(), flush=True)
            choices.append(RankChoice(rank, float(shares.max())))
        file.write_text(to_json(choices), encoding="utf-8")
    return list(from_json(tuple[RankChoice, ...], file.read_text(encoding="utf-8")))


def _train_model(
    opened: OpenModel, parts: dict[str, list[ParsedSentence]], rank: int, state: Path
) -> tuple[TreeEvaluation, list[Floats32]]:
    """The figures of a model and of its random twin, and the model's maps before they are quantized."""
    model_id = opened.record.id
    maps_file, figures_file = state / f"{model_id}.npz", state / f"{model_id}.json"
    if not figures_file.exists():
        trained, test, maps = _fit_and_evaluate(opened, parts, rank)
        np.savez(maps_file, *maps)
        random, _, _ = _fit_and_evaluate(with_random_weights(opened), parts, rank)
        arcs = arc_counts(test)
        neighbours = share_interval(right_neighbours(test), arcs)
        figures = TreeEvaluation(
            model_id, rank, len(parts["train"]), len(test), int(arcs.sum()), neighbours, trained, random
        )
        figures_file.write_text(to_json(figures), encoding="utf-8")
    figures = from_json(TreeEvaluation, figures_file.read_text(encoding="utf-8"))
    with np.load(maps_file) as stored:
        return figures, [stored[f"arr_{layer}"] for layer in range(len(stored.files))]


def _fit_and_evaluate(
    opened: OpenModel, parts: dict[str, list[ParsedSentence]], rank: int
) -> tuple[LayerAccuracies, list[SentenceVectors], list[Floats32]]:
    """The test figures of 8-bit maps, the test sentences, and the maps."""
    maps = list(fit_maps(sentence_vectors(opened, parts["train"]), rank, seed=SEED))
    test = sentence_vectors(opened, parts["test"])
    accuracies = layer_accuracies(right_arcs([as_shipped(each) for each in maps], test), test)
    print(opened.record.id, json.dumps([round(each.value, 4) for each in accuracies.accuracy]), flush=True)
    return accuracies, test, maps


def as_shipped(structural_map: Floats32) -> Floats32:
    """A map after it was stored in 8 bits."""
    restored: Floats32 = dequantize(quantize({"map": torch.from_numpy(structural_map)}))["map"].numpy()
    return restored


def with_random_weights(opened: OpenModel, seed: int = SEED) -> OpenModel:
    """The same architecture with the weights that its training would start from."""
    torch.manual_seed(seed)
    model = type(opened.model)._from_config(copy.deepcopy(opened.model.config))
    if opened.record.id in FIXED_POSITIONS:
        _embeddings(model).position_embeddings.load_state_dict(
            _embeddings(opened.model).position_embeddings.state_dict()
        )
    return replace(opened, model=model.eval(), compiling=None)


def _embeddings(model: Any) -> Any:
    return model.base_model.embeddings


if __name__ == "__main__":
    main()
