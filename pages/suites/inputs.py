"""The inputs of the room: a model, and a phenomenon to look into."""

import streamlit as st

from components.model.checkpoints.records import ModelRecord
from components.suites.model.presets import SUITE_PRESETS, SuitePreset
from pages.parts.examples import Examples
from pages.parts.links.parameters import MODE
from pages.parts.presenting import hides_controls

PAIRS = "Pairs"  # the first view
PHENOMENON = "about"  # in the link
WIDTHS = (1.3, 2)  # of the examples and of the empty column


def read_inputs(model: ModelRecord) -> ModelRecord:
    """Draw the examples of the first view; returns what every view needs, the model."""
    if not hides_controls() and st.query_params.get(MODE, PAIRS) == PAIRS:
        with st.columns(WIDTHS)[0]:
            EXAMPLES.draw_row()
    return model


def _use(preset: SuitePreset) -> None:
    st.query_params[PHENOMENON] = preset.phenomenon


def _current() -> SuitePreset | None:
    name = st.query_params.get(PHENOMENON, SUITE_PRESETS[0].phenomenon)
    return next((preset for preset in SUITE_PRESETS if preset.phenomenon == name), None)


EXAMPLES = Examples(SUITE_PRESETS, use=_use, current=_current)
