"""The three masks: who may look at whom."""

import altair as alt
import pandas as pd

from components.charts.theme import COLOUR

SIDE = 150  # pixels


def mask_grid(table: pd.DataFrame) -> alt.Chart:
    """A square a model: filled where the row's token may look at the column's.

    Args:
        table: As :func:`components.family.tables.masks.mask_table` makes it.
    """
    order = list(dict.fromkeys(table["to"]))
    chart: alt.Chart = (
        alt.Chart(table)
        .mark_rect(stroke="white", strokeWidth=2)
        .encode(
            x=alt.X("to:N", sort=order, axis=None),
            y=alt.Y("from:N", sort=list(dict.fromkeys(table["from"])), axis=None),
            opacity=alt.condition("datum.seen", alt.value(1.0), alt.value(0.12)),
            color=alt.value(COLOUR),
            tooltip=["from:N", "to:N", "seen:N"],
        )
        .properties(height=SIDE, width=SIDE)
    )
    return chart
