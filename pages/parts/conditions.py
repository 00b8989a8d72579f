"""Which model computed what stands on the screen, and where: said on every page."""

import streamlit as st

from components.model.records import ModelRecord, OnHub
from components.model.results import Conditions


def computed_by(model: ModelRecord, conditions: Conditions, *, parameters: int | None, live: bool) -> None:
    """One line about the figures above or below it."""
    size = "" if parameters is None else f", {parameters / 1e6:.1f} million parameters"
    published = "a published model" if isinstance(model.home, OnHub) else "a model from a folder of this machine"
    kind = "a small teaching model trained by this project" if model.pocket else published
    when = "now" if live else "beforehand"
    st.caption(
        f"Computed {when} by **{model.name}** ({kind}{size}) on {conditions.device}, {conditions.precision}, "
        f"{conditions.versions}."
    )
