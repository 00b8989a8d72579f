"""A sentence as a strip of cells, coloured by surprisal and wrapped to the page's width."""

from typing import Literal

import altair as alt
import pandas as pd

from components.charts.cells import ink_on
from components.charts.guides import legend
from components.charts.theme import INK, sequential_colours

CELL_WIDTH, PHONE_CELL_WIDTH = 190, 108  # pixels, at least; the second fits a word of nine letters
LINE_HEIGHT, CELL_HEIGHT = 154, 96
GAP = 4
READABLE = 4  # colours, from the page’s: words on the others are hard to read from the last row
BITS_LIMIT = 10  # the darkest colour: a probability of 1 in 1,024


def surprisal_strip(table: pd.DataFrame) -> alt.LayerChart:
    """One cell per token with its rank, coloured by surprisal; below it, the word that the model expected instead.

    Args:
        table: As :func:`components.fill.tables.surprisal.surprisal_table` makes it.
    """
    # Laid out by the browser, which knows the width of the figure: lines of about equal length.
    count = len(table)
    a_line = f"max(1, floor(width / (width < 600 ? {PHONE_CELL_WIDTH} : {CELL_WIDTH})))"
    columns = f"ceil({count} / ceil({count} / {a_line}))"
    across = f"width / {columns}"
    base = (
        alt.Chart(table)
        .transform_calculate(
            line=f"floor(datum.place / {columns})",
            left=f"(datum.place % {columns}) * {across} + {GAP / 2}",
            right=f"(datum.place % {columns} + 1) * {across} - {GAP / 2}",
            middle=f"(datum.place % {columns} + 0.5) * {across}",
            ending="floor(datum.rank / 10) % 10 === 1 ? 'th' : (['th', 'st', 'nd', 'rd'][datum.rank % 10] || 'th')",
            place_of="!datum.scored ? 'blank' : datum.rank === 1 ? 'first guess' "
            ": format(datum.rank, ',') + datum.ending + ' guess'",
            expected="datum.note ? 'expected' : ''",
        )
        .encode(y=alt.Y("line:O", axis=None, scale=alt.Scale(padding=0)))
    )
    colour = alt.Color(
        "bits:Q",
        scale=alt.Scale(domain=[0, BITS_LIMIT], range=sequential_colours()[:READABLE], clamp=True),
        legend=legend(
            "How surprising is each word when it is hidden?",
            gradientLength=320,
            values=[0, BITS_LIMIT],
            labelExpr="datum.value ? 'very' : 'not at all'",
        ),
    )
    cells = base.mark_rect(
        cornerRadius=4,
        height=CELL_HEIGHT,
        yOffset=-(LINE_HEIGHT - CELL_HEIGHT) / 2 + GAP,
        stroke=alt.ExprRef(INK),  # some cells have the lightness of the page
        strokeOpacity=0.6,
        invalid=None,  # a blank has no value but still a cell
    ).encode(
        x=alt.X("left:Q", scale=None, axis=None),
        x2="right:Q",
        color=colour,
        fillOpacity=alt.condition("datum.scored", alt.value(1), alt.value(0)),
        tooltip=[
            alt.Tooltip("word:N", title="Token"),
            alt.Tooltip("bits:Q", title="Surprisal (bits)", format=".2f"),
            alt.Tooltip("probability:Q", title="Probability", format=".6f"),
            alt.Tooltip("rank:Q", title="Rank", format=","),
            alt.Tooltip("first_choice:N", title="First choice"),
        ],
    )
    on_cell = alt.value(alt.ExprRef(f"datum.scored ? ({ink_on('bits')}) : ({INK})"))
    strip: alt.LayerChart = (
        alt.layer(
            cells,
            _texts(base, "word:N", size=20, weight=600, offset=-39).encode(color=on_cell),
            _texts(base, "place_of:N", size=16, weight=400, offset=-12).encode(color=on_cell),
            _texts(base, "expected:N", size=15, weight=400, offset=37).encode(color=alt.value(alt.ExprRef(INK))),
            _texts(base, "note:N", size=18, weight=600, offset=59).encode(color=alt.value(alt.ExprRef(INK))),
        )
        .properties(height=alt.Step(LINE_HEIGHT))
        .configure_view(stroke=None)
    )
    return strip


def _texts(base: alt.Chart, field: str, *, size: int, weight: Literal[400, 600], offset: int) -> alt.Chart:
    """One line of text of every cell, ``offset`` pixels below the middle of its row."""
    texts: alt.Chart = base.mark_text(
        fontSize=size,
        fontWeight=weight,
        dy=offset,
        limit=alt.ExprRef(f"width < 600 ? {PHONE_CELL_WIDTH - 2 * GAP} : {CELL_WIDTH - 2 * GAP}"),
        baseline="middle",
    ).encode(x=alt.X("middle:Q", scale=None, axis=None), text=field)
    return texts
