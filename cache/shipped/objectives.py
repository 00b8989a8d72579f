"""Evaluation figures of what the pocket family was trained on: pairs of sentences, replaced tokens, shares of [MASK].

``python -m training family`` writes them; tests compare them with the weights.
"""

import json
from dataclasses import dataclass, fields
from pathlib import Path

from cache.sized_cache import share_results
from components.model.checkpoints.catalogue import DEFAULT_MODEL, POCKET_FOLDER, REFERENCE
from components.model.statistics.bootstrap import Interval
from components.pretraining.model.replaced_results import DetectionMetrics
from components.pretraining.model.results import MixtureLoss, PairKind

PAIR_KINDS_FILE = Path(__file__).with_name("family") / "pairs.json"
MIXTURES_FILE = Path(__file__).with_name("family") / "shares.json"


@share_results(1)
def pair_kinds() -> dict[str, tuple[PairKind, ...]]:
    """The share of held-out sentence pairs that a model calls consecutive, by model id and kind of pair."""
    models = json.loads(PAIR_KINDS_FILE.read_text(encoding="utf-8"))["models"]
    ids = {"minilm": DEFAULT_MODEL, "bert": REFERENCE}
    return {
        ids[name]: tuple(
            PairKind(kind, Interval(share["low"], share["share"], share["high"]), share["lost"], share["gained"])
            for kind, share in kinds.items()
        )
        for name, kinds in models.items()
    }


@share_results(1)
def detection_metrics() -> DetectionMetrics:
    """How well pocket ELECTRA detects replaced tokens in held-out text."""
    stored = json.loads((POCKET_FOLDER / "electra" / "evaluation.json").read_text(encoding="utf-8"))["telling"]
    names = {"found": "recall", "right": "precision"}
    wanted = {field.name for field in fields(DetectionMetrics)}
    metrics = {names.get(name, name): value for name, value in stored.items()}
    return DetectionMetrics(**{name: value for name, value in metrics.items() if name in wanted})


@dataclass(frozen=True)
class MixtureConditions:
    """How the losses by masking mixture were measured."""

    command: str
    pieces: int


@share_results(1)
def mixture_losses() -> tuple[MixtureLoss, ...]:
    """Losses of four models by the masking mixture of their training."""
    losses = json.loads(MIXTURES_FILE.read_text(encoding="utf-8"))["losses"]
    return tuple(MixtureLoss(name, **values) for name, values in losses.items())


@share_results(1)
def mixture_conditions() -> MixtureConditions:
    """How the losses of :func:`mixture_losses` were measured."""
    content = json.loads(MIXTURES_FILE.read_text(encoding="utf-8"))
    return MixtureConditions(content["command"], content["tokens"])
