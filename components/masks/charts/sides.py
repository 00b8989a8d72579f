"""Bars for the views of one blank, and strips of dots for the effect of a hidden side over a probe set."""

import altair as alt
import pandas as pd

from components.charts import rows_above
from components.charts.guides import axis
from components.charts.theme import COLOUR, INK, SECOND_COLOUR, TYPE_SIZE

FIGURE_WIDTH = 120  # pixels
STRIP_HEIGHT = 76  # a row: its name, the bar, the dots
NAME_OFFSET, LANE_HEIGHT = 0.3, 0.05  # in rows: the distance of a name above its row's middle, and between lanes
FIRST_LANE_OFFSET = 0.12


def view_bars(table: pd.DataFrame) -> alt.LayerChart:
    """One bar for each view with its probability on the right; another model's bar has the second colour.

    Args:
        table: As :func:`components.tables.sides.view_table` makes it.
    """
    table = rows_above.with_row_positions(table)
    scale = rows_above.length_scale([0, 1], figure_width=FIGURE_WIDTH)
    bars = rows_above.row_bars(
        table,
        value="probability",
        scale=scale,
        colour=alt.condition("datum.other", alt.value(SECOND_COLOUR), alt.value(COLOUR)),
        tooltip=[
            alt.Tooltip("view:N", title="Seen"),
            alt.Tooltip("probability:Q", title="Probability", format=".6f"),
            alt.Tooltip("rank:Q", title="Rank", format=","),
            alt.Tooltip("first_choice:N", title="First choice"),
        ],
    )
    both = pd.concat([table.assign(probability=end) for end in (0.0, 1.0)])
    ends = alt.Chart(both).mark_rule(color=alt.ExprRef(INK), strokeOpacity=0.5)
    ends = ends.encode(
        x=alt.X("probability:Q", axis=None, scale=scale), y=rows_above.row_axis("bar_from", len(table)), y2="bar_to:Q"
    )
    return rows_above.rows_chart([bars, ends], table, name="view", figure="figure")


def effect_strips(table: pd.DataFrame, spreads: pd.DataFrame, *, title: str) -> alt.LayerChart:
    """One row for all probes and one for each group of them.

    Dots are sentences, the bar spans the quartiles, the diamond is the median, and the line through it its 95%
    interval.

    Args:
        table: As :func:`~components.masks.tables.side_ablation.effect_table` makes it, or ``twins_table``.
        spreads: As :func:`~components.masks.tables.side_ablation.spread_table` makes it of that table.
        title: What the bits are.
    """
    everything = pd.concat([table.assign(group=spreads["group"].iloc[0]), table], ignore_index=True)
    rows = dict(zip(spreads["group"], spreads["row"], strict=True))
    everything["place"] = everything["group"].map(rows) + FIRST_LANE_OFFSET + LANE_HEIGHT * everything["lane"]
    y = alt.Scale(domain=[0.5, len(spreads) + 0.5], reverse=True, nice=False, zero=False)
    ink = alt.ExprRef(INK)
    below = axis(title, tickCount=6)
    across = alt.X("bits:Q", axis=below)
    zero = alt.Chart(pd.DataFrame({"bits": [0.0]})).mark_rule(color=ink, strokeWidth=1.5).encode(x=across)
    dots = (
        alt.Chart(everything)
        .mark_point(filled=True, size=34, opacity=0.9, color=COLOUR)
        .encode(
            x=across,
            y=alt.Y("place:Q", axis=None, scale=y),
            tooltip=[
                alt.Tooltip("sentence:N", title="Sentence"),
                alt.Tooltip("word:N", title="Word"),
                alt.Tooltip("bits:Q", title="Bits", format=".2f"),
                alt.Tooltip("first_rank:Q", title="Rank before", format=","),
                alt.Tooltip("second_rank:Q", title="Rank after", format=","),
            ],
        )
    )
    of_row = alt.Chart(spreads).encode(y=alt.Y("row:Q", axis=None, scale=y))
    tooltip = [
        alt.Tooltip("group:N", title="Group"),
        alt.Tooltip("count:Q", title="Sentences"),
        alt.Tooltip("median:Q", title="Median (bits)", format=".2f"),
        alt.Tooltip("median_from:Q", title="95% interval from", format=".2f"),
        alt.Tooltip("median_to:Q", title="to", format=".2f"),
        alt.Tooltip("mean:Q", title="Mean (bits)", format=".2f"),
    ]
    middle = of_row.mark_rule(color=SECOND_COLOUR, strokeWidth=8).encode(
        x=alt.X("low:Q", axis=below), x2="high:Q", tooltip=tooltip
    )
    interval = of_row.mark_rule(color=ink, strokeWidth=2.5).encode(
        x=alt.X("median_from:Q", axis=below), x2="median_to:Q", tooltip=tooltip
    )
    median = of_row.mark_point(filled=True, shape="diamond", size=170, opacity=1, color=ink).encode(
        x=alt.X("median:Q", axis=below), tooltip=tooltip
    )
    above = alt.Chart(spreads.assign(place=spreads["row"] - NAME_OFFSET)).encode(y=alt.Y("place:Q", axis=None, scale=y))
    names = above.mark_text(align="left", fontSize=TYPE_SIZE - 2, fontWeight=600, color=ink).encode(
        x=alt.value(0), text="group:N"
    )
    figures = above.mark_text(align="right", fontSize=TYPE_SIZE - 2, color=ink).encode(
        x=alt.value("width"), text="figure:N"
    )
    layers = alt.LayerChart(layer=[zero, dots, middle, interval, median, names, figures])
    chart: alt.LayerChart = layers.properties(height=STRIP_HEIGHT * len(spreads))
    return chart
