"""Shows stored results of the chosen view while a model loads."""

import streamlit as st

from components.model.checkpoints.records import ModelRecord
from components.probing.model.presets import TREE
from pages.parts.findings import Findings
from pages.parts.links.parameters import MODE
from pages.probing.modes import probe, tree


def show_precomputed(model: ModelRecord) -> Findings | None:
    """Draw stored trees in their view, and a stored probe in the other."""
    if st.query_params.get(MODE) == TREE:
        return tree.show_precomputed(model)
    return probe.show_precomputed(model)
