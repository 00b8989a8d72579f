"""How much of the first text's attention goes to the second, layer by layer."""

import altair as alt
import pandas as pd

from components.charts.guides import axis
from components.charts.theme import COLOUR, INK

HEIGHT = 170  # pixels


def across_lines(table: pd.DataFrame) -> alt.LayerChart:
    """A line over the layers, and a dashed one for attention that goes to all positions alike.

    Args:
        table: As :func:`components.tasks.tables.pairs.across_table` makes it.
    """
    base = alt.Chart(table).encode(x=alt.X("layer:O", axis=axis("Layer", labelAngle=0, grid=False)))
    top = max(float(table["share"].max()), float(table["even"].max())) * 1.1
    y = alt.Y("share:Q", axis=axis("To the second", format="%", tickCount=3), scale=alt.Scale(domain=[0, top]))
    line = base.mark_line(color=COLOUR, strokeWidth=3, point=alt.OverlayMarkDef(size=90, color=COLOUR)).encode(
        y=y, tooltip=[alt.Tooltip("layer:O", title="Layer"), alt.Tooltip("share:Q", title="Share", format=".3f")]
    )
    even = base.mark_line(color=alt.ExprRef(INK), strokeDash=[6, 4]).encode(
        y=alt.Y("even:Q", scale=alt.Scale(domain=[0, top]))
    )
    together = alt.LayerChart(layer=[line, even])
    chart: alt.LayerChart = together.properties(height=HEIGHT)
    return chart
