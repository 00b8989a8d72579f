"""The parts of one layer as bars."""

import altair as alt
import pandas as pd

from components.charts.labelled import labelled_bars


def part_bars(table: pd.DataFrame) -> alt.LayerChart:
    """One bar per head, for all attention, and for the feed-forward part; a full bar is the whole answer."""
    return labelled_bars(
        table,
        value="share",
        name="part",
        figure="figure",
        title="Share regained",
        name_width=110,
        figure_width=70,
        scale_max=1.0,
    )
