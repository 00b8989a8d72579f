"""A run on its way: what it gets right, and what its sentences cost."""

import altair as alt
import pandas as pd

from components.charts.guides import axis
from components.charts.lines import inline_data, series_encoding
from components.charts.theme import INK
from components.charts.titles import with_title

HIGH, LOW = 230, 190  # pixels


def accuracy_curves(looks: pd.DataFrame, *, names: list[str], steps: int, chance: float) -> alt.LayerChart:
    """The share of held-out sentences right.

    Args:
        looks: As :func:`components.teaching.tables.histories.evaluation_table` makes it.
        names: The ways, in order.
        steps: How many the whole run has: a run under way leaves room for the rest.
        chance: What always giving the most frequent label gets, as a line.
    """
    colour, dash = series_encoding("way", names, columns=2)
    right = alt.Y("accuracy:Q", scale=alt.Scale(domain=[0, 1]), axis=axis("Accuracy", format=".0%", tickCount=5))
    base = alt.Chart(looks).encode(x=_along(steps, None), y=right, color=colour)
    level = alt.Chart(pd.DataFrame({"accuracy": [chance]})).mark_rule(strokeDash=[2, 4], color=alt.ExprRef(INK))
    points = base.mark_point(size=70, filled=True, opacity=1).encode(
        tooltip=[
            alt.Tooltip("way:N", title="Start"),
            alt.Tooltip("step:Q", title="Step"),
            alt.Tooltip("accuracy:Q", title="Accuracy", format=".1%"),
            alt.Tooltip("loss:Q", title="Held-out loss (nats)", format=".3f"),
        ]
    )
    layers = [level.encode(y=right), base.mark_line(strokeWidth=3).encode(strokeDash=dash), points]
    chart: alt.LayerChart = alt.LayerChart(layer=layers).properties(height=HIGH)
    return with_title(chart, "Held-out sentences classified correctly")


def loss_curves(losses: pd.DataFrame, *, names: list[str], steps: int, legend: bool = False) -> alt.Chart:
    """What the sentences that it learns from cost.

    Args:
        losses: ``way``, ``step`` and ``loss``, as :func:`components.teaching.tables.histories.loss_table` makes them.
        names: The ways, in order.
        steps: How many the whole run has.
        legend: Whether it has one of its own; else that of the chart above it is meant.
    """
    colour, dash = series_encoding("way", names, columns=2)
    if not legend:
        colour = alt.Color("way:N", scale=colour["scale"], legend=None)
        dash = alt.StrokeDash("way:N", scale=dash["scale"], legend=None)
    chart: alt.Chart = (
        alt.Chart(inline_data(losses))
        .mark_line(strokeWidth=2.5)
        .encode(
            x=_along(steps, "Step"),
            y=alt.Y("loss:Q", scale=alt.Scale(domainMin=0), axis=axis("Loss (nats)", tickCount=4)),
            color=colour,
            strokeDash=dash,
        )
        .properties(height=HIGH if legend else LOW)
    )
    return with_title(chart, "Training loss, mean of the last five steps")


def _along(steps: int, title: str | None) -> alt.X:
    return alt.X("step:Q", scale=alt.Scale(domain=[0, steps], nice=False), axis=axis(title, tickMinStep=1, tickCount=6))
