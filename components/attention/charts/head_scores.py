"""Charts of head scores: a grid of all heads, and bars of the best heads with their baseline."""

import altair as alt
import pandas as pd

from components.charts.cells import NUMBERED_CELL_LIMIT, ink_on
from components.charts.guides import cell_axis, legend
from components.charts.rows_beside import row_labels, with_row_figures
from components.charts.theme import COLOUR, INK, SECOND_COLOUR, TYPE_SIZE, sequential_colours
from components.tables.numbers import fixed

CELL_HEIGHT, SMALL_CELL_HEIGHT = 48, 26  # pixels
NAME_WIDTH, FIGURE_WIDTH = 160, 130


def head_grid(table: pd.DataFrame, *, title: str) -> alt.LayerChart:
    """Layers from top to bottom, heads from left to right; small grids show the score in each cell.

    Heads that are named for this pattern have a thick border.

    Args:
        table: Rows of one pattern, as :func:`components.attention.tables.head_scores.heads_by_score` makes them.
        title: The name of the score, with its unit.
    """
    numbered = len(table) <= NUMBERED_CELL_LIMIT
    base = alt.Chart(table.assign(number=[fixed(score, 2) for score in table["score"]])).encode(
        x=alt.X("head:O", axis=cell_axis("Head"), scale=alt.Scale(padding=0.06)),
        y=alt.Y("layer:O", axis=cell_axis("Layer"), scale=alt.Scale(padding=0.06)),
    )
    cells = base.mark_rect(cornerRadius=3, stroke=alt.ExprRef(INK)).encode(
        color=alt.Color(
            "score:Q",
            scale=alt.Scale(domain=[0, 1], range=sequential_colours()),
            legend=legend(title),
        ),
        strokeWidth=alt.condition("datum.named", alt.value(4), alt.value(0.5)),
        tooltip=_tooltip(),
    )
    numbers = base.mark_text(fontSize=TYPE_SIZE).encode(text="number:N", color=alt.value(alt.ExprRef(ink_on("score"))))
    grid: alt.LayerChart = alt.LayerChart(layer=[cells, numbers] if numbered else [cells]).properties(
        height=alt.Step(CELL_HEIGHT if numbered else SMALL_CELL_HEIGHT)
    )
    return grid


def head_bars(table: pd.DataFrame, *, count: int = 10) -> alt.LayerChart:
    """The heads with the highest scores, one per row, with a tick at the baseline.

    Args:
        table: As for :func:`head_grid`, the highest score first.
        count: Number of rows.
    """
    shown = table.head(count)
    base = alt.Chart(shown)
    across = alt.X("score:Q", axis=None, scale=alt.Scale(domain=[0, 1]))
    rows = alt.Y("row:O", axis=row_labels(shown["name"], orient="left", width=NAME_WIDTH))
    bars = base.mark_bar(cornerRadiusEnd=4, height={"band": 0.72}).encode(
        x=across,
        y=rows,
        color=alt.condition("datum.named", alt.value(COLOUR), alt.value(SECOND_COLOUR)),
        tooltip=_tooltip(),
    )
    ticks = base.mark_tick(color=alt.ExprRef(INK), opacity=1, thickness=4, height={"band": 0.9}).encode(
        x=alt.X("baseline:Q", axis=None, scale=alt.Scale(domain=[0, 1])), y=rows, tooltip=_tooltip()
    )
    return with_row_figures([bars, ticks], shown, figure="figure", width=FIGURE_WIDTH)


def _tooltip() -> list[alt.Tooltip]:
    return [
        alt.Tooltip("name:N", title="Head"),
        alt.Tooltip("score:Q", title="Score", format=".3f"),
        alt.Tooltip("baseline:Q", title="Baseline", format=".3f"),
        alt.Tooltip("error:Q", title="Standard error", format=".3f"),
        alt.Tooltip("label:N", title="Named"),
    ]
