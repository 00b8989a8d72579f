"""Charts of feed-forward units: the most active ones, and a prediction with and without one of them."""

import altair as alt
import pandas as pd

from components.charts.labelled import labelled_bars
from components.charts.pairs import paired_bars

NAMES = ("with all units", "with the unit off")


def unit_bars(table: pd.DataFrame) -> alt.LayerChart:
    """One bar per unit: the length of what it adds, and the tokens that this raises most.

    Args:
        table: As :func:`components.inside.tables.units.unit_table` makes it.
    """
    return labelled_bars(
        table,
        value="written",
        name="unit",
        figure="towards",
        other="datum.activation < 0",
        title="Length of what it adds",
        figure_width=300,
    )


def ablation_bars(table: pd.DataFrame) -> alt.LayerChart:
    """Two bars per word: its probability with all units, and without one.

    Args:
        table: As :func:`components.inside.tables.units.unit_pair_table` makes it.
    """
    return paired_bars(table, NAMES, side="Units")
