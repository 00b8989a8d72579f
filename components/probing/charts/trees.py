"""The share of right arcs by layer."""

import altair as alt
import pandas as pd

from components.charts.guides import axis, layer_axis
from components.charts.lines import HEIGHT, series_encoding
from components.charts.theme import GREY, INK, TYPE_SIZE
from components.probing.tables.trees import NEIGHBOURS


def accuracy_lines(table: pd.DataFrame, neighbours: float) -> alt.LayerChart:
    """One line per kind of vectors, with its 95% interval as a band.

    Args:
        table: As :func:`components.probing.tables.trees.accuracy_table` makes it.
        neighbours: The share of the arcs that join neighbouring words, drawn as a grey line.
    """
    colour, dash = series_encoding("vectors", list(dict.fromkeys(table["vectors"])), columns=1)
    tooltip = [
        alt.Tooltip("vectors:N", title="Vectors of"),
        alt.Tooltip("layer:Q", title="Layer"),
        alt.Tooltip("share:Q", title="Right arcs", format=".1%"),
        alt.Tooltip("low:Q", title="95% interval from", format=".1%"),
        alt.Tooltip("high:Q", title="95% interval to", format=".1%"),
    ]
    layers = sorted(table["layer"].unique().tolist())
    across = layer_axis(layers, grid=False)
    scale = alt.Scale(domain=[0, max(0.8, float(table["high"].max()))], nice=False)
    base = alt.Chart(table).encode(x=alt.X("layer:Q", axis=across), color=colour, tooltip=tooltip)
    up = axis("Share of right arcs", format=".0%", tickCount=5)
    bands = base.mark_area(opacity=0.2).encode(y=alt.Y("low:Q", axis=up, scale=scale), y2="high:Q")
    lines = base.mark_line(strokeWidth=4, point=alt.OverlayMarkDef(size=90)).encode(
        y=alt.Y("share:Q", axis=up, scale=scale), strokeDash=dash
    )
    rule = alt.Chart(pd.DataFrame({"share": [neighbours], "name": [NEIGHBOURS]}))
    level = rule.mark_rule(color=GREY, strokeWidth=3, strokeDash=[2, 3]).encode(
        y=alt.Y("share:Q", axis=up, scale=scale), tooltip=[alt.Tooltip("name:N"), alt.Tooltip("share:Q", format=".1%")]
    )
    label = rule.mark_text(align="left", dx=6, dy=12, fontSize=TYPE_SIZE - 3, color=alt.ExprRef(INK)).encode(
        x=alt.value(0), y=alt.Y("share:Q", axis=up, scale=scale), text="name:N"
    )
    chart: alt.LayerChart = alt.layer(bands, level, lines, label).properties(height=HEIGHT).configure_view(stroke=None)
    return chart
