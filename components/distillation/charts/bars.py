"""Bar charts of losses and of the family."""

import altair as alt
import pandas as pd

from components.charts.labelled import labelled_bars

NAME_WIDTH, FIGURE_WIDTH = 170, 90  # pixels


def loss_bars(table: pd.DataFrame) -> alt.LayerChart:
    """One bar per loss: its part of the weighted sum.

    Args:
        table: As :func:`components.distillation.tables.losses.loss_table` makes it.
    """
    return labelled_bars(table, value="weighted", name="name", figure="figure", title="Weight × loss")


def family_bars(table: pd.DataFrame) -> alt.LayerChart:
    """One bar per member of the family: its accuracy.

    Args:
        table: As :func:`components.distillation.tables.family.family_table` makes it.
    """
    return labelled_bars(
        table,
        value="top1",
        name="name",
        figure="figure",
        title="Top-1 accuracy",
        name_width=NAME_WIDTH,
        figure_width=FIGURE_WIDTH,
    )
