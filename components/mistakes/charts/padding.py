"""The probability of an answer as [PAD] tokens are added after its sentence."""

import altair as alt
import pandas as pd

from components.charts.guides import axis
from components.charts.lines import end_labels, series_encoding
from components.charts.theme import INK
from components.mistakes.tables.padding import WITH, WITHOUT

CURVE_HEIGHT = 330  # pixels
TICKS = [0, 8, 32, 128, 500]
ROOM_ABOVE = 1.15  # of the height of the lines: for a name above the highest


def padding_curves(table: pd.DataFrame, *, marked_count: int, answer: str) -> alt.LayerChart:
    """The answer's probability over the number of pads, with the attention mask and without it.

    Args:
        table: As :func:`components.mistakes.tables.padding.padding_table` makes it.
        marked_count: The number of pads that is marked.
        answer: The piece followed.
    """
    colour, dash = series_encoding("mask", [WITH, WITHOUT], labelled_at_ends=True)
    largest = max(1e-9, float(table["probability"].max()))
    base = alt.Chart(table).encode(
        x=alt.X(
            "pads:Q",
            scale=alt.Scale(type="symlog", constant=8),
            axis=axis("[PAD] tokens added", grid=False, values=TICKS),
        ),
        y=alt.Y(
            "probability:Q",
            scale=alt.Scale(domain=[0, ROOM_ABOVE * largest], nice=False),
            axis=axis(f"Probability of “{answer}”", format=".0%"),
        ),
        tooltip=[
            alt.Tooltip("pads:Q", title="[PAD] tokens"),
            alt.Tooltip("mask:N", title="Read"),
            alt.Tooltip("probability:Q", title="Probability", format=".4f"),
            alt.Tooltip("first:N", title="First choice"),
            alt.Tooltip("cosine:Q", title="Cosine of [CLS] with itself before padding", format=".3f"),
        ],
    )
    lines = base.mark_line(strokeWidth=3).encode(color=colour, strokeDash=dash)
    dots = base.mark_point(size=90, filled=True, opacity=1).encode(color=colour)
    names = end_labels(table, "mask", x="pads", y="probability", above=True)
    here = alt.Chart(pd.DataFrame({"pads": [marked_count]})).mark_rule(
        strokeWidth=2, color=alt.ExprRef(INK), strokeDash=[3, 3]
    )
    chart: alt.LayerChart = alt.LayerChart(layer=[lines, dots, names, here.encode(x="pads:Q")]).properties(
        height=CURVE_HEIGHT
    )
    return chart
