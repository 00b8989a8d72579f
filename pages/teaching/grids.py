"""Recorded grids of runs, as parts of the drawer: learning rates; labels against pre-training."""

import streamlit as st

from cache.shipped.first_runs import teaching_grid
from components.charts.files import ChartFigure
from components.model.checkpoints.registry import model_record
from components.teaching.charts.grid import seed_curves
from components.teaching.model.plan import SST2_PLAN
from components.teaching.model.presets import DEFAULT_PLAN
from components.teaching.model.sst2 import WHOLE_SENTENCES
from components.teaching.tables.grid import (
    common_rates_note,
    label_table,
    labels_finding,
    labels_saved_note,
    rate_table,
    rates_finding,
    seeds_note,
    warmup_note,
)

RATES = [1e-6, 1e-5, 1e-4, 1e-3, 1e-2]  # on the axis
LABELS_TITLE = "New sentences labelled right, by number of labels"


def draw_rates(figures: list[ChartFigure]) -> None:
    """Draw the accuracy over the learning rate."""
    cells = teaching_grid("rates")
    table, finding = rate_table(cells), rates_finding(cells)
    curves = seed_curves(table, across="Learning rate", values=RATES, title="New sentences labelled right")
    st.altair_chart(curves, key="rates", alt=finding)
    st.caption(f"{finding} {common_rates_note(model_record(DEFAULT_PLAN.model_id).name)} {warmup_note(cells)}")
    figures.append(ChartFigure("rates", curves, table))


def draw_labels(figures: list[ChartFigure]) -> None:
    """Draw the accuracy over the number of labels, pre-trained and from scratch."""
    cells = teaching_grid("labels")
    table, finding = label_table(cells), labels_finding(cells, WHOLE_SENTENCES)
    sizes = sorted({cell.plan.train_size for cell in cells})
    curves = seed_curves(table, across="Labelled sentences", values=sizes, title=LABELS_TITLE)
    st.altair_chart(curves, key="label-counts", alt=finding)
    name = model_record(SST2_PLAN.model_id).name
    data = f"SST-2’s film reviews, read by {name}; {WHOLE_SENTENCES:,} held-out sentences."
    st.caption(f"{finding} {labels_saved_note(cells)} {data} {seeds_note(cells)}")
    figures.append(ChartFigure("labels", curves, table))
