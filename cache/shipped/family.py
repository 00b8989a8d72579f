"""The figures of the pocket family, read from the files that lie beside the weights.

Made by ``python -m training family``; ``tests/cache/test_family.py`` holds them to what the weights say.
"""

import json
from dataclasses import dataclass, fields
from pathlib import Path

import streamlit as st

from components.model.checkpoints.catalogue import DEFAULT_MODEL, MODELS, POCKET_FOLDER, REFERENCE
from components.model.checkpoints.family_figures import MemberFigures
from components.model.checkpoints.records import Bundled, ModelRecord, Role
from components.model.statistics.bootstrap import Interval
from components.positions.model.results import FamilyLoss, FamilyLossConditions
from components.pretraining.model.replaced_results import DetectionMetrics
from components.pretraining.model.results import MixtureLoss, PairKind

FAMILY_LOSSES_FILE = Path(__file__).with_name("family") / "lengths.json"
PAIR_KINDS_FILE = Path(__file__).with_name("family") / "pairs.json"
MIXTURES_FILE = Path(__file__).with_name("family") / "shares.json"
TRAINING_LENGTH = 128  # pieces: the longest texts of the training of the twins that differ in their positions
FAMILY_CONDITIONS = FamilyLossConditions("python -m training.figures lengths", TRAINING_LENGTH)


@st.cache_resource(max_entries=1, show_spinner=False)
def family_figures() -> dict[str, MemberFigures]:
    """Every bundled model's figures, by its id."""
    return {
        model.id: _figures(model, model.home) for model in MODELS if model.pocket and isinstance(model.home, Bundled)
    }


def _figures(model: ModelRecord, home: Bundled) -> MemberFigures:
    told = json.loads((home.folder / "evaluation.json").read_text(encoding="utf-8"))
    held_out = told["held_out"]
    return MemberFigures(
        model_id=model.id,
        parameters=told["parameters"],
        training_tokens=told["tokens"],
        loss=held_out["loss"],
        top1=held_out["top1"],
        agreement=held_out.get("agreement"),
        kl=held_out.get("kl"),
        evaluated_tokens=held_out["pieces"],
        causal=model.role is Role.CAUSAL,
        far_tokens=told.get("far", {}).get("tokens", 0),
    )


@st.cache_data(max_entries=1, show_spinner=False)
def pair_kinds() -> dict[str, tuple[PairKind, ...]]:
    """Which held-out pairs of sentences a model calls next, by its id and kind of pair."""
    told = json.loads(PAIR_KINDS_FILE.read_text(encoding="utf-8"))["models"]
    ids = {"minilm": DEFAULT_MODEL, "bert": REFERENCE}
    return {
        ids[name]: tuple(PairKind(kind, Interval(at["low"], at["share"], at["high"])) for kind, at in kinds.items())
        for name, kinds in told.items()
    }


@st.cache_data(max_entries=1, show_spinner=False)
def detection_metrics() -> DetectionMetrics:
    """How well pocket ELECTRA tells replaced pieces in text that it was never trained on."""
    told = json.loads((POCKET_FOLDER / "electra" / "evaluation.json").read_text(encoding="utf-8"))["telling"]
    return DetectionMetrics(**told)


@dataclass(frozen=True)
class MixtureConditions:
    """What the losses by shares of masks were measured by."""

    command: str
    pieces: int


@st.cache_data(max_entries=1, show_spinner=False)
def mixture_losses() -> tuple[MixtureLoss, ...]:
    """Losses of four models by how chosen pieces were treated in their training."""
    losses = json.loads(MIXTURES_FILE.read_text(encoding="utf-8"))["losses"]
    return tuple(MixtureLoss(name, **asked) for name, asked in losses.items())


@st.cache_data(max_entries=1, show_spinner=False)
def mixture_conditions() -> MixtureConditions:
    """What those were measured by."""
    told = json.loads(MIXTURES_FILE.read_text(encoding="utf-8"))
    return MixtureConditions(told["command"], told["tokens"])


@st.cache_data(max_entries=1, show_spinner=False)
def family_losses() -> tuple[FamilyLoss, ...]:
    """The losses of the twins at lengths they were trained on and beyond; none if they were not measured."""
    if not FAMILY_LOSSES_FILE.is_file():
        return ()
    names = [field.name for field in fields(FamilyLoss)]
    entries = json.loads(FAMILY_LOSSES_FILE.read_text(encoding="utf-8"))["rows"]
    return tuple(FamilyLoss(**{name: entry[name] for name in names}) for entry in entries)
