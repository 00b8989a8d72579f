"""Watch it learn: accuracy and loss by step, and the map of held-out sentences."""

import streamlit as st

from components.charts.files import ChartFigure
from components.tables.numbers import percentage
from components.teaching.charts.histories import accuracy_curves, loss_curves
from components.teaching.charts.maps import sentence_map
from components.teaching.model.results import FineTuningResult
from components.teaching.tables.histories import (
    epoch_finding,
    epoch_table,
    evaluation_table,
    few_labels_note,
    held_out_evaluations,
    history_names,
    loss_table,
    recipe_steps,
    training_accuracy_finding,
    training_loss_note,
    training_steps,
    unevaluated_note,
)
from components.teaching.tables.maps import map_bounds, map_finding, map_table
from components.teaching.tables.quality import majority_share
from pages.parts.findings import Findings
from pages.parts.layout import headline, note, notes_place
from pages.parts.presenting import is_presenting
from pages.teaching.context import TeachingContext
from pages.teaching.findings import run_findings
from pages.teaching.job import draw_progress, start_button
from pages.teaching.origin import draw_origin
from pages.teaching.settings import draw_settings
from pages.teaching.weights import offer_download

WIDTHS = (1.1, 1)  # of the curves and of the map


def show(context: TeachingContext) -> Findings | None:
    """Draw the running run if there is one, else a finished one."""
    draw_settings(context.linked_plan)
    if is_presenting():  # the row that holds the button otherwise is hidden while presenting
        with notes_place():
            start_button(context.plan, context.linked_plan)
    if name := draw_progress(context.plan):
        headline(f"{name} is being trained on this server.")
        return None
    result = context.result
    headline(training_accuracy_finding(result))
    draw_origin(context)
    names, table, losses = (
        history_names(result.plan.start),
        evaluation_table(held_out_evaluations(result)),
        loss_table(training_steps(result)),
    )
    curves, picture = st.columns(WIDTHS, gap="medium")
    with curves:
        upper = accuracy_curves(table, names=names, steps=result.plan.steps, chance=majority_share(result))
        lower = loss_curves(losses, names=names, steps=result.plan.steps)
        st.altair_chart(upper, key="accuracy", alt=training_accuracy_finding(result))
        if not is_presenting():  # where a page must fit without scrolling
            share = percentage(majority_share(result))
            st.caption(f"Dotted line: always guessing the most frequent label gets {share} right.")
        st.altair_chart(lower, key="losses", alt=training_loss_note(result))
    with picture:
        steps = [look.step for look in result.history.evaluations]
        chosen = st.select_slider("Held-out sentences at step", steps, value=steps[-1], key="map-step")
        mapped = sentence_map(
            map_table(result, steps.index(chosen)),
            labels=result.labels,
            bounds=map_bounds(result),
            title="Vectors of held-out sentences (PCA)",
        )
        st.altair_chart(mapped, key="sentence-map", alt=map_finding(result))
    epochs = _draw_epochs(result)
    _draw_recipe(context)
    note(few_labels_note(result), training_loss_note(result), map_finding(result))
    if result.truncated_count:
        note(
            f"{result.truncated_count} sentences were cut to 128 tokens, or to as many as the model has positions for."
        )
    return run_findings(
        "watch",
        context,
        [
            ChartFigure("accuracy", upper, table),
            ChartFigure("losses", lower, losses.drop(columns="batch_loss")),
            ChartFigure("sentences", mapped, map_table(result, len(steps) - 1)),
            epochs,
        ],
        code="trainer",
        onward=lambda: offer_download(context),
    )


def _draw_epochs(result: FineTuningResult) -> ChartFigure:
    """The table that scripts print: loss and accuracies by epoch."""
    table = epoch_table(result)
    st.markdown("**Epoch by epoch**, as scripts print it: the training loss is the mean over the whole epoch")
    titles = {
        "epoch": "Epoch",
        "loss": "Training loss",
        "train": "Training accuracy",
        "held_out": "Held-out accuracy",
        "held_out_loss": "Held-out loss",
    }
    shares = {titles[name]: st.column_config.NumberColumn(format="percent") for name in ("train", "held_out")}
    losses = {titles[name]: st.column_config.NumberColumn(format="%.3f") for name in ("loss", "held_out_loss")}
    st.dataframe(
        table.rename(columns=titles),
        hide_index=True,
        key="epochs",
        placeholder="–",
        column_config={**shares, **losses},
        alt=epoch_finding(table),
    )
    if missing := unevaluated_note(table):
        st.caption(missing)
    return ChartFigure("epochs", None, table)


def _draw_recipe(context: TeachingContext) -> None:
    """The recipe in four steps, with the numbers of the run."""
    st.markdown("**The recipe**")
    steps = recipe_steps(context.result, context.model.name)
    for number, (column, (title, sentence)) in enumerate(zip(st.columns(len(steps)), steps, strict=True), 1):
        with column.container(border=True, height="stretch", key=f"recipe-{number}"):
            st.markdown(f"**{number}. {title}**")
            st.text(sentence)
