"""Charts of "Where from?": one bar per row, with a name on the left and a number on the right."""

import altair as alt
import pandas as pd

from components.charts.candidates import WORD_WIDTH
from components.charts.rows_beside import row_labels, with_row_figures
from components.charts.theme import COLOUR, INK, SECOND_COLOUR, TYPE_SIZE

CHANGE_WIDTH = 90  # pixels
GUESS_WIDTH, LAYER_WIDTH = 150, 80
ON_BAR = "#000000"  # at least 4.5:1 on both colours of bars
LEAST_SPAN = 1.0  # bits; keeps tiny values from filling the width


def occlusion_bars(table: pd.DataFrame) -> alt.LayerChart:
    """One row per token of the sentence: losses of the answer extend to the right, gains to the left.

    Args:
        table: As :func:`components.fill.tables.occlusion.occlusion_table` makes it.
    """
    low, high = min(0.0, table["bits"].min()), max(0.0, table["bits"].max())
    high = max(high, low + LEAST_SPAN)
    base = alt.Chart(table)
    bars = base.mark_bar(cornerRadiusEnd=4, height={"band": 0.72}, invalid=None).encode(
        x=alt.X("bits:Q", axis=None, scale=alt.Scale(domain=[low, high])),
        y=alt.Y("rank:O", axis=row_labels(table["word"], orient="left", width=WORD_WIDTH)),
        color=alt.condition("datum.bits < 0", alt.value(SECOND_COLOUR), alt.value(COLOUR)),
        tooltip=[
            alt.Tooltip("word:N", title="Masked as well"),
            alt.Tooltip("bits:Q", title="Lost by the answer (bits)", format=".3f"),
            alt.Tooltip("probability:Q", title="Probability left", format=".6f"),
        ],
    )
    zero = alt.Chart(pd.DataFrame({"bits": [0.0]})).mark_rule(color=alt.ExprRef(INK), strokeWidth=1.5)
    layers = [bars, zero.encode(x="bits:Q")]
    return with_row_figures(layers, table, figure="figure", width=CHANGE_WIDTH, row="rank")


def layer_bars(table: pd.DataFrame) -> alt.LayerChart:
    """One row per layer: the answer's probability as a bar, and the layer's first choice on the right.

    Args:
        table: As :func:`components.fill.tables.logit_lens.layer_table` makes it.
    """
    bars = (
        alt.Chart(table)
        .mark_bar(cornerRadiusEnd=4, height={"band": 0.72})
        .encode(
            x=alt.X("probability:Q", axis=None, scale=alt.Scale(domain=[0, 1])),
            y=alt.Y("rank:O", axis=row_labels(table["word"], orient="left", width=LAYER_WIDTH)),
            color=alt.condition("datum.agrees", alt.value(COLOUR), alt.value(SECOND_COLOUR)),
            tooltip=[
                alt.Tooltip("layer:O", title="Layer"),
                alt.Tooltip("probability:Q", title="Probability of the answer", format=".6f"),
                alt.Tooltip("answer_rank:Q", title="Its rank", format=","),
                alt.Tooltip("first_choice:N", title="First choice"),
                alt.Tooltip("first_probability:Q", title="Its probability", format=".6f"),
            ],
        )
    )
    ends = alt.Chart(pd.DataFrame({"probability": [0.0, 1.0]})).mark_rule(color=alt.ExprRef(INK), strokeOpacity=0.5)
    layers = [bars, ends.encode(x="probability:Q"), *_chances(table)]
    return with_row_figures(layers, table, figure="figure", width=GUESS_WIDTH, row="rank")


def _chances(table: pd.DataFrame) -> tuple[alt.Chart, alt.Chart]:
    """The answer's probability at the end of each bar: beside short bars, inside long ones."""
    names = row_labels(table["word"], orient="left", width=LAYER_WIDTH)
    # All rows, since a filter would shift them.
    base = alt.Chart(table).encode(x="probability:Q", y=alt.Y("rank:O", axis=names))
    after = base.encode(text=alt.condition("datum.probability < 0.5", "chance:N", alt.value("")))
    inside = base.encode(text=alt.condition("datum.probability >= 0.5", "chance:N", alt.value("")))
    return (
        after.mark_text(align="left", dx=6, fontSize=TYPE_SIZE - 2, color=alt.ExprRef(INK)),
        inside.mark_text(align="right", dx=-6, fontSize=TYPE_SIZE - 2, color=ON_BAR),
    )
