"""Charts of two timed models: the runs so far, and speed by length or batch size."""

from typing import Literal

import altair as alt
import pandas as pd

from components.charts.guides import line_legend
from components.charts.theme import INK
from components.speed.charts.axes import model_colour, number_axis

CURVE_HEIGHT, RUNS_HEIGHT = 420, 340  # pixels
MARGIN_FACTOR = 1.25  # room above and below the runs, so that small differences do not fill the height
RUN_TICKS = 6


def run_points(table: pd.DataFrame, *, models: tuple[str, str]) -> alt.LayerChart:
    """One point per measured run, with the models by colour and shape, and a line at each median so far.

    The time axis is logarithmic, so that a single slow run does not compress the others.

    Args:
        table: As :func:`components.speed.tables.times.run_table` makes it.
        models: The names of the first and of the second model.
    """
    times = table["milliseconds"]
    y_scale = alt.Scale(
        type="log", domain=[float(times.min()) / MARGIN_FACTOR, float(times.max()) * MARGIN_FACTOR], nice=False
    )
    y_axis = number_axis("Milliseconds (logarithmic)", form="~g", ticks=RUN_TICKS)
    base = alt.Chart(table).encode(color=model_colour(models), y=alt.Y("milliseconds:Q", axis=y_axis, scale=y_scale))
    points = base.mark_point(size=60, filled=True, opacity=0.85).encode(
        x=alt.X("run:Q", axis=number_axis("Run", whole=True), scale=alt.Scale(domainMin=1, nice=False)),
        shape=alt.Shape("model:N", scale=alt.Scale(domain=list(models), range=["circle", "square"]), legend=None),
        tooltip=[
            alt.Tooltip("model:N", title="Model"),
            alt.Tooltip("run:Q", title="Run"),
            alt.Tooltip("milliseconds:Q", title="Milliseconds", format=".3f"),
        ],
    )
    medians = base.mark_rule(strokeWidth=2, strokeDash=[6, 4]).encode(
        y=alt.Y("median(milliseconds):Q", axis=y_axis, scale=y_scale)
    )
    chart: alt.LayerChart = alt.LayerChart(layer=[points, medians]).properties(height=RUNS_HEIGHT)
    return chart


def speed_lines(
    table: pd.DataFrame, *, across: Literal["length", "batch"], models: tuple[str, str], value: str = "p50"
) -> alt.LayerChart:
    """One line per model and batch size by length, or per model and length by batch size.

    Both axes are logarithmic, so proportional growth is a straight line of slope 1.

    Args:
        table: As :func:`components.speed.tables.times.speed_table` makes it.
        across: The quantity on the horizontal axis; the other one is encoded by dashes.
        models: The names of the first and of the second model.
        value: The column on the vertical axis: ``"p50"`` (milliseconds) or one of the throughputs.
    """
    other = "batch" if across == "length" else "length"
    titles = {"length": "Tokens per sentence", "batch": "Batch size (sentences)"}
    heights = {
        "p50": "Milliseconds (median)",
        "sentences_per_second": "Sentences per second",
        "tokens_per_second": "Tokens per second",
    }
    base = alt.Chart(table).encode(
        x=alt.X(
            f"{across}:Q",
            axis=number_axis(titles[across], values=sorted(set(table[across]))),
            scale=alt.Scale(type="log", base=2, nice=False),
        ),
        y=alt.Y(f"{value}:Q", axis=number_axis(heights[value]), scale=alt.Scale(type="log", nice=False, padding=15)),
        color=model_colour(models),
        tooltip=[
            alt.Tooltip("model:N", title="Model"),
            alt.Tooltip("batch:Q", title="Batch size"),
            alt.Tooltip("length:Q", title="Tokens per sentence"),
            alt.Tooltip(f"{value}:Q", title=heights[value], format=",.3f"),
        ],
    )
    lines = base.mark_line(strokeWidth=3).encode(
        strokeDash=alt.StrokeDash(f"{other}:O", legend=line_legend(titles[other], symbolStrokeColor=alt.ExprRef(INK)))
    )
    points = base.mark_point(filled=True, size=90, opacity=1).encode(
        shape=alt.Shape("model:N", scale=alt.Scale(domain=list(models), range=["circle", "square"]), legend=None)
    )
    chart: alt.LayerChart = alt.LayerChart(layer=[lines, points]).properties(height=CURVE_HEIGHT)
    return chart
