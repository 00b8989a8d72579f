"""The number of labels: accuracy with ten to a thousand, pre-trained and from scratch; and the visitor's own run."""

import streamlit as st

from components.charts.files import ChartFigure
from components.teaching.charts.grid import seed_curves
from components.teaching.tables.grid import label_table, labels_finding, run_point
from pages.parts.findings import Findings
from pages.parts.layout import headline, note
from pages.teaching.context import TeachingContext
from pages.teaching.findings import run_findings
from pages.teaching.grids import label_cells

VALUES = [10, 20, 50, 100, 200, 500, 1000]


def label_curves(context: TeachingContext) -> Findings:
    """Draw the two curves, and the run on the screen as a point."""
    cells = label_cells()
    table, point = label_table(cells), run_point(context.result)
    headline(labels_finding(cells))
    curves = seed_curves(
        table,
        across="Labelled sentences",
        values=VALUES,
        up="Accuracy",
        extra_point=point,
        title="Held-out accuracy by number of labels",
    )
    st.altair_chart(curves, key="labels", alt=labels_finding(cells))
    seeds = len(cells[0].accuracies)
    note(
        f"The curves are for film reviews (SST-2). Each point is the mean of {seeds} seeds, each line their range.",
        f"“This run” is the run shown in “Watch it learn” ({context.result.plan.train_size} labels), on other "
        "sentences.",
    )
    return run_findings(
        "label_curves",
        context,
        [ChartFigure("labels", curves, table)],
        code="by_hand",
        note=f"{sum(len(cell.accuracies) for cell in cells)} recorded runs of MiniLM on SST-2.",
    )
