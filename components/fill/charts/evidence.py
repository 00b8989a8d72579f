"""The chart of "Where from?": one bar per word, with the word on the left and a number at its end."""

import altair as alt
import pandas as pd

from components.charts.candidates import REST_OPACITY, WORD_WIDTH
from components.charts.guides import axis
from components.charts.rows_above import length_scale
from components.charts.rows_beside import end_figures, row_labels, rows_height
from components.charts.theme import COLOUR, INK, TYPE_SIZE
from components.tables.numbers import percent_text

FIGURE_WIDTH, AXIS, HALO = 100, 40, 10  # pixels


def occlusion_bars(table: pd.DataFrame) -> alt.LayerChart:
    """One row per token: what is left of the answer's probability while that token is hidden, too.

    A line shows the probability with every token in sight. The shortest bar is the token that matters most.

    Args:
        table: As :func:`components.fill.tables.occlusion.occlusion_table` makes it.
    """
    known = table.dropna(subset="probability")
    before = float((known["probability"] + known["lost"]).max())
    line = axis(
        None,
        orient="top",
        values=[before],
        labelExpr=f"'{percent_text(before)} with every word'",
        labelOverlap=False,
        labelLimit=400,
        labelAlign="right",
        gridColor=alt.ExprRef(INK),
        domain=False,
        ticks=False,
        gridDash=[6, 4],
        gridOpacity=1,
        gridWidth=2,
    )
    domain = [0.0, max(before, float(known["probability"].max()))]
    base = alt.Chart(table.assign(matters=table["lost"] == known["lost"].max()))
    bars = base.mark_bar(cornerRadiusEnd=4, height={"band": 0.72}, invalid=None, color=COLOUR).encode(
        x=alt.X("probability:Q", axis=line, scale=length_scale(domain, figure_width=FIGURE_WIDTH)),
        y=alt.Y("rank:O", axis=row_labels(table["word"], orient="left", width=WORD_WIDTH)),
        opacity=alt.condition("datum.matters", alt.value(1), alt.value(REST_OPACITY)),
        tooltip=[
            alt.Tooltip("word:N", title="Masked as well"),
            alt.Tooltip("bits:Q", title="Lost by the answer (bits)", format=".3f"),
            alt.Tooltip("probability:Q", title="Probability left", format=".6f"),
        ],
    )
    figures = end_figures(base, value="probability", figure="figure", row="rank")
    # The line does not run through a figure.
    page = alt.ExprRef("background")
    halo = figures.mark_text(
        align="left", baseline="middle", dx=8, fontSize=TYPE_SIZE, stroke=page, strokeWidth=HALO, strokeJoin="round"
    )
    chart: alt.LayerChart = alt.LayerChart(layer=[bars, halo, figures]).properties(
        height=rows_height(len(table)) + AXIS
    )
    return chart
