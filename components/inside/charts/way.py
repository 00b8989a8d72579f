"""Bars of a token's way through the layers: what its vector is nearest to, and what each part adds."""

import altair as alt
import pandas as pd

from components.charts.labelled import labelled_bars

_FEED_FORWARD = "datum.part === 'feed-forward'"  # in the second colour
NAME_WIDTH = 190  # pixels


def nearest_bars(table: pd.DataFrame, *, keeps_beside: bool = False) -> alt.LayerChart:
    """One bar per stop: the probability of the token that the vocabulary head reads there.

    Args:
        table: As :func:`components.inside.tables.way.way_table` makes it.
        keeps_beside: As for :func:`components.charts.labelled.labelled_bars`.
    """
    return labelled_bars(
        table,
        value="probability",
        name="stop",
        figure="nearest",
        other=_FEED_FORWARD,
        title="Probability of the nearest token",
        scale_max=1.0,
        name_width=NAME_WIDTH,
        figure_width=190,
        keeps_beside=keeps_beside,
    )


def written_bars(table: pd.DataFrame) -> alt.LayerChart:
    """One bar per stop: the length of the vector that the part adds.

    Args:
        table: As :func:`components.inside.tables.way.way_table` makes it.
    """
    return labelled_bars(
        table,
        value="written",
        name="stop",
        figure="lengths",
        other=_FEED_FORWARD,
        title="Length of what is added",
        name_width=NAME_WIDTH,
        figure_width=190,
    )
