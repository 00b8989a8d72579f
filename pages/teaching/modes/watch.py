"""Watch it learn: the accuracy step by step, and the held-out sentences as points, up to the step that is chosen."""

from functools import partial

import streamlit as st

from components.charts.files import ChartFigure
from components.teaching.charts.histories import accuracy_curves, loss_curves
from components.teaching.charts.maps import sentence_map
from components.teaching.model.presets import plan_to_train
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
from components.teaching.tables.maps import has_dividing_line, map_bounds, map_finding, map_table
from components.teaching.tables.quality import majority_share
from pages.parts.findings import Findings
from pages.parts.layout import draw_chart, headline, in_drawer, note, try_this
from pages.parts.markdown import escape_markdown
from pages.parts.presenting import is_presenting
from pages.teaching.context import TeachingContext
from pages.teaching.findings import run_findings
from pages.teaching.job import draw_progress, start_button
from pages.teaching.origin import draw_origin
from pages.teaching.settings import draw_settings
from pages.teaching.weights import offer_download

WIDTHS = (1, 1.2)  # of the curves and of the map


def show(context: TeachingContext) -> Findings | None:
    """Draw the running run if there is one, else a finished one."""
    draw_settings(plan_to_train(context.linked_plan))
    row = st.container(horizontal=True, vertical_alignment="center")
    if is_presenting():  # the row that holds the button otherwise is hidden while presenting
        with row:
            start_button(context.plan, context.linked_plan)
    if name := draw_progress(context.plan):
        headline(f"{name} is being trained on this server.")
        return None
    result = context.result
    headline(training_accuracy_finding(result))
    with row:
        draw_origin(context)
    names, table = history_names(result.plan.start), evaluation_table(held_out_evaluations(result))
    steps = [look.step for look in result.history.evaluations]
    pictures = st.container()
    chosen = st.select_slider("Steps of training", steps, value=steps[-1], key="map-step", label_visibility="collapsed")
    with pictures:
        curves, picture = st.columns(WIDTHS, gap="medium")
    with curves:
        so_far = table[table["step"] <= chosen]
        upper = accuracy_curves(so_far, names=names, steps=result.plan.steps, chance=majority_share(result))
        draw_chart(upper, key="accuracy", alt=training_accuracy_finding(result))
    with picture:
        mapped = sentence_map(
            map_table(result, steps.index(chosen)),
            labels=result.labels,
            bounds=map_bounds(result),
            title=f"Each new sentence after {chosen:,} steps, by its right label",
            divided=has_dividing_line(result),
        )
        draw_chart(mapped, key="sentence-map", alt=map_finding(result))
    try_this("Drag the steps back to 0, where it can only guess.")
    note(few_labels_note(result), training_loss_note(result), map_finding(result))
    if result.truncated_count:
        note(
            f"{result.truncated_count} sentences were cut to 128 tokens, or to as many as the model has positions for."
        )
    figures = [
        ChartFigure("accuracy", upper, table),
        ChartFigure("sentences", mapped, map_table(result, len(steps) - 1)),
    ]
    in_drawer("The recipe", partial(_draw_recipe, context))
    in_drawer("Training loss", partial(_draw_losses, result, names, figures))
    in_drawer("Epoch by epoch, as scripts print it", partial(_draw_epochs, result, figures))
    in_drawer("", partial(offer_download, context))
    return run_findings("watch", context, figures, code="trainer")


def _draw_recipe(context: TeachingContext) -> None:
    """The recipe in four steps, with the numbers of the run."""
    steps = recipe_steps(context.result, context.model.name)
    lines = (f"{number}. {title}: {escape_markdown(text)}" for number, (title, text) in enumerate(steps, start=1))
    st.markdown("\n".join(lines))


def _draw_losses(result: FineTuningResult, names: list[str], figures: list[ChartFigure]) -> None:
    """The training loss, step by step."""
    losses = loss_table(training_steps(result))
    curves = loss_curves(losses, names=names, steps=result.plan.steps, legend=True)
    st.altair_chart(curves, key="losses", alt=training_loss_note(result))
    figures.append(ChartFigure("losses", curves, losses.drop(columns="batch_loss")))


def _draw_epochs(result: FineTuningResult, figures: list[ChartFigure]) -> None:
    """The table that scripts print: loss and accuracies by epoch."""
    table = epoch_table(result)
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
    figures.append(ChartFigure("epochs", None, table))
