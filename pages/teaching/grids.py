"""Recorded grids of runs, as parts of the drawer: learning rates, numbers of labels and amounts of pre-training."""

import streamlit as st

from cache.shipped.teaching_grids import teaching_grid
from components.charts.files import ChartFigure
from components.model.checkpoints.registry import model_record
from components.model.checkpoints.unlisted import HALF_TRAINED
from components.teaching.charts.grid import seed_curves
from components.teaching.model.presets import DEFAULT_PLAN
from components.teaching.tables.grid import (
    common_rates_note,
    label_table,
    labels_and_start_note,
    labels_finding,
    rate_table,
    rates_finding,
    starts_finding,
    warmup_note,
)

LABEL_COUNTS, RATES = [10, 20, 50, 100, 200, 500, 1000], [1e-6, 1e-5, 1e-4, 1e-3, 1e-2]  # on the axes
LABELS_TITLE = "New sentences with the right label, by number of labels"


def draw_rates(figures: list[ChartFigure]) -> None:
    """Draw the accuracy over the learning rate."""
    cells = teaching_grid("rates")
    table, finding = rate_table(cells), rates_finding(cells)
    curves = seed_curves(table, across="Learning rate", values=RATES, title="New sentences with the right label")
    st.altair_chart(curves, key="rates", alt=finding)
    st.caption(f"{finding} {common_rates_note(model_record(DEFAULT_PLAN.model_id).name)} {warmup_note(cells)}")
    figures.append(ChartFigure("rates", curves, table))


def draw_labels(figures: list[ChartFigure]) -> None:
    """Draw the accuracy over the number of labels, pre-trained and from scratch."""
    cells = teaching_grid("labels")
    table, finding = label_table(cells), labels_finding(cells)
    curves = seed_curves(table, across="Labelled sentences", values=LABEL_COUNTS, title=LABELS_TITLE)
    st.altair_chart(curves, key="label-counts", alt=finding)
    st.caption(f"{finding} {labels_and_start_note(cells)} These are film reviews (SST-2).")
    figures.append(ChartFigure("labels", curves, table))


def draw_starts(figures: list[ChartFigure]) -> None:
    """Draw the accuracy over the number of labels for each amount of pre-training."""
    cells = teaching_grid("starts")
    table, finding = label_table(cells), starts_finding(cells)
    sizes = sorted({cell.plan.train_size for cell in cells})
    curves = seed_curves(table, across="Labelled sentences", values=sizes, title=LABELS_TITLE)
    st.altair_chart(curves, key="starts", alt=finding)
    model = model_record(cells[0].plan.model_id).name
    st.caption(f"{finding} These are runs of {model} on the opinions; half pre-trained is {HALF_TRAINED.name}.")
    figures.append(ChartFigure("starts", curves, table))
