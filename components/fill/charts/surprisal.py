"""A sentence as a strip of cells, coloured by surprisal and wrapped to the page's width."""

from typing import Literal

import altair as alt
import pandas as pd

from components.charts.cells import ink_on
from components.charts.guides import legend
from components.charts.theme import INK, sequential_colours

CELL_WIDTH = 108  # pixels, at least; fits a word of ten letters
LINE_HEIGHT = 116
CELL_HEIGHT = 58
GAP = 4
BITS_LIMIT = 16  # the darkest colour: a probability of 1 in 65,536
# Laid out by the browser, which knows the width of the figure.
COLUMNS = f"max(1, floor(width / {CELL_WIDTH}))"


def surprisal_strip(table: pd.DataFrame) -> alt.LayerChart:
    """One cell per token with its surprisal; below it, the token's rank and the model's first choice.

    Args:
        table: As :func:`components.fill.tables.surprisal.surprisal_table` makes it.
    """
    across = f"width / {COLUMNS}"
    base = (
        alt.Chart(table)
        .transform_calculate(
            line=f"floor(datum.place / {COLUMNS})",
            left=f"(datum.place % {COLUMNS}) * {across} + {GAP / 2}",
            right=f"(datum.place % {COLUMNS} + 1) * {across} - {GAP / 2}",
            middle=f"(datum.place % {COLUMNS} + 0.5) * {across}",
            place_of="datum.scored ? 'no. ' + format(datum.rank, ',') : ''",
        )
        .encode(y=alt.Y("line:O", axis=None, scale=alt.Scale(padding=0)))
    )
    colour = alt.Color(
        "bits:Q",
        scale=alt.Scale(domain=[0, BITS_LIMIT], range=sequential_colours(), clamp=True),
        legend=legend(
            "Surprisal in bits (more: less expected)",
            gradientLength=320,
            labelExpr=f"datum.value < {BITS_LIMIT} ? datum.label : datum.label + ' or more'",
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
            _texts(base, "word:N", size=18, weight=600, offset=-38).encode(color=on_cell),
            _texts(base, "figure:N", size=16, weight=400, offset=-15).encode(color=on_cell),
            _texts(base, "place_of:N", size=16, weight=400, offset=14).encode(color=alt.value(alt.ExprRef(INK))),
            _texts(base, "note:N", size=16, weight=600, offset=35).encode(color=alt.value(alt.ExprRef(INK))),
        )
        .properties(height=alt.Step(LINE_HEIGHT))
        .configure_view(stroke=None)
    )
    return strip


def _texts(base: alt.Chart, field: str, *, size: int, weight: Literal[400, 600], offset: int) -> alt.Chart:
    """One line of text of every cell, ``offset`` pixels below the middle of its row."""
    texts: alt.Chart = base.mark_text(
        fontSize=size, fontWeight=weight, dy=offset, limit=CELL_WIDTH - 2 * GAP, baseline="middle"
    ).encode(x=alt.X("middle:Q", scale=None, axis=None), text=field)
    return texts
