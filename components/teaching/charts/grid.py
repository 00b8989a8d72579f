"""Curves of precomputed grids: the mean over seeds, with the range as a vertical line."""

from collections.abc import Sequence

import altair as alt
import pandas as pd

from components.charts.guides import axis
from components.charts.lines import series_encoding
from components.charts.titles import with_title

HIGH, LOW = 410, 230  # pixels


def seed_curves(
    table: pd.DataFrame,
    *,
    across: str,
    values: Sequence[float],
    up: str,
    shares: bool = True,
    height: int = HIGH,
    extra_point: pd.DataFrame | None = None,
    title: str,
) -> alt.LayerChart:
    """Curves over a logarithmic scale.

    Args:
        table: ``series``, ``x``, ``value``, ``low``, ``high``, as :mod:`components.teaching.tables.grid` makes it.
        across: The title of the x axis.
        values: The labelled values of the x axis.
        up: The title of the y axis.
        shares: Whether values are shares, on a scale from 0 to 1.
        height: In pixels.
        extra_point: A point more, in the same columns.
        title: Of the chart.
    """
    names = list(dict.fromkeys(table["series"]))
    together = table if extra_point is None else pd.concat([table, extra_point], ignore_index=True)
    every = list(dict.fromkeys(together["series"]))
    colour, dash = series_encoding("series", every, columns=1)
    scale = alt.Scale(domain=[0, 1]) if shares else alt.Scale(zero=False)
    labels = axis(across, values=list(values), format="~g" if max(values) > 1 else "~e", grid=False, labelOverlap=True)
    base = alt.Chart(together).encode(
        x=alt.X("x:Q", scale=alt.Scale(type="log", nice=False, padding=14), axis=labels),
        color=colour,
    )
    along = axis(up, format=".0%" if shares else ".0f", tickCount=5)
    y = alt.Y("value:Q", scale=scale, axis=along)
    lines = base.transform_filter(alt.FieldOneOfPredicate("series", names)).mark_line(strokeWidth=3)
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
    chart: alt.LayerChart = alt.LayerChart(layer=layers).properties(height=height)
    return with_title(chart, title)
