"""Attention weights as heat maps, labelled with tokens, and as bars."""

import json
from typing import Literal

import altair as alt
import pandas as pd

from components.charts.cells import ink_on
from components.charts.guides import cell_axis, legend
from components.charts.labelled import labelled_bars
from components.charts.theme import INK, TYPE_SIZE
from components.tables.numbers import fixed

TOKEN_LIMIT = 40  # per side: in larger maps, cells are too small to point at
NUMBERED_LIMIT = 12  # per side: up to here, cells have room for their number
CELL, SMALL_CELL = 32, 20  # pixels
MIN_TYPE_SIZE = 11  # pixels: where numbers would be smaller, as on a phone, they are left out
LABEL_WIDTH = 150


def attention_heatmap(table: pd.DataFrame) -> alt.LayerChart:
    """Heat map of one attention matrix, on a colour scale that is fixed to [0, 1].

    Colour follows the square root of the weight, so that small weights differ visibly from zero.

    Args:
        table: As :func:`components.tables.attention_weights.matrix_table` makes it.

    Raises:
        ValueError: It has more than :data:`TOKEN_LIMIT` tokens a side.
    """
    return _weights(table)


def masked_heatmap(table: pd.DataFrame) -> alt.LayerChart:
    """Heat map of one attention matrix, with crosses in masked cells.

    Args:
        table: As :func:`components.masks.tables.grids.mask_matrix_table` makes it.

    Raises:
        ValueError: It has more than :data:`TOKEN_LIMIT` tokens a side.
    """
    visible = table.assign(weight=table["weight"].where(table["visible"]))
    chart = _weights(visible)
    hidden = alt.Chart(table[~table["visible"]]).encode(
        x=alt.X("key:O", axis=_tokens(table, "key", "looks at (key)", orient="top")),
        y=alt.Y("query:O", axis=_tokens(table, "query", "token (query)", orient="left")),
        tooltip=[alt.Tooltip("query_label:N", title="Token"), alt.Tooltip("key_label:N", title="Hidden from it")],
    )
    chart.layer.append(hidden.mark_text(text="×", fontSize=TYPE_SIZE, color=alt.ExprRef(INK)))
    return chart


def segment_bars(table: pd.DataFrame) -> alt.LayerChart:
    """One bar per direction between two sentences, and one per sentence for attention to special tokens.

    Args:
        table: As :func:`components.attention.tables.pairs.segment_table` makes it.
    """
    to_marks = "datum.receiver === 'special tokens'"
    return labelled_bars(table, value="share", name="name", figure="figure", other=to_marks, title="Share of attention")


def _weights(table: pd.DataFrame) -> alt.LayerChart:
    """Heat map of the column ``weight``; NaN marks cells without a number."""
    side = _side(table)
    if side > TOKEN_LIMIT:
        raise ValueError(f"expected at most {TOKEN_LIMIT} tokens a side, got {side}")
    table = table.assign(number=["" if pd.isna(weight) else fixed(weight, 2) for weight in table["weight"]])
    base = alt.Chart(table).encode(
        x=alt.X("key:O", axis=_tokens(table, "key", "looks at (key)", orient="top")),
        y=alt.Y("query:O", axis=_tokens(table, "query", "token (query)", orient="left")),
        tooltip=[
            alt.Tooltip("query_label:N", title="Token"),
            alt.Tooltip("key_label:N", title="Looks at"),
            alt.Tooltip("weight:Q", title="Weight", format=".4f"),
        ],
    )
    colour = alt.Color(
        "weight:Q", scale=alt.Scale(type="sqrt", domain=[0, 1]), legend=_legend("Attention weight", [0, 0.1, 0.5, 1])
    )
    # The outline separates cells that are as light, or as dark, as the page.
    layers = [base.mark_rect(stroke=alt.ExprRef(INK), strokeOpacity=0.25).encode(color=colour)]
    if side <= NUMBERED_LIMIT:
        size = f"min({TYPE_SIZE - 2}, width / {2.6 * side})"
        written = base.transform_calculate(written=f"{size} >= {MIN_TYPE_SIZE} ? datum.number : ''")
        texts = written.transform_filter("datum.written").mark_text(
            fontSize=alt.ExprRef(f"max({MIN_TYPE_SIZE}, {size})"), color=alt.ExprRef(ink_on("weight"))
        )
        layers.append(texts.encode(text="written:N"))
    # A step and not a height: axes and legend would be subtracted from a height.
    height = alt.Step(CELL if side <= NUMBERED_LIMIT else SMALL_CELL)
    chart: alt.LayerChart = alt.LayerChart(layer=layers).properties(height=height)
    return chart


def _side(table: pd.DataFrame) -> int:
    return int(table["query"].nunique())


def _tokens(table: pd.DataFrame, column: str, title: str, *, orient: Literal["top", "left"]) -> alt.Axis:
    """An axis over positions, labelled with their tokens."""
    tokens = table.drop_duplicates(column)
    positions, labels = json.dumps(tokens[column].tolist()), json.dumps(tokens[f"{column}_label"].tolist())
    size = TYPE_SIZE - 2 if len(tokens) <= NUMBERED_LIMIT else TYPE_SIZE - 4
    return cell_axis(
        title,
        orient=orient,
        labelExpr=f"{labels}[indexof({positions}, datum.value)]",
        labelAngle=-50 if orient == "top" else 0,
        labelAlign="left" if orient == "top" else "right",
        labelOverlap=False,
        labelPadding=6,
        labelFontSize=size,
        labelLimit=LABEL_WIDTH,
    )


def _legend(title: str, values: list[float]) -> alt.Legend:
    return legend(title, orient="bottom", values=values, format=".2~f")
