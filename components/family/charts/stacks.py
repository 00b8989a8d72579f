"""Stacks of layers, drawn to scale."""

from collections.abc import Sequence
from typing import Any

import altair as alt
import pandas as pd

from components.charts.lines import inline_data
from components.charts.theme import INK, PART_COLOURS, TYPE_SIZE
from components.family.tables.stacks import KINDS, row_pitch

ROW_HEIGHT, LEGEND_ROW = 43, 46  # pixels
LARGE_TYPE = 21  # pixels, for an audience: the rows leave no room for more
PALE = 0.4
PICKED = "picked"  # the selection that a click on a row makes; it holds the model's key
_ABOVE, _BELOW = 0.72, 0.3  # of a row's pitch: what belongs to a row, its label included
LEGEND_COLUMNS = "width > 620 ? 6 : width > 330 ? 2 : 1"  # the legend is one line where there is room


def stacks(
    table: pd.DataFrame, *, chosen: Sequence[str] = (), clickable: bool = False, large: bool = False
) -> alt.LayerChart:
    """Every model a row of rectangles whose areas are parameters.

    Args:
        table: As :func:`components.family.tables.stacks.stack_table` makes it.
        chosen: Names of models that are highlighted; none highlights them all.
        clickable: Whether a click anywhere in a row selects its model (see ``PICKED``).
        large: Whether letters are as large as the rows allow, for an audience.
    """
    kinds = [kind for kind in KINDS if kind in set(table["kind"])]
    colours = [PART_COLOURS[kind] for kind in kinds]
    rows, pitch = table["row"].nunique(), row_pitch(float((table["y2"] - table["y"]).max()))
    y = alt.Scale(domain=[-_ABOVE * pitch, (rows - 1) * pitch + _BELOW * pitch], reverse=True, nice=False)
    x = alt.Scale(domain=[0, float(table["x2"].max())], nice=False)
    cursor: Any = "pointer" if clickable else alt.Undefined
    base = alt.Chart(inline_data(table))
    blocks = base.mark_rect(stroke="white", strokeWidth=0.4, cursor=cursor).encode(
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
                columns=alt.ExprRef(LEGEND_COLUMNS),
                labelFontSize=LARGE_TYPE if large else TYPE_SIZE - 2,
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
    first = table.groupby("row").agg(
        key=("key", "first"), name=("name", "first"), label=("label", "first"), y=("y", "min")
    )
    names = first.reset_index().assign(
        top=[(row - _ABOVE) * pitch + 1 for row in range(rows)],
        bottom=[(row + 1 - _ABOVE) * pitch - 1 for row in range(rows)],
        start=0.0,
        end=float(table["x2"].max()),
    )
    rows_chart = alt.Chart(names)
    # Each label rests on its own stack: halfway between two of them, nobody could say which one it names.
    labels = rows_chart.mark_text(
        align="left",
        baseline="bottom",
        dx=2,
        dy=-1,
        fontSize=LARGE_TYPE if large else TYPE_SIZE - 3,
        color=alt.ExprRef(INK),
        cursor=cursor,
    ).encode(x=alt.datum(0), y=alt.Y("y:Q", scale=y), text="label:N")
    layers = [blocks, labels]
    if clickable:
        # A thin stack is hard to hit, so the whole row takes the click; selections hear clicks on all layers.
        whole = rows_chart.mark_rect(opacity=0, cursor="pointer").encode(
            x=alt.X("start:Q", scale=x, axis=None), x2="end:Q", y=alt.Y("top:Q", scale=y, axis=None), y2="bottom:Q"
        )
        picked = alt.selection_point(name=PICKED, fields=["key"], toggle=False, clear=False, empty=False)
        layers = [whole.add_params(picked), *layers]
    chart: alt.LayerChart = alt.LayerChart(layer=layers).properties(
        height=ROW_HEIGHT * rows + LEGEND_ROW * -(-len(kinds) // 3)
    )
    return chart
