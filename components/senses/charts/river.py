"""Charts of several lines by layer: the river of a word, and two models on the same sentences."""

import altair as alt
import pandas as pd

from components.charts.guides import axis, layer_axis
from components.charts.lines import inline_data
from components.charts.theme import INK, KIND_COLOURS

RIVER_HEIGHT = 420  # pixels
YOURS = "your sentence"


def river_chart(table: pd.DataFrame, senses: tuple[str, str]) -> alt.LayerChart:
    """Every sentence as a line through the layers, coloured by its meaning; a visitor's own is thick.

    Args:
        table: As :func:`components.senses.tables.river.river_table` makes it.
        senses: The meaning with negative heights, and the one with positive heights.
    """
    drawn = table.assign(meaning=table["meaning"].fillna(YOURS))
    layers = sorted(set(drawn["layer"].tolist()))
    x = alt.X(
        "layer:Q",
        axis=layer_axis(layers),
        scale=alt.Scale(domain=[layers[0], layers[-1]], nice=False),
    )
    y = alt.Y("height:Q", axis=axis(f"← {senses[0]}    {senses[1]} →"))
    colour = alt.Color(
        "meaning:N",
        scale=alt.Scale(domain=list(senses), range=KIND_COLOURS[:2]),
        legend=alt.Legend(title=None, orient="top"),
    )
    base = alt.Chart(inline_data(drawn[["layer", "thread", "meaning", "height"]])).encode(x=x, y=y, detail="thread:N")
    others = base.transform_filter(alt.datum.meaning != YOURS).mark_line(interpolate="monotone", opacity=0.5)
    added = base.transform_filter(alt.datum.meaning == YOURS).mark_line(interpolate="monotone", strokeWidth=5)
    chart: alt.LayerChart = alt.LayerChart(
        layer=[others.encode(color=colour), added.encode(color=alt.value(alt.ExprRef(INK)))]
    ).properties(height=RIVER_HEIGHT)
    return chart
