"""How much attention went elsewhere when words changed places, layer by layer."""

import altair as alt
import pandas as pd

from components.charts.labelled import labelled_bars


def attention_change_bars(table: pd.DataFrame) -> alt.LayerChart:
    """One bar a layer.

    Args:
        table: As :func:`components.positions.tables.order.attention_change_table` makes it.
    """
    return labelled_bars(table, value="change", name="name", figure="figure", title="Share of attention that moved")
