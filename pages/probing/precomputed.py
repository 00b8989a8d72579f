"""Shows stored results of the chosen view while a model loads."""

import streamlit as st

from components.model.checkpoints.records import ModelRecord
from components.probing.model.presets import COSINES
from pages.parts.findings import Findings
from pages.parts.links.parameters import MODE
from pages.probing.modes import cosines, probe


def show_precomputed(model: ModelRecord) -> Findings:
    """Draw the stored cosines in their view, and a stored probe in the others."""
    if st.query_params.get(MODE) == COSINES:
        return cosines.show_precomputed(model)
    return probe.show_precomputed(model)
