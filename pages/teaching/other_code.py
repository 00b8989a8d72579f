"""In the export panel: ten lines on four sentences, the run in fifty, and by hand with the Trainer's losses."""

import streamlit as st

from cache.shipped.first_runs import first_run
from components.teaching.charts.histories import loss_curves
from components.teaching.model.presets import DEFAULT_PLAN
from components.teaching.model.results import FineTuningResult
from components.teaching.tables.grid import BY_HAND, TRAINER, cell_of, trainer_and_loop_finding, trainer_and_loop_losses
from pages.parts.findings import room_prose
from pages.parts.rooms import TEACHING
from pages.teaching.code import SHORT, TEN_LINES, code_of
from pages.teaching.grids import rate_cells

EXPORT = "export"  # in the link: whether the panel opens with the page
_PANEL = "take-away"  # its key


def open_export() -> None:
    """Open the export panel where the link says so. To be called before it is drawn."""
    if st.query_params.get(EXPORT) == "true":
        st.session_state.setdefault(_PANEL, True)


def other_code(result: FineTuningResult) -> None:
    """Draw the other two ways of writing a run, and the losses of the default run written both ways."""
    st.markdown("**In ten lines**: training steps on four sentences, then inference")
    st.code(code_of(TEN_LINES, result), language="python")
    st.markdown("**In fifty lines**: `AutoModelForSequenceClassification` and the Trainer’s own batches")
    st.code(code_of(SHORT, result), language="python")
    st.markdown("**By hand**: the training loop without the Trainer")
    st.code(code_of("by_hand", result), language="python")
    default, cell = first_run(DEFAULT_PLAN.key), cell_of(DEFAULT_PLAN, rate_cells())
    assert default is not None  # it ships
    assert cell is not None  # and so does the grid that it is part of
    finding = trainer_and_loop_finding(default, cell)
    st.text(finding)
    curves = loss_curves(
        trainer_and_loop_losses(default, cell), names=[TRAINER, BY_HAND], steps=DEFAULT_PLAN.steps, legend=True
    )
    st.altair_chart(curves, key="both", alt=finding)
    room_prose(TEACHING, "other_code").draw()
