"""A text as cells, coloured by label and wrapped to the chart's width."""

from typing import Literal

import altair as alt
import pandas as pd

from components.charts.theme import INK, KIND_COLOURS

CELL_WIDTH = 108  # pixels, the minimum: eleven on a small laptop
CELL_HEIGHT, TALL = 90, 130  # the second where one line of a small laptop holds all words
ONE_LINE = 11  # words
BELOW = 90  # of a cell: its label
GAP = 4
MIDDLE = GAP - BELOW // 2  # of a cell, from the middle of its line
# Only the browser knows the width of the chart, so Vega expressions lay out the cells.
COLUMNS = f"max(1, floor(width / {CELL_WIDTH}))"


def word_cells(table: pd.DataFrame) -> alt.LayerChart:
    """One cell per word; below a word with a colour, its label and the label's probability.

    Args:
        table: As :func:`components.tasks.tables.words.word_table` makes it.
    """
    height = TALL if len(table) <= ONE_LINE else CELL_HEIGHT
    across = f"width / {COLUMNS}"
    kinds = sorted(kind for kind in set(table["kind"]) if kind)
    base = (
        alt.Chart(table)
        .transform_calculate(
            line=f"floor(datum.place / {COLUMNS})",
            left=f"(datum.place % {COLUMNS}) * {across} + {GAP / 2}",
            right=f"(datum.place % {COLUMNS} + 1) * {across} - {GAP / 2}",
            middle=f"(datum.place % {COLUMNS} + 0.5) * {across}",
        )
        .encode(y=alt.Y("line:O", axis=None, scale=alt.Scale(padding=0)))
    )
    labelled = base.transform_filter("datum.kind !== ''").transform_calculate(sure="datum.figure + ' sure'")
    colours = [KIND_COLOURS[place % len(KIND_COLOURS)] for place in range(len(kinds))]
    cells = base.mark_rect(
        cornerRadius=4,
        height=height,
        yOffset=MIDDLE,
        stroke=alt.ExprRef(INK),
        strokeOpacity=0.5,
    ).encode(
        x=alt.X("left:Q", scale=None, axis=None),
        x2="right:Q",
        color=alt.Color("kind:N", scale=alt.Scale(domain=kinds, range=colours), legend=None)
        if kinds
        else alt.value("transparent"),
        fillOpacity=alt.condition("datum.kind !== ''", alt.value(0.4), alt.value(0)),
        tooltip=[
            alt.Tooltip("word:N", title="Word"),
            alt.Tooltip("pieces:N", title="Word pieces"),
            alt.Tooltip("tag:N", title="Tag"),
            alt.Tooltip("probability:Q", title="Probability", format=".4f"),
        ],
    )
    strip: alt.LayerChart = (
        alt.layer(
            cells,
            _line(base, "word", size=20, weight=600, offset=MIDDLE),
            _line(labelled, "label", size=18, weight=600, offset=MIDDLE + height // 2 + 18),
            _line(labelled, "sure", size=17, weight=400, offset=MIDDLE + height // 2 + 44),
        )
        .properties(height=alt.Step(height + BELOW))
        .configure_view(stroke=None)
    )
    return strip


def _line(base: alt.Chart, field: str, *, size: int, weight: Literal[400, 600], offset: int) -> alt.Chart:
    texts: alt.Chart = base.mark_text(
        fontSize=size,
        fontWeight=weight,
        dy=offset,
        limit=alt.ExprRef(f"width / {COLUMNS} - {2 * GAP}"),
        baseline="middle",
    ).encode(x=alt.X("middle:Q", scale=None, axis=None), text=f"{field}:N", color=alt.value(alt.ExprRef(INK)))
    return texts
