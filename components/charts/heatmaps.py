"""Attention weights as heat maps, labelled with tokens, and as bars."""

import json
from typing import Literal

import altair as alt
import pandas as pd

from components.charts.cells import ink_on
from components.charts.guides import cell_axis, legend
from components.charts.labelled import labelled_bars
from components.charts.theme import COLOUR, INK, SECOND_COLOUR, TYPE_SIZE
from components.tables.numbers import fixed, signed_or_zero

TOKEN_LIMIT = 40  # per side: in larger maps, cells are too small to point at
NUMBERED_LIMIT = 12  # per side: up to here, cells have room for their number
CELL, SMALL_CELL = 32, 20  # pixels
MIN_TYPE_SIZE = 11  # pixels: where numbers would be smaller, as on a phone, they are left out
LABEL_WIDTH = 150
MIN_SPAN = 0.05  # of the colour scale, so that tiny changes do not look large
SIGN_THRESHOLD = 0.25  # of the largest change: smaller ones get no sign
HEAD_WIDTH = 150  # pixels for "layer 12, head 12"


def attention_heatmap(table: pd.DataFrame, *, beside: int = 0) -> alt.LayerChart:
    """Heat map of one attention matrix, on a colour scale that is fixed to [0, 1].

    Colour follows the square root of the weight, so that small weights differ visibly from zero.

    Args:
        table: As :func:`components.tables.attention_weights.matrix_table` makes it.
        beside: Number of tokens of the map beside it, if there is one: both have numbers in their cells, or none has.

    Raises:
        ValueError: It has more than :data:`TOKEN_LIMIT` tokens a side.
    """
    return _weights(table, beside=beside)


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


def difference_heatmap(table: pd.DataFrame) -> alt.LayerChart:
    """Heat map of changes in weight, on a scale symmetric about 0: orange for less, blue for more.

    The two hues are distinguishable with any colour vision; larger changes also have their sign in the cell.

    Args:
        table: As :func:`components.attention.tables.pairs.difference_table` makes it.

    Raises:
        ValueError: It has more than :data:`TOKEN_LIMIT` tokens a side.
    """
    widest = max(MIN_SPAN, float(table["change"].abs().max()))
    ends: list[str | alt.ExprRef] = [SECOND_COLOUR, alt.ExprRef("background"), COLOUR]
    colour = alt.Color(
        "change:Q",
        scale=alt.Scale(domain=[-widest, 0, widest], range=ends, interpolate="lab"),
        legend=_legend("Second sentence minus first", [-widest, 0, widest]),
    )
    tooltip = alt.Tooltip("shown:N", title="Change in weight")
    least = SIGN_THRESHOLD * widest
    table = table.assign(
        number=[signed_or_zero(change, 2) for change in table["change"]],
        # A format with a plus would write "−0.0000" for small changes.
        shown=[signed_or_zero(change, 4) for change in table["change"]],
        sign=["" if abs(change) < least else "+" if change > 0 else "−" for change in table["change"]],
    )
    return _heatmap(table, value="change", colour=colour, tooltip=tooltip)


def received_bars(table: pd.DataFrame) -> alt.LayerChart:
    """One bar per token, special tokens in the second colour.

    Args:
        table: As :func:`components.tables.attention_weights.received_table` makes it.
    """
    return labelled_bars(
        table, value="received", name="token", figure="figure", other="datum.special", title="Attention received"
    )


def segment_bars(table: pd.DataFrame) -> alt.LayerChart:
    """One bar per direction between two sentences, and one per sentence for attention to special tokens.

    Args:
        table: As :func:`components.attention.tables.pairs.segment_table` makes it.
    """
    to_marks = "datum.receiver === 'special tokens'"
    return labelled_bars(table, value="share", name="name", figure="figure", other=to_marks, title="Share of attention")


def changed_head_bars(table: pd.DataFrame) -> alt.LayerChart:
    """One bar per head: how much of a word's attention moved.

    Args:
        table: As :func:`components.attention.tables.pairs.changed_heads_table` makes it.
    """
    return labelled_bars(
        table,
        value="distance",
        name="name",
        figure="figure",
        title="Share of attention that moved",
        name_width=HEAD_WIDTH,
    )


def _weights(table: pd.DataFrame, *, beside: int = 0) -> alt.LayerChart:
    """Heat map of the column ``weight``; NaN marks cells without a number."""
    numbers = ["" if pd.isna(weight) else fixed(weight, 2) for weight in table["weight"]]
    table = table.assign(number=numbers, sign="")
    colour = alt.Color(
        "weight:Q", scale=alt.Scale(type="sqrt", domain=[0, 1]), legend=_legend("Attention weight", [0, 0.1, 0.5, 1])
    )
    tooltip = alt.Tooltip("weight:Q", title="Weight", format=".4f")
    return _heatmap(table, value="weight", colour=colour, tooltip=tooltip, beside=beside)


def _heatmap(
    table: pd.DataFrame, *, value: str, colour: alt.Color, tooltip: alt.Tooltip, beside: int = 0
) -> alt.LayerChart:
    """Coloured cells, each with its ``number`` or, in cells too small for that, its ``sign``."""
    side = _side(table)
    if side > TOKEN_LIMIT:
        raise ValueError(f"expected at most {TOKEN_LIMIT} tokens a side, got {side}")
    side = max(side, beside)
    base = alt.Chart(table).encode(
        x=alt.X("key:O", axis=_tokens(table, "key", "looks at (key)", orient="top")),
        y=alt.Y("query:O", axis=_tokens(table, "query", "token (query)", orient="left")),
        tooltip=[
            alt.Tooltip("query_label:N", title="Token"),
            alt.Tooltip("key_label:N", title="Looks at"),
            tooltip,
        ],
    )
    # The outline separates cells that are as light, or as dark, as the page.
    cells = base.mark_rect(stroke=alt.ExprRef(INK), strokeOpacity=0.25).encode(color=colour)
    size = f"min({TYPE_SIZE - 2}, width / {2.6 * side})"
    room = f"{size} >= {MIN_TYPE_SIZE}" if side <= NUMBERED_LIMIT else "false"
    written = base.transform_calculate(written=f"{room} ? datum.number : datum.sign").transform_filter("datum.written")
    texts = written.mark_text(fontSize=alt.ExprRef(f"max({MIN_TYPE_SIZE}, {size})"), color=alt.ExprRef(ink_on(value)))
    layers = [cells, texts.encode(text="written:N")]
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
