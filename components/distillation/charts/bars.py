"""Bar charts of losses and of the family, and the curve of gradient norms."""

import altair as alt
import pandas as pd

from components.charts.guides import axis
from components.charts.labelled import labelled_bars
from components.charts.lines import series_encoding

NAME_WIDTH, FIGURE_WIDTH = 170, 90  # pixels


def loss_bars(table: pd.DataFrame) -> alt.LayerChart:
    """One bar per loss: its part of the weighted sum.

    Args:
        table: As :func:`components.distillation.tables.losses.loss_table` makes it.
    """
    return labelled_bars(table, value="weighted", name="name", figure="figure", title="Weight × loss")


def cosine_distance_bars(table: pd.DataFrame) -> alt.LayerChart:
    """One bar per token: one minus the cosine of both models' vectors; blanks have the second colour.

    Args:
        table: As :func:`components.distillation.tables.losses.cosine_distance_table` makes it.
    """
    return labelled_bars(table, value="value", name="word", figure="figure", other="datum.blank", title="1 − cosine")


def gradient_lines(table: pd.DataFrame) -> alt.LayerChart:
    """The gradient norm of the KL by temperature, with and without the factor T², on logarithmic axes.

    Args:
        table: As :func:`components.distillation.tables.losses.gradient_table` makes it.
    """
    kinds = {"scaled": "with the factor T²", "plain": "without it"}
    long_table = table.melt(["temperature", "chosen"], list(kinds), var_name="kind", value_name="length")
    long_table["kind"] = long_table["kind"].map(kinds)
    long_table = long_table[long_table["length"] > 0]  # a logarithmic axis has no zero
    colour, dash = series_encoding("kind", list(kinds.values()), columns=1)
    scale, ticks = alt.Scale(type="log"), {"labelOverlap": True, "tickCount": 5}
    base = alt.Chart(long_table).encode(
        x=alt.X("temperature:Q", scale=scale, axis=axis("Temperature T", **ticks)),
        y=alt.Y("length:Q", scale=scale, axis=axis("Length of the gradient", format="~e", **ticks)),
        color=colour,
    )
    lines = base.mark_line(strokeWidth=3).encode(strokeDash=dash)
    dots = base.mark_point(filled=True, opacity=1).encode(
        size=alt.condition("datum.chosen", alt.value(260), alt.value(70)),
        tooltip=[
            alt.Tooltip("temperature:Q", title="Temperature"),
            alt.Tooltip("kind:N", title="Gradient"),
            alt.Tooltip("length:Q", title="Length", format=".3e"),
        ],
    )
    chart: alt.LayerChart = alt.LayerChart(layer=[lines, dots]).properties(height=280)
    return chart


def family_bars(table: pd.DataFrame, measure: str, *, title: str) -> alt.LayerChart:
    """One bar per member of the family; members without the score have no bar.

    Args:
        table: As :func:`components.distillation.tables.family.family_table` makes it.
        measure: Its column: ``top1``, ``agreement``, ``loss`` or ``kl``.
        title: Name of the score in tooltips.
    """
    return labelled_bars(
        table.assign(**{measure: table[measure].fillna(0.0)}),
        value=measure,
        name="name",
        figure=f"{measure}_figure",
        title=title,
        name_width=NAME_WIDTH,
        figure_width=FIGURE_WIDTH,
    )
