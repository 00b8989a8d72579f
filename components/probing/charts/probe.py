"""The accuracy of probes over the layers."""

import altair as alt
import pandas as pd

from components.charts.guides import axis
from components.charts.lines import HEIGHT, series_encoding
from components.probing.tables.probe import SERIES


def probe_lines(table: pd.DataFrame) -> alt.LayerChart:
    """One line per series, with its 95% interval as a band.

    Args:
        table: As :func:`components.probing.tables.probe.probe_table` makes it.
    """
    names = [name for name in SERIES if name in set(table["series"])]
    colour, dash = series_encoding("series", names, columns=1)  # two would be cut off on a phone
    layers = sorted(table["layer"].unique().tolist())
    base = alt.Chart(table).encode(
        x=alt.X("layer:Q", axis=axis("Layer (0: embeddings)", values=layers, format="d", grid=False)),
        color=colour,
        tooltip=[
            alt.Tooltip("series:N", title="Probe of"),
            alt.Tooltip("layer:Q", title="Layer"),
            alt.Tooltip("accuracy:Q", title="Accuracy", format=".1%"),
            alt.Tooltip("low:Q", title="95% interval from", format=".1%"),
            alt.Tooltip("high:Q", title="95% interval to", format=".1%"),
            alt.Tooltip("selectivity:Q", title="Accuracy minus control", format=".1%"),
        ],
    )
    height = axis("Accuracy on test sentences", format=".0%")
    scale = alt.Scale(domain=[0, 1])
    bands = base.mark_area(opacity=0.2).encode(y=alt.Y("low:Q", axis=height, scale=scale), y2="high:Q")
    lines = base.mark_line(strokeWidth=4, point=alt.OverlayMarkDef(size=90)).encode(
        y=alt.Y("accuracy:Q", axis=height, scale=scale), strokeDash=dash
    )
    chart: alt.LayerChart = alt.layer(bands, lines).properties(height=HEIGHT).configure_view(stroke=None)
    return chart
