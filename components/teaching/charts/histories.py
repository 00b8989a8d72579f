"""Accuracy and loss curves of a run: of a finished one, and of a running one that many people watch."""

import json
from functools import lru_cache

import altair as alt
import pandas as pd

from components.charts.candidates import Spec
from components.charts.guides import axis
from components.charts.lines import inline_data, series_encoding
from components.charts.theme import INK, TYPE_SIZE
from components.charts.titles import with_title
from components.tables.numbers import percentage
from components.teaching.model.plan import Plan, Start
from components.teaching.model.results import HeldOutEvaluation, TrainingStep
from components.teaching.tables.histories import START_NAMES, evaluation_table, history_names, loss_table

HEIGHT = 340  # pixels
CACHE_SIZE = 8  # specifications: one run is under way at a time, and watched at about the same step


def accuracy_curves(evaluations: pd.DataFrame, *, names: list[str], steps: int, chance: float) -> alt.LayerChart:
    """Accuracy on held-out sentences by step.

    Args:
        evaluations: As :func:`components.teaching.tables.histories.evaluation_table` makes it.
        names: The names of the histories, in order.
        steps: The steps of the whole run, including those of a run that has not finished.
        chance: The accuracy of always predicting the most frequent label, drawn as a line.
    """
    colour, dash = series_encoding("run", names, labelled_at_ends=True, other=START_NAMES[Start.RANDOM])
    guessing = f"datum.value == {chance} ? 'guess: ' + format(datum.value, '.0%') : format(datum.value, '.0%')"
    right = alt.Y(
        "accuracy:Q",
        scale=alt.Scale(domain=[0, 1]),
        axis=axis(None, values=[0, chance, 1], labelExpr=guessing, labelPadding=10),
    )
    base = alt.Chart(evaluations).encode(x=_along(steps, "Training steps"), y=right, color=colour)
    level = alt.Chart(pd.DataFrame({"accuracy": [chance]})).mark_rule(strokeDash=[2, 4], color=alt.ExprRef(INK))
    points = base.mark_point(size=70, filled=True, opacity=1).encode(
        tooltip=[
            alt.Tooltip("run:N", title="Start"),
            alt.Tooltip("step:Q", title="Step"),
            alt.Tooltip("accuracy:Q", title="Accuracy", format=".1%"),
            alt.Tooltip("loss:Q", title="Held-out loss (nats)", format=".3f"),
        ]
    )
    layers = [
        level.encode(y=right),
        base.mark_line(strokeWidth=3).encode(strokeDash=dash),
        points,
        *_end_names(evaluations, steps),
    ]
    chart: alt.LayerChart = alt.LayerChart(layer=layers).properties(height=HEIGHT)
    return with_title(chart, "New sentences labelled right")


def _end_names(evaluations: pd.DataFrame, steps: int) -> list[alt.Chart]:
    """The name and the share of every line at its last point: of the higher one above it, of the other one below."""
    if evaluations.empty:
        return []
    ends = evaluations.loc[evaluations.groupby("run", sort=False)["step"].idxmax()].sort_values("accuracy")
    ends = ends.assign(
        text=[f"{name} {percentage(share)}" for name, share in zip(ends["run"], ends["accuracy"], strict=True)],
        below=[len(ends) > 1 and place == 0 for place in range(len(ends))],
    )
    names = alt.Chart(ends).mark_text(
        align=alt.ExprRef(f"datum.step < {steps / 2} ? 'left' : 'right'"),
        dy=alt.ExprRef("datum.below ? 22 : -18"),
        fontSize=TYPE_SIZE - 2,
        fontWeight=600,
        color=alt.ExprRef(INK),
    )
    return [names.encode(x=_along(steps, "Training steps"), y="accuracy:Q", text="text:N")]


def loss_curves(losses: pd.DataFrame, *, names: list[str], steps: int, legend: bool = False) -> alt.Chart:
    """Training loss by step.

    Args:
        losses: ``run``, ``step`` and ``loss``, as :func:`components.teaching.tables.histories.loss_table` makes them.
        names: The names of the histories, in order.
        steps: The steps of the whole run.
        legend: Whether to draw a legend; without one, the chart above has it.
    """
    colour, dash = series_encoding("run", names, columns=2, other=START_NAMES[Start.RANDOM])
    if not legend:
        colour = alt.Color("run:N", scale=colour["scale"], legend=None)
        dash = alt.StrokeDash("run:N", scale=dash["scale"], legend=None)
    chart: alt.Chart = (
        alt.Chart(inline_data(losses))
        .mark_line(strokeWidth=2.5)
        .encode(
            x=_along(steps, "Training steps"),
            y=alt.Y("loss:Q", scale=alt.Scale(domainMin=0), axis=axis("Loss (nats)", tickCount=4)),
            color=colour,
            strokeDash=dash,
        )
        .properties(height=HEIGHT)
    )
    return with_title(chart, "Training loss, mean of the last five steps")


def live_accuracy_spec(evaluations: tuple[HeldOutEvaluation, ...], plan: Plan, chance: float) -> Spec:
    """The accuracy curves of the evaluations so far, as a specification that the caller may change.

    It is made once for everybody who watches, since Altair is slow.
    """
    spec: Spec = json.loads(_accuracy(evaluations, plan, chance))
    return spec


def live_loss_spec(steps: tuple[TrainingStep, ...], plan: Plan) -> Spec:
    """The loss curves of the steps so far, as a specification that the caller may change."""
    spec: Spec = json.loads(_losses(steps, plan))
    return spec


def _along(steps: int, title: str) -> alt.X:
    return alt.X("step:Q", scale=alt.Scale(domain=[0, steps], nice=False), axis=axis(title, tickMinStep=1, tickCount=6))


@lru_cache(CACHE_SIZE)
def _accuracy(evaluations: tuple[HeldOutEvaluation, ...], plan: Plan, chance: float) -> str:
    names = history_names(plan.start)
    return str(
        accuracy_curves(evaluation_table(evaluations), names=names, steps=plan.steps, chance=chance).to_json(
            indent=None
        )
    )


@lru_cache(CACHE_SIZE)
def _losses(steps: tuple[TrainingStep, ...], plan: Plan) -> str:
    return str(loss_curves(loss_table(steps), names=history_names(plan.start), steps=plan.steps).to_json(indent=None))
