"""The line that names the model, device and versions behind the numbers on a page."""

import streamlit as st

from components.model.checkpoints.records import Bundled, InFolder, ModelRecord
from components.model.results import Conditions
from components.tables.numbers import fixed, rounded_count


def draw_conditions(model: ModelRecord, conditions: Conditions, *, parameters: int | None, live: bool) -> None:
    """Write the line: model, kind, parameter count if given, device, precision and library versions.

    Args:
        model: The model.
        conditions: Device, precision and versions of the computation.
        parameters: Number of the model's parameters; None to leave it out.
        live: Whether the numbers were computed now, not precomputed.
    """
    size = "" if parameters is None else f", {fixed(parameters / 1e6, 1)} million parameters"
    kind = model_kind(model)
    computed = "Computed now" if live else "Precomputed"
    st.caption(
        f"{computed} by **{model.name}** ({kind}{size}) on {conditions.device}, {conditions.precision}, "
        f"{conditions.versions}."
    )
    if conditions.note:
        st.caption(conditions.note)


def model_kind(model: ModelRecord) -> str:
    """Where the model comes from, in words."""
    match model.home:
        case Bundled(published=True):
            return model.about[0].lower() + model.about[1:].rstrip(".")
        case Bundled():
            kind = "a small teaching model trained by this project"
            tokens = model.training_tokens
            return kind if tokens is None else f"{kind} on {rounded_count(tokens)} tokens"
        case InFolder():
            return "a model from a folder on this machine"
        case _:
            return "a published model"
