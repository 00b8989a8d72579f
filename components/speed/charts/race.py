"""Two models as two lanes of a race: one dot for every pass that was measured."""

import altair as alt
import pandas as pd

from components.charts.candidates import row_labels
from components.charts.theme import INK
from components.speed.charts.axes import PAIR, number_axis

LANE_HEIGHT, SCALE_HEIGHT = 52, 60  # pixels
NAME_WIDTH, FIGURE_WIDTH = 150, 80


def race_lanes(table: pd.DataFrame, *, models: tuple[str, str]) -> alt.LayerChart:
    """One dot a pass, as far to the right as it took long, and a line at each model's median. The nearer the faster.

    Args:
        table: As :func:`components.speed.tables.times.race_table` makes it.
        models: Their names, the first one first.
    """
    medians = table.groupby("row", as_index=False).agg(
        model=("model", "first"), milliseconds=("milliseconds", "median"), figure=("figure", "first")
    )
    lanes = alt.Y("row:O", axis=row_labels(medians["model"], orient="left", width=NAME_WIDTH))
    across = alt.X(
        "milliseconds:Q",
        axis=number_axis("Milliseconds a pass"),
        scale=alt.Scale(domain=[0, 1.05 * float(table["milliseconds"].max())], nice=False),
    )
    colour = alt.Color("model:N", scale=alt.Scale(domain=list(models), range=list(PAIR)), legend=None)
    dots = (
        alt.Chart(table)
        .mark_point(filled=True, size=170, opacity=0.45)
        .encode(
            x=across,
            y=lanes,
            color=colour,
            tooltip=[
                alt.Tooltip("model:N", title="Model"),
                alt.Tooltip("run:Q", title="Pass"),
                alt.Tooltip("milliseconds:Q", title="Milliseconds", format=".3f"),
            ],
        )
    )
    ticks = (
        alt.Chart(medians)
        .mark_tick(thickness=3, size=LANE_HEIGHT - 12, color=alt.ExprRef(INK))
        .encode(x=across, y=lanes)
    )
    figures = (
        alt.Chart(medians)
        .mark_point(opacity=0)
        .encode(y=alt.Y("row:O", axis=row_labels(medians["figure"], orient="right", width=FIGURE_WIDTH)))
    )
    together = alt.layer(alt.layer(dots, ticks), figures).resolve_scale(y="independent")
    chart: alt.LayerChart = together.properties(height=2 * LANE_HEIGHT + SCALE_HEIGHT)
    return chart
