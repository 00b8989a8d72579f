"""Papers by year."""

import altair as alt
import pandas as pd

from components.charts.guides import axis
from components.charts.rows_beside import ROW_HEIGHT, row_labels
from components.charts.theme import COLOUR

NAMES, AXIS = 150, 60  # pixels


def timeline(table: pd.DataFrame) -> alt.Chart:
    """A dot per model at its year; the dot’s area grows with its parameters.

    Args:
        table: As :func:`components.family.tables.overview.timeline_table` makes it.
    """
    years = alt.Scale(domain=[int(table["year"].min()) - 0.5, int(table["year"].max()) + 0.5], nice=False)
    chart: alt.Chart = (
        alt.Chart(table)
        .mark_point(filled=True, opacity=0.85, color=COLOUR)
        .encode(
            x=alt.X("year:Q", scale=years, axis=axis("Year of the paper", format="d", tickMinStep=2, tickCount=4)),
            y=alt.Y("row:O", axis=row_labels(table["name"], orient="left", width=NAMES)),
            size=alt.Size("million:Q", scale=alt.Scale(range=[60, 700]), legend=None),
            tooltip=[
                alt.Tooltip("name:N", title="Model"),
                alt.Tooltip("paper:N", title="Paper"),
                alt.Tooltip("year:Q", title="Year", format="d"),
                alt.Tooltip("million:Q", title="Million parameters", format=".1f"),
            ],
        )
        .properties(height=ROW_HEIGHT * len(table) + AXIS)
    )
    return chart
