"""How an answer travels: its average path through the layers, and the share of each part of one layer."""

from typing import Literal

import altair as alt
import pandas as pd

from components.charts.guides import BANDS_TITLE, axis, layer_axis
from components.charts.labelled import labelled_bars
from components.charts.lines import HEIGHT, series_encoding
from components.charts.theme import TYPE_SIZE
from components.patching.model.results import TokenGroup

ABOVE = {"titleAngle": 0, "titleAlign": "left", "titleAnchor": "end", "titleX": -48, "titleY": -26}


def path_lines(table: pd.DataFrame) -> alt.LayerChart:
    """One line per group of tokens, with its 95% interval as a band."""
    groups = [group.value for group in TokenGroup]
    colour, dash = series_encoding("group", groups, labelled_at_ends=True, other=TokenGroup.OTHERS.value)
    tooltip = [
        alt.Tooltip("group:N", title="Copied"),
        alt.Tooltip("layer:Q", title="Layer"),
        alt.Tooltip("share:Q", title="Change of the answer", format=".1%"),
    ]
    if table["low"].notna().any():  # one pair has no interval
        tooltip += [
            alt.Tooltip("low:Q", title="95% interval from", format=".1%"),
            alt.Tooltip("high:Q", title="95% interval to", format=".1%"),
        ]
    layers = sorted(table["layer"].unique().tolist())
    title = "Layer" if len(tooltip) == 3 else BANDS_TITLE
    base = alt.Chart(table).encode(
        x=alt.X("layer:Q", axis=layer_axis(layers, title=title, grid=False)),
        color=colour,
        tooltip=tooltip,
    )
    heights = axis("How far the answer changes when we copy the vectors of …", format=".0%", tickCount=5, **ABOVE)
    share = alt.Y("share:Q", axis=heights)
    bands = base.mark_area(opacity=0.2).encode(y=alt.Y("low:Q", axis=heights), y2="high:Q")
    lines = base.mark_line(strokeWidth=4, point=alt.OverlayMarkDef(size=90)).encode(y=share, strokeDash=dash)
    chart: alt.LayerChart = (
        alt.layer(bands, lines, *_names(table))
        .properties(height=HEIGHT, padding={"top": 36, "left": 5, "right": 5, "bottom": 5})
        .configure_view(stroke=None)
    )
    return chart


def _names(table: pd.DataFrame) -> list[alt.Chart]:
    """The name of every line above its highest point and to its right, at the last layer to its left."""
    peaks = table.loc[table.groupby("group")["share"].idxmax()]
    differing = TokenGroup.DIFFERING.value
    peaks = peaks.assign(name=peaks["group"].replace(differing, f"the {differing}"))
    last: dict[int, Literal["right"]] = {table["layer"].max(): "right"}
    return [
        alt.Chart(peaks[peaks["layer"] == layer])
        .mark_text(align=last.get(layer, "left"), dy=-18, fontSize=TYPE_SIZE, fontWeight=600)
        .encode(x="layer:Q", y="share:Q", text="name:N", color="group:N")
        for layer in sorted(set(peaks["layer"]))
    ]


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
