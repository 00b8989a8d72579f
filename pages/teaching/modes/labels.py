"""How many labels? What ten to a thousand come to, pre-trained and from random weights; and the visitor's own run."""

import streamlit as st

from components.charts.files import Figure
from components.teaching.charts.grid import seed_curves
from components.teaching.tables.grid import label_table, labels_finding, own_point
from pages.parts.findings import Findings, about
from pages.parts.rooms import TEACHING
from pages.parts.stage import headline, note
from pages.teaching.code import code_of
from pages.teaching.context import TeachingContext
from pages.teaching.grids import label_cells

VALUES = [10, 20, 50, 100, 200, 500, 1000]


def show(at: TeachingContext) -> Findings:
    """The two curves, and a point of one's own."""
    cells = label_cells()
    table, own = label_table(cells), own_point(at.ran)
    headline(labels_finding(cells))
    curves = seed_curves(table, across="Labelled sentences", values=VALUES, up="Right", own=own)
    st.altair_chart(curves, key="labels", alt=labels_finding(cells))
    seeds = len(cells[0].accuracies)
    note(
        f"The curves are of film reviews (SST-2), {seeds} seeds a point; each line goes from the worst to the best.",
        f"“This run” is the one of this room ({at.ran.plan.labels} labels), on sentences of another kind.",
    )
    return Findings(
        "labels",
        [Figure("labels", curves, table)],
        at.ran.conditions,
        code_of("by_hand", at.ran),
        about=about(TEACHING, "labels"),
        computed=(at.computed,),
        note=f"{sum(len(cell.accuracies) for cell in cells)} runs of MiniLM on sentences of SST-2, done beforehand.",
    )
