"""Shows stored results of the chosen view while a model loads."""

import streamlit as st

from components.model.checkpoints.records import ModelRecord
from components.probing.model.presets import COSINES, TREE
from pages.parts.findings import Findings
from pages.parts.links.parameters import MODE
from pages.probing.modes import cosines, probe, tree


def show_precomputed(model: ModelRecord) -> Findings | None:
    """Draw the stored cosines and the shares of right arcs in their views, and a stored probe in the others."""
    mode = st.query_params.get(MODE)
    if mode == COSINES:
        return cosines.show_precomputed(model)
    if mode == TREE:
        tree.show_precomputed(model)
        return None
    return probe.show_precomputed(model)
