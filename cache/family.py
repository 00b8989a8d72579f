"""The figures of the pocket family, read from the files that lie beside the weights.

Made by ``python -m training family``; ``tests/cache/test_family.py`` holds them to what the weights say.
"""

import json

import streamlit as st

from components.model.catalogue import MODELS
from components.model.family_results import MemberFigures
from components.model.records import Bundled, ModelRecord, Role


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
        tokens=told["tokens"],
        loss=held_out["loss"],
        top1=held_out["top1"],
        agreement=held_out.get("agreement"),
        kl=held_out.get("kl"),
        pieces=held_out["pieces"],
        causal=model.role is Role.CAUSAL,
        far_tokens=told.get("far", {}).get("tokens", 0),
    )
