"""Learning rate and labels: their effect on the accuracy, from precomputed grids."""

import streamlit as st

from cache.shipped.teaching_grids import initial_blank_loss, label_cells, rate_cells, start_cells
from components.charts.files import ChartFigure
from components.model.checkpoints.registry import model_record
from components.model.checkpoints.unlisted import HALF_TRAINED
from components.teaching.charts.grid import HIGH, LOW, seed_curves
from components.teaching.charts.histories import loss_curves
from components.teaching.model.grid import GridCell
from components.teaching.model.presets import DEFAULT_PLAN
from components.teaching.tables.grid import (
    cell_finding,
    cell_losses,
    cells_by_series,
    collapse_note,
    common_rates_note,
    forgetting_note,
    forgetting_table,
    label_table,
    labels_and_start_note,
    labels_finding,
    rate_table,
    rate_text,
    rates_finding,
    run_point,
    selection_note,
    starts_finding,
    warmup_note,
)
from pages.parts.findings import Findings, Provenance
from pages.parts.layout import headline, note, settings_place
from pages.parts.links.parameters import MODE
from pages.parts.presenting import hides_controls, shows_one_picture
from pages.parts.settings import choice
from pages.teaching.context import TeachingContext
from pages.teaching.findings import run_findings
from pages.teaching.job import start_run
from pages.teaching.settings import write_plan

RATE, LABELS, STARTS = "learning rate", "number of labels", "amount of pre-training"
LABEL_COUNTS, RATES = [10, 20, 50, 100, 200, 500, 1000], [1e-6, 1e-5, 1e-4, 1e-3, 1e-2]  # on the axes


def show(context: TeachingContext) -> Findings:
    """Draw the chosen grid."""
    draw = {RATE: _rate_curves, LABELS: _label_curves, STARTS: _start_curves}
    return draw[choice("What varies", "vary", [*draw], drawn_as="list")](context)


def _label_curves(context: TeachingContext) -> Findings:
    """Draw the two curves, and the run on the screen as a point."""
    cells = label_cells()
    table, point = label_table(cells), run_point(context.result)
    headline(labels_finding(cells))
    curves = seed_curves(
        table,
        across="Labelled sentences",
        values=LABEL_COUNTS,
        up="Accuracy",
        extra_point=point,
        title="Held-out accuracy by number of labels",
    )
    st.altair_chart(curves, key="labels", alt=labels_finding(cells))
    seeds = len(cells[0].accuracies)
    note(
        labels_and_start_note(cells),
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


def _start_curves(context: TeachingContext) -> Findings:
    """Draw a curve over the number of labels for each amount of pre-training."""
    cells = start_cells()
    table, finding = label_table(cells), starts_finding(cells)
    headline(finding)
    curves = seed_curves(
        table,
        across="Labelled sentences",
        values=sorted({cell.plan.train_size for cell in cells}),
        up="Accuracy",
        title="Held-out accuracy by number of labels",
    )
    st.altair_chart(curves, key="starts", alt=finding)
    model = model_record(cells[0].plan.model_id)
    note(
        f"These are runs of {model.name} on the opinions. Half pre-trained is {HALF_TRAINED.name}: half-way on a "
        "logarithmic scale.",
        f"Each point is the mean of {len(cells[0].accuracies)} seeds, each line their range. Guessing gets 50%.",
    )
    return run_findings(
        "start_curves",
        context,
        [ChartFigure("starts", curves, table)],
        code="by_hand",
        computed=(Provenance(model, context.result.conditions, live=False, shows_size=False),),
        note=f"{sum(len(cell.accuracies) for cell in cells)} recorded runs of {model.name} on the opinions.",
    )


def _rate_curves(context: TeachingContext) -> Findings:
    """Draw accuracy and forgetting over the learning rate, and the loss curve of one cell."""
    cells = rate_cells()
    table, forgotten = rate_table(cells), forgetting_table(cells)
    headline(rates_finding(cells))
    st.caption(common_rates_note(model_record(DEFAULT_PLAN.model_id).name))
    left, right = st.columns(2, gap="medium")
    with left:
        curves = seed_curves(
            table, across="Learning rate", values=RATES, up="Accuracy", title="Held-out accuracy by learning rate"
        )
        st.altair_chart(curves, key="rates", alt=rates_finding(cells))
    with right:
        blanks = seed_curves(
            forgotten,
            across="Learning rate",
            values=RATES,
            up="Loss (nats)",
            shares=False,
            height=HIGH if shows_one_picture() else LOW,
            title="Forgetting: loss on blanks afterwards",
        )
        st.altair_chart(blanks, key="forgetting", alt=forgetting_note(cells, initial_blank_loss()))
    figures = [ChartFigure("rates", curves, table), ChartFigure("forgetting", blanks, forgotten)]
    if not shows_one_picture():
        chosen = _choose_cell(cells)
        with right:
            figures.append(_draw_cell(chosen))
    note(collapse_note(cells), forgetting_note(cells, initial_blank_loss()), warmup_note(cells), selection_note(cells))
    return run_findings(
        "rate_curves",
        context,
        figures,
        code="by_hand",
        computed=(Provenance(context.model, context.result.conditions, live=False, shows_size=False),),
        note=f"{sum(len(cell.accuracies) for cell in cells)} recorded runs of MiniLM on the opinions.",
    )


def _draw_cell(chosen: GridCell) -> ChartFigure:
    """Draw the loss curve of a cell."""
    losses = cell_losses(chosen)
    st.caption(cell_finding(chosen))
    curve = loss_curves(losses, names=list(dict.fromkeys(losses["run"])), steps=chosen.plan.steps)
    st.altair_chart(curve, key="cell", alt=cell_finding(chosen))
    return ChartFigure("cell", curve, losses)


def _choose_cell(cells: tuple[GridCell, ...]) -> GridCell:
    """The cell whose loss curve is shown."""
    series = cells_by_series(cells)
    first = next(iter(series))
    if hides_controls():
        return next(cell for cell in series[first] if cell.plan.learning_rate == DEFAULT_PLAN.learning_rate)
    with settings_place():
        offered = series[st.selectbox("Loss curve for", [*series], key="cell-series")]
        rates = [cell.plan.learning_rate for cell in offered]
        default = rates.index(DEFAULT_PLAN.learning_rate)
        rate = st.select_slider(
            "and learning rate", rates, value=rates[default], key="cell-rate", format_func=rate_text
        )
        chosen = offered[rates.index(rate)]
        st.button(
            "Train this run here", key="cell-run", icon=":material/model_training:", on_click=_run, args=(chosen,)
        )
    return chosen


def _run(chosen: GridCell) -> None:
    """Train the first seed of a cell here."""
    st.query_params.pop(MODE, None)
    write_plan(chosen.plan)
    start_run(chosen.plan)
