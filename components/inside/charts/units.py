"""Charts of feed-forward units: the most active ones, and a prediction with and without one of them."""

import altair as alt
import pandas as pd

from components.charts.labelled import labelled_bars
from components.charts.pairs import paired_bars
from components.tables.numbers import fixed

NAME_WIDTH, FIGURE_WIDTH = 300, 80  # pixels: names are written above the bars
NAMES = ("with all units", "with the unit off")


def unit_bars(table: pd.DataFrame) -> alt.LayerChart:
    """One bar per unit: the length of what it adds; the tokens that this raises most stand beside its name.

    Args:
        table: As :func:`components.inside.tables.units.unit_table` makes it.
    """
    names = [
        f"{unit}: {towards}" if towards else unit for unit, towards in zip(table["unit"], table["towards"], strict=True)
    ]
    named = table.assign(unit=names, length=[fixed(each, 1) for each in table["written"]])
    return labelled_bars(
        named,
        value="written",
        name="unit",
        figure="length",
        other="datum.activation < 0",
        title="Length of what it adds",
        name_width=NAME_WIDTH,
        figure_width=FIGURE_WIDTH,
    )


def ablation_bars(table: pd.DataFrame) -> alt.LayerChart:
    """Two bars per word: its probability with all units, and without one.

    Args:
        table: As :func:`components.inside.tables.units.unit_pair_table` makes it.
    """
    return paired_bars(table, NAMES, side="Units")
