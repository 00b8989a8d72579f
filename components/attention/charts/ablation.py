"""Charts of head ablation: the importance of every head, and the prediction with and without heads."""

import altair as alt
import pandas as pd

from components.charts.cells import NUMBERED_CELL_LIMIT, diverging_scale, ink_on
from components.charts.guides import cell_axis, legend
from components.charts.pairs import paired_bars
from components.charts.theme import INK, TYPE_SIZE

CELL_HEIGHT = 44  # pixels
SMALL_CELL_HEIGHT = 24
LEAST_SPAN = 0.1  # bits; keeps tiny values from filling the colour scale
NAMES = ("with all heads on", "with the chosen heads off")


def change_bars(table: pd.DataFrame) -> alt.LayerChart:
    """Two bars per word: its probability with all heads, and without those that are off.

    Args:
        table: As :func:`components.attention.tables.ablation.change_table` makes it.
    """
    return paired_bars(table, NAMES, side="Heads")


def importance_heatmap(table: pd.DataFrame) -> alt.LayerChart:
    """One cell per head: the bits that the answer loses without it, blue, or gains, negative and orange.

    Args:
        table: As :func:`components.attention.tables.ablation.importance_table` makes it.
    """
    span = max(LEAST_SPAN, float(table["bits"].abs().max()))
    written = len(table) <= NUMBERED_CELL_LIMIT
    base = alt.Chart(table).encode(
        x=alt.X("head:O", axis=cell_axis("Head", orient="top"), scale=alt.Scale(padding=0)),
        y=alt.Y("layer:O", axis=cell_axis("Layer"), scale=alt.Scale(padding=0)),
    )
    colour = alt.Color(
        "bits:Q",
        scale=diverging_scale(span),
        legend=legend("Bits lost without the head (− gained)", orient="bottom", format=".2~f"),
    )
    # The middle of the scale is as light as a light page: a border keeps those cells cells.
    cells = base.mark_rect(stroke=alt.ExprRef(INK), strokeWidth=0.5, strokeOpacity=0.6).encode(
        color=colour,
        tooltip=[
            alt.Tooltip("name:N", title="Head"),
            alt.Tooltip("bits:Q", title="Lost by the answer (bits)", format=".4f"),
            alt.Tooltip("probability:Q", title="Probability left", format=".6f"),
        ],
    )
    marks = base.mark_text(fontSize=TYPE_SIZE - 2, color=alt.ExprRef(ink_on("bits")))
    if written:
        marks = marks.encode(text="figure:N")
    else:
        marks = marks.transform_filter("slice(datum.figure, 0, 1) === '−'").encode(text=alt.value("−"))
    # A step and not a height: axes and legend would be taken off a height, and the rows crowded.
    height = alt.Step(CELL_HEIGHT if written else SMALL_CELL_HEIGHT)
    layers: alt.LayerChart = alt.LayerChart(layer=[cells, marks]).properties(height=height)
    return layers
