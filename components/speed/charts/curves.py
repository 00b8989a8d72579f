"""The runs of a benchmark so far."""

import altair as alt
import pandas as pd

from components.speed.charts.axes import model_colour, number_axis

RUNS_HEIGHT = 340  # pixels
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
