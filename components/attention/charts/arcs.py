"""A row of attention as arcs above its sentence."""

import json

import altair as alt
import pandas as pd

from components.attention.tables.arcs import WeightChange
from components.charts.guides import cell_axis
from components.charts.theme import COLOUR, INK, SECOND_COLOUR, TYPE_SIZE

HEIGHT = 210
THICKEST = 14  # pixels, of an arc with all the attention
BELOW = 0.16  # fraction of the height, for the numbers
_HUES = {
    WeightChange.MORE: COLOUR,
    WeightChange.LESS: SECOND_COLOUR,
    WeightChange.SAME: "#8A949B",
    WeightChange.ALONE: "#8A949B",
}


def sentence_arcs(tokens: pd.DataFrame, arcs: pd.DataFrame) -> alt.LayerChart:
    """Arcs from the query token, as thick as their weights and coloured by change in the other sentence.

    Args:
        tokens: As :func:`components.attention.tables.arcs.arc_token_table` makes it.
        arcs: Of the same tokens, as :func:`components.attention.tables.arcs.arc_table` makes it.
    """
    across = alt.Scale(domain=[-0.5, len(tokens) - 0.5], nice=False, zero=False)
    up = alt.Y("y:Q", axis=None, scale=alt.Scale(domain=[-BELOW, 1.08], nice=False))
    words = cell_axis(
        None,
        values=tokens["place"].tolist(),
        labelExpr=f"{json.dumps(tokens['token'].tolist())}[datum.value]",
        labelAngle=-50,
        labelAlign="right",
        labelOverlap=False,
        labelFontSize=TYPE_SIZE - 3,
        labelLimit=110,
        grid=False,
    )
    x = alt.X("x:Q", scale=across, axis=words)
    hue = alt.Color("change:N", scale=alt.Scale(domain=list(_HUES), range=list(_HUES.values())), legend=None)
    tooltip = [
        alt.Tooltip("token:N", title="Attends to"),
        alt.Tooltip("weight:Q", title="Weight", format=".4f"),
        alt.Tooltip("change:N", title="Change"),
    ]
    lines = (
        alt.Chart(arcs)
        .mark_line(strokeCap="butt", opacity=0.9)
        .encode(
            x=x,
            y=up,
            order="step:Q",
            detail="place:N",
            color=hue,
            strokeWidth=alt.StrokeWidth("weight:Q", scale=alt.Scale(domain=[0, 1], range=[0.8, THICKEST]), legend=None),
            tooltip=tooltip,
        )
    )
    standing = alt.Chart(tokens.assign(x=tokens["place"], y=0.0))
    query = standing.transform_filter("datum.is_query").mark_point(
        filled=True, size=130, opacity=1, color=alt.ExprRef(INK)
    )
    figures = standing.mark_text(dy=14, fontSize=TYPE_SIZE - 4, color=alt.ExprRef(INK))
    layers = [lines, query.encode(x=x, y=up, tooltip=tooltip), figures.encode(x=x, y=up, text="figure:N")]
    chart: alt.LayerChart = alt.LayerChart(layer=layers).properties(height=HEIGHT)
    return chart
