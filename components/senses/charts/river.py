"""Charts of several lines by layer: the river of a word, and two models on the same sentences."""

import altair as alt
import pandas as pd

from components.charts.guides import axis, layer_axis
from components.charts.lines import end_labels, inline_data, series_encoding
from components.charts.theme import INK, KIND_COLOURS
from components.senses.tables.river import BEFORE

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
        axis=layer_axis("Layer", layers, embeddings=BEFORE),
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


def models_curve(table: pd.DataFrame, *, height: int) -> alt.LayerChart:
    """One measure of two models by layer, a line for each.

    Args:
        table: As :func:`components.senses.tables.right_context.models_table` makes it.
        height: Height of the chart in pixels.
    """
    names = list(dict.fromkeys(table["model"]))
    colour, dash = series_encoding("model", names, labelled_at_ends=True)
    layers = sorted(set(table["layer"].tolist()))
    x = alt.X("layer:Q", axis=layer_axis("Layer (0 = embeddings)", layers))
    y = alt.Y("value:Q", scale=alt.Scale(domain=[0.0, 1.0], nice=False), axis=axis("Accuracy", format=".0%"))
    lines = alt.Chart(inline_data(table[["layer", "model", "value"]])).encode(x=x, y=y, color=colour, strokeDash=dash)
    names_at_ends = end_labels(table, "model", x="layer", y="value", above=True)
    chart: alt.LayerChart = alt.LayerChart(
        layer=[lines.mark_line(strokeWidth=3), lines.mark_point(filled=True, size=90, opacity=1), names_at_ends]
    ).properties(height=height, title="Accuracy by layer")
    return chart
