"""The inputs of the room: a model, and an example with its view. Each view has its own settings."""

import streamlit as st

from components.model.checkpoints.records import ModelRecord
from components.probing.model.presets import PROBE, PROBING_PRESETS, ProbingPreset
from components.probing.model.tasks import TASKS
from components.probing.model.tree_presets import tree_presets
from pages.parts.examples import Examples
from pages.parts.links.parameters import MODE
from pages.parts.modes import go_to_mode
from pages.parts.presenting import hides_controls
from pages.parts.settings import current_value, set_values

WIDTHS = (1.3, 2)  # of the examples and of the empty column
# Of settings that examples set.
DEFAULTS = {"task": TASKS[0].name, "tree": tree_presets()[0].sentence}


def show_examples(model: ModelRecord) -> ModelRecord:
    """Show the list of examples; returns what every view needs, the model."""
    if not hides_controls():
        examples, _ = st.columns(WIDTHS)
        with examples:
            EXAMPLES.draw_row()
    return model


def _use(preset: ProbingPreset) -> None:
    if preset.mode == PROBE:
        st.query_params.pop(MODE, None)
    else:
        go_to_mode(preset.mode)
    set_values(dict(preset.settings), DEFAULTS)


def _current() -> ProbingPreset | None:
    mode = st.query_params.get(MODE, PROBE)
    here = [preset for preset in PROBING_PRESETS if preset.mode == mode]
    names = {name for preset in here for name, _ in preset.settings}
    now = {name: value for name in names if (value := current_value(name)) not in (None, "", DEFAULTS.get(name))}
    return next((each for each in here if dict(each.settings) == now), None)


EXAMPLES = Examples(PROBING_PRESETS, use=_use, current=_current)
