"""Two timed models: runs as they come, and speed against length or batch size on logarithmic axes."""

from typing import Literal

import altair as alt
import pandas as pd

from components.charts.guides import line_legend
from components.charts.theme import INK
from components.speed.charts.axes import model_colour, number_axis

CURVE_HEIGHT, RUNS_HEIGHT = 420, 340  # pixels
AROUND = 1.25  # times: room above and below the runs, so that small differences do not fill the height
RUN_TICKS = 6


def run_points(table: pd.DataFrame, *, models: tuple[str, str]) -> alt.LayerChart:
    """One point a measured run, the two models by colour and shape, and a line at the median of each so far.

    The axis of times is logarithmic: one run that was held up, fifty times as long, leaves the others apart.

    Args:
        table: As :func:`components.speed.tables.times.run_table` makes it.
        models: Their names, the first one first.
    """
    times = table["milliseconds"]
    up = alt.Scale(type="log", domain=[float(times.min()) / AROUND, float(times.max()) * AROUND], nice=False)
    beside = number_axis("Milliseconds (logarithmic)", form="~g", ticks=RUN_TICKS)
    base = alt.Chart(table).encode(color=model_colour(models), y=alt.Y("milliseconds:Q", axis=beside, scale=up))
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
        y=alt.Y("median(milliseconds):Q", axis=beside, scale=up)
    )
    chart: alt.LayerChart = alt.LayerChart(layer=[points, medians]).properties(height=RUNS_HEIGHT)
    return chart


def speed_lines(
    table: pd.DataFrame, *, across: Literal["length", "batch"], models: tuple[str, str], value: str = "p50"
) -> alt.LayerChart:
    """A line for each model and each batch size, over the length; or for each length, over the batch size.

    Both axes are logarithmic: a line that rises by one step for every step to the right doubles with what doubles.

    Args:
        table: As :func:`components.speed.tables.times.speed_table` makes it.
        across: What is written along the bottom; the other is told apart by dashes.
        models: Their names, the first one first.
        value: ``"p50"``, milliseconds, or one of the columns of throughput.
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
