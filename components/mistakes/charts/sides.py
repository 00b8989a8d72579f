"""What comes out one way or the other, in bars."""

import json

import altair as alt
import pandas as pd

from components.charts.labelled import labelled_bars
from components.charts.rows_beside import rows_height
from components.charts.theme import GREY

NAMES, FIGURES = 130, 120  # pixels
TALLER = 1.4  # than other rows: below two lines of code, they have a screen for themselves


def outcome_bars(table: pd.DataFrame, *, scale_max: float, followed: str = "") -> alt.LayerChart:
    """One bar a line.

    Args:
        table: As :func:`components.mistakes.tables.sides.outcome_table` makes it.
        scale_max: The largest number of both sides: they are drawn to one scale.
        followed: The word that is compared, which has a colour of its own.
    """
    is_followed = followed in set(table["name"])
    bars: alt.LayerChart = labelled_bars(
        table,
        value="value",
        name="name",
        figure="figure",
        title="Value",
        name_width=NAMES,
        figure_width=FIGURES,
        scale_max=scale_max,
        other=f"datum.name !== {json.dumps(followed)}" if is_followed else "false",
        other_colour=GREY,
    ).properties(height=TALLER * rows_height(len(table)))
    return bars
