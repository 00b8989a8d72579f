"""The number of labels: accuracy with ten to a thousand, pre-trained and from scratch; and the visitor's own run."""

from functools import partial

import streamlit as st

from components.charts.files import ChartFigure
from components.teaching.charts.grid import seed_curves
from components.teaching.tables.grid import label_table, labels_finding, own_point
from pages.parts.findings import Findings, room_prose
from pages.parts.layout import headline, note
from pages.parts.rooms import TEACHING
from pages.teaching.code import code_of
from pages.teaching.context import TeachingContext
from pages.teaching.grids import label_cells
from pages.teaching.other_code import other_code

VALUES = [10, 20, 50, 100, 200, 500, 1000]


def label_curves(at: TeachingContext) -> Findings:
    """Draw the two curves, and the run on the screen as a point."""
    cells = label_cells()
    table, own = label_table(cells), own_point(at.ran)
    headline(labels_finding(cells))
    curves = seed_curves(
        table,
        across="Labelled sentences",
        values=VALUES,
        up="Accuracy",
        own=own,
        title="Held-out accuracy by number of labels",
    )
    st.altair_chart(curves, key="labels", alt=labels_finding(cells))
    seeds = len(cells[0].accuracies)
    note(
        f"The curves are for film reviews (SST-2). Each point is the mean of {seeds} seeds, each line their range.",
        f"“This run” is the run shown in “Watch it learn” ({at.ran.plan.labels} labels), on other sentences.",
    )
    return Findings(
        "labels",
        [ChartFigure("labels", curves, table)],
        at.ran.conditions,
        code_of("by_hand", at.ran),
        about=room_prose(TEACHING, "label_curves"),
        computed=(at.computed,),
        other_code=partial(other_code, at.ran),
        note=f"{sum(len(cell.accuracies) for cell in cells)} recorded runs of MiniLM on SST-2.",
    )
