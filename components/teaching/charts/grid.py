"""Curves of precomputed grids: the mean over seeds, with the range as a vertical line."""

from collections.abc import Sequence

import altair as alt
import pandas as pd

from components.charts.guides import axis
from components.charts.lines import series_encoding
from components.charts.titles import with_title
from components.teaching.model.plan import Start
from components.teaching.tables.histories import START_NAMES

HEIGHT = 260  # pixels


def seed_curves(
    table: pd.DataFrame,
    *,
    across: str,
    values: Sequence[float],
    title: str,
) -> alt.LayerChart:
    """Curves over a logarithmic scale.

    Args:
        table: ``series``, ``x``, ``value``, ``low``, ``high``, as :mod:`components.teaching.tables.grid` makes it.
        across: The title of the x axis.
        values: The labelled values of the x axis.
        title: Of the chart.
    """
    names = list(dict.fromkeys(table["series"]))
    colour, dash = series_encoding("series", names, columns=1, other=START_NAMES[Start.RANDOM])
    scale = alt.Scale(domain=[0, 1])
    labels = axis(across, values=list(values), format="," if max(values) > 1 else "~e", grid=False, labelOverlap=True)
    base = alt.Chart(table).encode(
        x=alt.X("x:Q", scale=alt.Scale(type="log", nice=False, padding=14), axis=labels),
        color=colour,
    )
    along = axis("Accuracy", format=".0%", tickCount=5)
    y = alt.Y("value:Q", scale=scale, axis=along)
    lines = base.mark_line(strokeWidth=3)
    spans = base.mark_rule(strokeWidth=2, opacity=0.7).encode(y=alt.Y("low:Q", scale=scale, axis=along), y2="high:Q")
    points = base.mark_point(size=90, filled=True, opacity=1).encode(
        y=y,
        tooltip=[
            alt.Tooltip("series:N", title="Runs"),
            alt.Tooltip("x:Q", title=across, format="~g"),
            alt.Tooltip("value:Q", title="Mean", format=".3f"),
            alt.Tooltip("low:Q", title="Lowest", format=".3f"),
            alt.Tooltip("high:Q", title="Highest", format=".3f"),
        ],
    )
    layers = [spans, lines.encode(y=y, strokeDash=dash), points]
    chart: alt.LayerChart = alt.LayerChart(layer=layers).properties(height=HEIGHT)
    return with_title(chart, title)
