"""Trainer and loop: the same run in eight lines of transformers and by hand, the curves lying on each other."""

import streamlit as st

from cache.shipped.first_runs import first_run
from components.charts.files import Figure
from components.teaching.charts.courses import loss_curves
from components.teaching.model.presets import USUAL
from components.teaching.tables.grid import seeds_of
from components.teaching.tables.rates import BY_HAND, TRAINER, both_finding, both_losses
from pages.parts.findings import Findings, about
from pages.parts.rooms import TEACHING
from pages.parts.stage import headline, note
from pages.teaching.code import code_of
from pages.teaching.context import TeachingContext
from pages.teaching.grids import rate_cells


def show(at: TeachingContext) -> Findings:
    """Both losses, and the code of both."""
    usual, cell = first_run(USUAL.text), seeds_of(USUAL, rate_cells())
    assert usual is not None  # it ships
    assert cell is not None  # and so does the grid, of which it is a part
    table = both_losses(usual, cell)
    headline(both_finding(usual, cell))
    curves = loss_curves(table, names=[TRAINER, BY_HAND], steps=USUAL.steps, legend=True)
    st.altair_chart(curves, key="both", alt=both_finding(usual, cell))
    hand, trainer = st.columns(2, gap="medium")
    with hand:
        st.markdown("**By hand**")
        st.code(_loop(code_of("by_hand", usual)), language=None, wrap_lines=True)
    with trainer:
        st.markdown("**By the Trainer**")
        st.code(_loop(code_of("trainer", usual)), language=None, wrap_lines=True)
    note("The same sentences in the same order, the same warm-up, the same clipping: what a library does can be read.")
    return Findings(
        "loop",
        [Figure("both", curves, table)],
        usual.conditions,
        code_of("by_hand", usual),
        about=about(TEACHING, "loop"),
        computed=(at.computed,),
    )


def _loop(code: str) -> str:
    """The part of a snippet that trains."""
    _, _, rest = code.partition("# Training\n")
    return rest.partition("# What came of it\n")[0].strip()
