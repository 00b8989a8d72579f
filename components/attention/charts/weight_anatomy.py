"""One attention weight in bars: vectors over the head's dimensions; scores, weights and shares of its row."""

import json
from collections.abc import Sequence

import altair as alt
import pandas as pd

from components.charts.guides import axis
from components.charts.labelled import labelled_bars
from components.charts.theme import COLOUR, INK, SECOND_COLOUR

STRIP_HEIGHT = 110  # pixels
REACH = 0.45  # of a strip, how far its longest bar goes to either side


def dimension_strips(table: pd.DataFrame, *, same_scale: Sequence[str] = ("query", "key")) -> alt.LayerChart:
    """Vectors as strips, one above the other, with one bar per dimension of the head.

    This is a single Vega-Lite view, since a concatenated chart does not follow the width of the page.

    Args:
        table: As :func:`components.attention.tables.weight_anatomy.dimension_table` or
            :func:`components.attention.tables.weight_anatomy.value_table` makes it: ``dimension``, and a column for
            each strip.
        same_scale: The strips that share one scale; each other strip has its own.
    """
    strips = [column for column in table if column != "dimension"]
    shared = float(table[list(same_scale)].abs().to_numpy().max()) or 1.0
    longest = {part: shared if part in same_scale else float(table[part].abs().max()) or 1.0 for part in strips}
    long = table.melt("dimension", strips, var_name="part", value_name="number")
    long["middle"] = -long["part"].map({part: place for place, part in enumerate(strips)})
    long["end"] = long["middle"] + REACH * long["number"] / long["part"].map(longest)
    middles = pd.DataFrame({"middle": [-place for place in range(len(strips))]})
    names = json.dumps([f"{part} (±{longest[part]:.3g})" for part in strips])
    last = len(table)
    across = alt.X(
        "left:Q",
        scale=alt.Scale(domain=[0.5, last + 0.5], nice=False),
        axis=axis(f"Dimension of the head, 1 to {last}", tickMinStep=1, grid=False),
    )
    down = alt.Y(
        "middle:Q",
        scale=alt.Scale(domain=[-len(strips) + 0.5, 0.5], nice=False),
        axis=axis(
            None,
            values=list(middles["middle"]),
            labelExpr=f"{names}[-datum.value]",
            grid=False,
            ticks=False,
            labelLimit=200,
        ),
    )
    bars = (
        alt.Chart(long)
        .transform_calculate(left="datum.dimension - 0.4", right="datum.dimension + 0.4")
        .mark_rect()
        .encode(
            x=across,
            x2="right:Q",
            y=down,
            y2="end:Q",
            color=alt.condition("datum.number < 0", alt.value(SECOND_COLOUR), alt.value(COLOUR)),
            tooltip=[
                alt.Tooltip("part:N", title="Part"),
                alt.Tooltip("dimension:O", title="Dimension"),
                alt.Tooltip("number:Q", title="Number", format=".4f"),
            ],
        )
    )
    zeros = alt.Chart(middles).mark_rule(color=alt.ExprRef(INK), strokeWidth=1).encode(y="middle:Q")
    layers: alt.LayerChart = alt.LayerChart(layer=[bars, zeros]).properties(height=STRIP_HEIGHT * len(strips) + 60)
    return layers


def score_bars(table: pd.DataFrame) -> alt.LayerChart:
    """One bar per token of the row: its scaled score; negative scores extend to the left.

    Args:
        table: As :func:`components.attention.tables.weight_anatomy.row_table` makes it.
    """
    return labelled_bars(table, value="score", name="word", figure="score_figure", title="Score, q·k scaled")


def weight_bars(table: pd.DataFrame) -> alt.LayerChart:
    """One bar per token of the row: its weight, the softmax of the scores.

    An arrow marks the chosen key: a colour would mean "negative", as in the scores beside it.

    Args:
        table: As :func:`components.attention.tables.weight_anatomy.row_table` makes it.
    """
    return labelled_bars(table, value="weight", name="word", figure="weight_figure", title="Attention weight")


def share_bars(table: pd.DataFrame) -> alt.LayerChart:
    """One bar per token of the row: its share of the head's output; negative shares extend to the left.

    Args:
        table: As :func:`components.attention.tables.weight_anatomy.row_table` makes it.
    """
    return labelled_bars(table, value="share", name="word", figure="share_figure", title="Share of the head’s output")
