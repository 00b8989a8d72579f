"""What comes out one way or the other, in bars."""

import altair as alt
import pandas as pd

from components.charts.labelled import labelled_bars

NAMES, FIGURES = 130, 120  # pixels


def outcome_bars(table: pd.DataFrame, *, scale_max: float) -> alt.LayerChart:
    """One bar a line.

    Args:
        table: As :func:`components.mistakes.tables.sides.outcome_table` makes it.
        scale_max: The largest number of both sides: they are drawn to one scale.
    """
    return labelled_bars(
        table,
        value="value",
        name="name",
        figure="figure",
        title="Value",
        name_width=NAMES,
        figure_width=FIGURES,
        scale_max=scale_max,
    )
