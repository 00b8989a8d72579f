"""Evaluation figures of the pocket family, from files beside the weights.

``python -m training family`` writes them; ``tests/cache/shipped/test_family.py`` compares them with the weights.
"""

import json
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from cache.sized_cache import share_results
from components.model.checkpoints.catalogue import MODELS
from components.model.checkpoints.family_figures import MemberFigures
from components.model.checkpoints.records import Bundled, ModelRecord, Role
from components.model.statistics.bootstrap import Interval
from components.positions.model.results import FamilyLoss

FAMILY_LOSSES_FILE = Path(__file__).with_name("family") / "lengths.json"
TRAINING_LENGTH = 128  # tokens: the longest texts in the training of the variants with different positions


@share_results(1)
def family_figures() -> dict[str, MemberFigures]:
    """Every bundled model's figures, by its id."""
    return {
        model.id: _figures(model, model.home) for model in MODELS if model.pocket and isinstance(model.home, Bundled)
    }


def _figures(model: ModelRecord, home: Bundled) -> MemberFigures:
    evaluation = json.loads((home.folder / "evaluation.json").read_text(encoding="utf-8"))
    held_out = evaluation["held_out"]
    return MemberFigures(
        model_id=model.id,
        parameters=evaluation["parameters"],
        training_tokens=evaluation["tokens"],
        loss=held_out["loss"],
        top1=held_out["top1"],
        agreement=held_out.get("agreement"),
        kl=held_out.get("kl"),
        evaluated_tokens=held_out["pieces"],
        causal=model.role is Role.CAUSAL,
        far_tokens=evaluation.get("far", {}).get("tokens", 0),
        relative_top1=_relative_top1(held_out),
    )


def _relative_top1(held_out: Mapping[str, Any]) -> Interval | None:
    if held_out.get("relative_top1") is None:
        return None
    low, high = held_out["intervals"]["relative_top1"]
    return Interval(low, held_out["relative_top1"], high)


@share_results(1)
def family_losses() -> tuple[FamilyLoss, ...]:
    """The losses of the position variants at lengths of their training and beyond; empty if they were not measured."""
    if not FAMILY_LOSSES_FILE.is_file():
        return ()
    names = [field.name for field in fields(FamilyLoss)]
    entries = json.loads(FAMILY_LOSSES_FILE.read_text(encoding="utf-8"))["rows"]
    return tuple(FamilyLoss(**{name: entry[name] for name in names}) for entry in entries)
