"""Stacks of layers, drawn to scale."""

from collections.abc import Sequence

import altair as alt
import pandas as pd

from components.charts.lines import inline
from components.charts.theme import INK, KIND_COLOURS, TYPE_SIZE
from components.family.tables.stacks import KINDS, PITCH

ROW_HEIGHT, LEGEND_ROW = 43, 46  # pixels
PALE = 0.4


def stacks(table: pd.DataFrame, *, chosen: Sequence[str] = ()) -> alt.LayerChart:
    """Every model a row of rectangles whose areas are parameters.

    Args:
        table: As :func:`components.family.tables.stacks.stack_table` makes it.
        chosen: Names of models that are lit; none lights them all.
    """
    kinds = [kind for kind in KINDS if kind in set(table["kind"])]
    colours = [KIND_COLOURS[KINDS.index(kind)] for kind in kinds]
    rows = table["row"].nunique()
    y = alt.Scale(domain=[-0.75 * PITCH, (rows - 1) * PITCH + 0.45 * PITCH], reverse=True, nice=False)
    x = alt.Scale(domain=[0, float(table["x2"].max())], nice=False)
    base = alt.Chart(inline(table))
    blocks = base.mark_rect(stroke="white", strokeWidth=0.4).encode(
        x=alt.X("x:Q", scale=x, axis=None),
        x2="x2:Q",
        y=alt.Y("y:Q", scale=y, axis=None),
        y2="y2:Q",
        opacity=alt.condition(alt.FieldOneOfPredicate("name", list(chosen)), alt.value(1.0), alt.value(PALE))
        if chosen
        else alt.value(1.0),
        color=alt.Color(
            "kind:N",
            scale=alt.Scale(domain=kinds, range=colours),
            legend=alt.Legend(
                title=None,
                orient="top",
                columns=2,
                labelFontSize=TYPE_SIZE - 2,
                labelColor=alt.ExprRef(INK),
                symbolStrokeWidth=0,
            ),
        ),
        tooltip=[
            alt.Tooltip("name:N", title="Model"),
            alt.Tooltip("part:N", title="Part"),
            alt.Tooltip("count:Q", title="Parameters", format=","),
        ],
    )
    names = pd.DataFrame(
        {"label": table.groupby("row")["label"].first(), "y": [row * PITCH - 0.56 * PITCH for row in range(rows)]}
    )
    labels = (
        alt.Chart(names)
        .mark_text(align="left", baseline="middle", dx=2, fontSize=TYPE_SIZE - 3, color=alt.ExprRef(INK))
        .encode(x=alt.datum(0), y=alt.Y("y:Q", scale=y), text="label:N")
    )
    chart: alt.LayerChart = alt.LayerChart(layer=[blocks, labels]).properties(
        height=ROW_HEIGHT * rows + LEGEND_ROW * -(-len(kinds) // 2)
    )
    return chart
