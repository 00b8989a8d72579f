"""The chart of "Where from?": one bar per word, with the word on the left and a number at its end."""

import altair as alt
import pandas as pd

from components.charts.candidates import WORD_WIDTH
from components.charts.guides import axis, legend
from components.charts.rows_above import length_scale
from components.charts.rows_beside import end_figures, row_labels, rows_height
from components.charts.theme import COLOUR, INK, SECOND_COLOUR, TYPE_SIZE
from components.tables.numbers import percent_text

FIGURE_WIDTH, AXIS, LEGEND, HALO = 125, 40, 40, 10  # pixels
LESS, MORE = "less likely without this word", "more likely without it"


def occlusion_bars(table: pd.DataFrame) -> alt.LayerChart:
    """One row per token: how far the answer falls while that is hidden, too, from the line of what it was before.

    The longest bar is the word that matters most. Bars to the left of the line are gains.

    Args:
        table: As :func:`components.fill.tables.occlusion.occlusion_table` makes it.
    """
    known = table.dropna(subset="probability")
    before = float((known["probability"] + known["lost"]).max())
    domain = [min(0.0, float(known["lost"].min())), max(0.0, float(known["lost"].max()))]
    line = axis(
        None,
        orient="top",
        values=[0],
        labelExpr=f"'from {percent_text(before)}'",
        labelOverlap=False,
        labelLimit=400,
        labelAlign="left",
        gridColor=alt.ExprRef(INK),
        domain=False,
        ticks=False,
        gridDash=[6, 4],
        gridOpacity=1,
        gridWidth=2,
    )
    has_gains = bool((known["lost"] < 0).any())
    base = alt.Chart(table.assign(change=[MORE if lost < 0 else LESS for lost in table["lost"]]))
    bars = base.mark_bar(cornerRadiusEnd=4, height={"band": 0.72}, invalid=None).encode(
        x=alt.X("lost:Q", axis=line, scale=length_scale(domain, figure_width=FIGURE_WIDTH)),
        y=alt.Y("rank:O", axis=row_labels(table["word"], orient="left", width=WORD_WIDTH)),
        color=alt.Color(
            "change:N",
            scale=alt.Scale(domain=[LESS, MORE], range=[COLOUR, SECOND_COLOUR]),
            legend=legend(None, columns=alt.ExprRef("width > 360 ? 2 : 1")) if has_gains else None,
        ),
        tooltip=[
            alt.Tooltip("word:N", title="Masked as well"),
            alt.Tooltip("bits:Q", title="Lost by the answer (bits)", format=".3f"),
            alt.Tooltip("probability:Q", title="Probability left", format=".6f"),
        ],
    )
    figures = end_figures(base, value="lost", figure="figure", row="rank")
    # The line does not run through a figure.
    page = alt.ExprRef("background")
    halo = figures.mark_text(
        align="left", baseline="middle", dx=8, fontSize=TYPE_SIZE, stroke=page, strokeWidth=HALO, strokeJoin="round"
    )
    chart: alt.LayerChart = alt.LayerChart(layer=[bars, halo, figures]).properties(
        height=rows_height(len(table)) + AXIS + (LEGEND if has_gains else 0)
    )
    return chart
