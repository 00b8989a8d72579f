"""How an answer travels: its average path through the layers, and the share of each part of one layer."""

import altair as alt
import pandas as pd

from components.charts.guides import axis, layer_axis
from components.charts.labelled import labelled_bars
from components.charts.lines import HEIGHT, series_encoding
from components.patching.model.results import TokenGroup


def path_lines(table: pd.DataFrame) -> alt.LayerChart:
    """One line per group of tokens, with its 95% interval as a band."""
    colour, dash = series_encoding("group", [group.value for group in TokenGroup], columns=1)
    tooltip = [
        alt.Tooltip("group:N", title="Put in"),
        alt.Tooltip("layer:Q", title="Layer"),
        alt.Tooltip("share:Q", title="Share regained", format=".1%"),
    ]
    if table["low"].notna().any():  # one pair has no interval
        tooltip += [
            alt.Tooltip("low:Q", title="95% interval from", format=".1%"),
            alt.Tooltip("high:Q", title="95% interval to", format=".1%"),
        ]
    layers = sorted(table["layer"].unique().tolist())
    base = alt.Chart(table).encode(
        x=alt.X("layer:Q", axis=layer_axis("Layer (0: embeddings)", layers, grid=False)),
        color=colour,
        tooltip=tooltip,
    )
    share = alt.Y("share:Q", axis=axis("Answer regained", format=".0%"))
    bands = base.mark_area(opacity=0.2).encode(
        y=alt.Y("low:Q", axis=axis("Answer regained", format=".0%")), y2="high:Q"
    )
    lines = base.mark_line(strokeWidth=4, point=alt.OverlayMarkDef(size=90)).encode(y=share, strokeDash=dash)
    chart: alt.LayerChart = alt.layer(bands, lines).properties(height=HEIGHT).configure_view(stroke=None)
    return chart


def part_bars(table: pd.DataFrame) -> alt.LayerChart:
    """One bar per head, for all attention, and for the feed-forward part; a full bar is the whole answer."""
    return labelled_bars(
        table,
        value="share",
        name="part",
        figure="figure",
        title="Share regained",
        name_width=110,
        figure_width=70,
        scale_max=1.0,
    )
