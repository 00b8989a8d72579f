"""Charts of two timed models: the race, and speed-ups with intervals."""

import altair as alt
import pandas as pd

from components.charts.rows_beside import row_labels, with_row_figures
from components.charts.theme import COLOUR, GREY, INK
from components.speed.charts.axes import MODEL_COLOURS, number_axis

NAME_WIDTH, CELL_WIDTH = 165, 90  # pixels
FIGURE_WIDTH, INTERVAL_WIDTH = 90, 190
SCALE_HEIGHT = 90  # pixels below the rows, which are part of the chart's height
RACE_HEIGHT = 300  # pixels, with its axis


def race_bars(table: pd.DataFrame, *, models: tuple[str, str]) -> alt.LayerChart:
    """One bar per model with its time, and a grey mark where the second would end if it were twice as fast.

    Args:
        table: As :func:`components.speed.tables.times.race_table` makes it.
        models: The names of the first and of the second model.
    """
    y = alt.Y("row:O", axis=row_labels(table["model"], orient="left", width=NAME_WIDTH))
    x = alt.X("milliseconds:Q", axis=number_axis("Milliseconds per pass", ticks=4), scale=alt.Scale(domainMin=0))
    tooltip = [
        alt.Tooltip("model:N", title="Model"),
        alt.Tooltip("milliseconds:Q", title="Median (ms)", format=".3f"),
        alt.Tooltip("low:Q", title="Fastest pass (ms)", format=".3f"),
        alt.Tooltip("high:Q", title="90 of 100 passes within (ms)", format=".3f"),
    ]
    # No legend, because the bars are labelled.
    colour = alt.Color("model:N", scale=alt.Scale(domain=list(models), range=list(MODEL_COLOURS)), legend=None)
    base = alt.Chart(table)
    bars = base.mark_bar(cornerRadiusEnd=6, height={"band": 0.6}).encode(x=x, y=y, color=colour, tooltip=tooltip)
    half = base.transform_filter("isValid(datum.half)").mark_tick(
        color=GREY, thickness=8, height={"band": 0.92}, stroke=alt.ExprRef(INK), strokeWidth=1
    )
    marks = half.encode(
        x=alt.X("half:Q", axis=number_axis("Milliseconds per pass", ticks=4)),
        y=y,
        tooltip=[alt.Tooltip("half:Q", title="Half of the first model’s time (ms)", format=".3f")],
    )
    chart = with_row_figures([bars, marks], table, figure="figure", width=FIGURE_WIDTH)
    return chart.properties(height=RACE_HEIGHT)


def speed_up_intervals(table: pd.DataFrame) -> alt.LayerChart:
    """One row per cell: the ratio of medians with its interval, and a line at 1, where both are equally fast.

    Args:
        table: As :func:`components.speed.tables.times.speed_up_table` makes it.
    """
    rows = alt.Y("row:O", axis=row_labels(table["name"], orient="left", width=CELL_WIDTH))
    low, high = min(0.9, float(table["low"].min())), max(1.1, 1.05 * float(table["high"].max()))
    scale = alt.Scale(domain=[low, high], nice=True, zero=False)
    tooltip = [
        alt.Tooltip("name:N", title="Sentences × tokens"),
        alt.Tooltip("value:Q", title="Times as fast", format=".3f"),
        alt.Tooltip("low:Q", title="from", format=".3f"),
        alt.Tooltip("high:Q", title="to (95%)", format=".3f"),
    ]
    axis = number_axis("Times as fast")
    base = alt.Chart(table)
    lines = base.mark_rule(color=COLOUR, strokeWidth=4).encode(
        x=alt.X("low:Q", axis=axis, scale=scale), x2="high:Q", y=rows, tooltip=tooltip
    )
    dots = base.mark_point(filled=True, size=200, opacity=1, color=COLOUR).encode(
        x=alt.X("value:Q", axis=axis, scale=scale), y=rows, tooltip=tooltip
    )
    unity = alt.Chart(pd.DataFrame({"value": [1.0]})).mark_rule(
        color=alt.ExprRef(INK), strokeWidth=2, strokeDash=[6, 4], clip=True
    )
    unity_line = unity.encode(x=alt.X("value:Q", axis=axis, scale=scale))
    return with_row_figures(
        [lines, dots, unity_line], table, figure="figure", width=INTERVAL_WIDTH, extra_height=SCALE_HEIGHT
    )
