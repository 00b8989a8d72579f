"""Stacks of layers, drawn to scale."""

import json
from collections.abc import Sequence
from typing import Any

import altair as alt
import pandas as pd

from components.charts.lines import inline_data
from components.charts.theme import INK, PART_COLOURS, TYPE_SIZE
from components.family.tables.stacks import ATTENTION, HEIGHT, KINDS, TABLES

ROW_HEIGHT, LARGE_ROW_HEIGHT, LEGEND_ROW = 29, 44, 36  # pixels
COLOURS = dict(zip(KINDS, map(PART_COLOURS.__getitem__, ("embeddings", "attention", "feed-forward")), strict=True))
LARGE_TYPE = 21  # pixels, for an audience: the rows leave no room for more
FAINT = 0.16  # of the page's ink: models that are not compared, without their parts
PICKED = "picked"  # the selection that a click on a row makes; it holds the model's key
LEGEND_COLUMNS = "width > 400 ? 3 : 1"  # the legend is one line where there is room
LEGEND_NAMES = {TABLES: "word vectors (embeddings)", ATTENTION: "attention (one stripe a layer)"}
NAME_WIDTH, LARGE_NAME_WIDTH = 140, 190  # pixels


def stacks(
    table: pd.DataFrame, *, chosen: Sequence[str] = (), clickable: bool = False, large: bool = False
) -> alt.LayerChart:
    """Every model a row of rectangles whose lengths are parameters, its name on the left, its size at the end.

    Args:
        table: As :func:`components.family.tables.stacks.stack_table` makes it.
        chosen: Names of models whose parts are coloured; none colours them all.
        clickable: Whether a click anywhere in a row selects its model (see ``PICKED``).
        large: Whether letters are as large as the rows allow, for an audience.
    """
    kinds = [kind for kind in KINDS if kind in set(table["kind"])]
    rows = table["row"].nunique()
    is_chosen = table["name"].isin(list(chosen)) if chosen else pd.Series(True, index=table.index)
    type_size = LARGE_TYPE if large else TYPE_SIZE - 3
    name_width = LARGE_NAME_WIDTH if large else NAME_WIDTH
    ends = table.groupby("row", as_index=False).agg(
        key=("key", "first"), name=("name", "first"), figure=("figure", "first"), end=("x2", "max")
    )
    ends = ends.assign(
        start=0.0,
        upper=ends["row"] - HEIGHT / 2,
        lower=ends["row"] + HEIGHT / 2,
        top=ends["row"] - 0.49,
        bottom=ends["row"] + 0.49,
        weight=[700 if not chosen or name in chosen else 400 for name in ends["name"]],
    )
    scale = alt.Scale(domain=[-0.5, rows - 0.5], reverse=True, nice=False)
    x_scale = alt.Scale(domain=[0, float(table["x2"].max())], range=[0, alt.ExprRef(f"width - {7 * type_size}")])
    x: Any = alt.X("x:Q", scale=x_scale, axis=None)
    cursor: Any = "pointer" if clickable else alt.Undefined
    bold = f"indexof({json.dumps([row for row, name in enumerate(ends['name']) if name in chosen])}, datum.value) >= 0"
    names = alt.Axis(
        title=None,
        domain=False,
        ticks=False,
        grid=False,
        values=[*range(rows)],
        labelExpr=f"{json.dumps(ends['name'].to_list())}[datum.value]",
        labelFontSize=type_size,
        labelFontWeight=alt.condition(bold, alt.value(700), alt.value(400)),
        labelColor=alt.ExprRef(INK),
        labelLimit=name_width,
        minExtent=name_width,
        labelOverlap=False,
        labelFlush=False,
    )
    y: dict[str, Any] = {"scale": scale, "axis": names}
    blocks = (
        alt.Chart(inline_data(table[is_chosen]))
        .mark_rect(stroke="white", strokeWidth=0.4, cursor=cursor)
        .encode(
            x=x,
            x2="x2:Q",
            y=alt.Y("y:Q", **y),
            y2="y2:Q",
            color=alt.Color(
                "kind:N",
                scale=alt.Scale(domain=kinds, range=[COLOURS[kind] for kind in kinds]),
                legend=alt.Legend(
                    title=None,
                    orient="top",
                    offset=6,
                    columns=alt.ExprRef(LEGEND_COLUMNS),
                    labelFontSize=type_size,
                    labelColor=alt.ExprRef(INK),
                    labelExpr=f"({json.dumps(LEGEND_NAMES)})[datum.label] || datum.label",
                    symbolStrokeWidth=0,
                    labelLimit=0,
                ),
            ),
            tooltip=[
                alt.Tooltip("name:N", title="Model"),
                alt.Tooltip("part:N", title="Part"),
                alt.Tooltip("count:Q", title="Parameters", format=","),
            ],
        )
    )
    # On a phone, the size alone stands at the end.
    base = alt.Chart(ends).transform_calculate(at_end="width > 500 ? datum.figure : split(datum.figure, ',')[0]")
    others = (
        base.transform_filter("datum.weight == 400")
        .mark_rect(color=alt.ExprRef(INK), opacity=FAINT, cursor=cursor, aria=False)
        .encode(x=alt.X("start:Q", scale=x_scale, axis=None), x2="end:Q", y=alt.Y("upper:Q", **y), y2="lower:Q")
    )
    figures = base.mark_text(
        align="left", baseline="middle", dx=8, dy=1, fontSize=type_size, color=alt.ExprRef(INK), cursor=cursor
    ).encode(x=alt.X("end:Q", scale=x_scale, axis=None), y=alt.Y("row:Q", **y), text="at_end:N")
    layers = [others, blocks, figures]
    if clickable:
        # The whole row takes the click, its name included; selections hear clicks on all layers.
        whole = base.mark_rect(opacity=0, cursor="pointer", aria=False).encode(
            x=alt.value(-name_width), x2=alt.value("width"), y=alt.Y("top:Q", **y), y2="bottom:Q"
        )
        picked = alt.selection_point(name=PICKED, fields=["key"], toggle=False, clear=False, empty=False)
        layers = [whole.add_params(picked), *layers]
    chart: alt.LayerChart = alt.LayerChart(layer=layers).properties(
        height=(LARGE_ROW_HEIGHT if large else ROW_HEIGHT) * rows + LEGEND_ROW
    )
    return chart
