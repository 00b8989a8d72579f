"""One attention weight in bars: vectors over the head's dimensions; weights and shares of its row."""

import json
from collections.abc import Mapping, Sequence

import altair as alt
import pandas as pd

from components.charts.guides import axis
from components.charts.labelled import labelled_bars
from components.charts.theme import COLOUR, GREY, INK, SECOND_COLOUR, TYPE_SIZE
from components.tables.numbers import fixed

STRIP_HEIGHT = 80  # pixels
FIGURE_WIDTH = 130  # pixels, for "−12.34 → 100%"
# Of the word that looks, of the word that it looks at, and of both.
STRIP_COLOURS = {
    **dict.fromkeys(("query", "output"), COLOUR),
    **dict.fromkeys(("key", "value", "weighted"), SECOND_COLOUR),
    **dict.fromkeys(("product", "sum"), GREY),
}
NAME_WIDTH = 130  # pixels, for "what it looks for"
EDGES = [0, 0.12, 0.88, 1]  # of the dimensions: figures at the outer ones extend inwards
REACH = 0.38  # of a strip, how far its longest bar goes to either side


def dimension_strips(
    table: pd.DataFrame, names: Mapping[str, str] | None = None, *, same_scale: Sequence[str] = ("query", "key")
) -> alt.LayerChart:
    """Vectors as strips, one above the other, with one bar per dimension of the head.

    The longest bar of each strip has its number, and of sums the last. This is a single Vega-Lite view, since a
    concatenated chart does not follow the width of the page.

    Args:
        table: As :func:`components.attention.tables.weight_anatomy.dimension_table` or
            :func:`components.attention.tables.weight_anatomy.value_table` makes it: ``dimension``, and a column for
            each strip.
        names: What strips are called, if not as their column, in one line or two.
        same_scale: The strips that share one scale; each other strip has its own.
    """
    strips = [str(column) for column in table if column != "dimension"]
    shared = float(table[list(same_scale)].abs().to_numpy().max()) or 1.0
    longest = {part: shared if part in same_scale else float(table[part].abs().max()) or 1.0 for part in strips}
    long = table.melt("dimension", strips, var_name="part", value_name="number")
    long["middle"] = -long["part"].map({part: place for place, part in enumerate(strips)})
    long["end"] = long["middle"] + REACH * long["number"] / long["part"].map(longest)
    middles = pd.DataFrame({"middle": [-place for place in range(len(strips))]})
    labels = json.dumps([(names or {}).get(part, part) for part in strips])
    last = len(table)
    across = alt.X(
        "left:Q",
        scale=alt.Scale(domain=[0.5, last + 0.5], nice=False),
        axis=axis(f"Dimension, 1 to {last} (rows differ in scale)", tickMinStep=1, grid=False),
    )
    down = alt.Y(
        "middle:Q",
        scale=alt.Scale(domain=[min(1 - len(strips), long["end"].min()) - 0.08, 0.5], nice=False),
        axis=axis(
            None,
            values=list(middles["middle"]),
            labelExpr=f"split({labels}[-datum.value], '\\n')",
            grid=False,
            ticks=False,
            labelLimit=200,
            minExtent=NAME_WIDTH,
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
            color=alt.Color(
                "part:N",
                scale=alt.Scale(domain=strips, range=[STRIP_COLOURS[part] for part in strips]),
                legend=None,
            ),
            tooltip=[
                alt.Tooltip("part:N", title="Part"),
                alt.Tooltip("dimension:O", title="Dimension"),
                alt.Tooltip("number:Q", title="Number", format=".4f"),
            ],
        )
    )
    marked = [of.index[-1] if part == "sum" else of["number"].abs().idxmax() for part, of in long.groupby("part")]
    largest = long.loc[marked]
    largest = largest.assign(
        figure=[fixed(number, 2) for number in largest["number"]],
        place=pd.cut(largest["dimension"] / last, EDGES, labels=["left", "center", "right"]).astype(str),
    )
    figures = [
        alt.Chart(some)
        .mark_text(
            align=alt.ExprRef(f"'{place}'"),
            baseline="top" if is_below else "bottom",
            dy=3 if is_below else -3,
            fontSize=TYPE_SIZE - 3,
            color=alt.ExprRef(INK),
        )
        .encode(x="dimension:Q", y="end:Q", text="figure:N")
        for (place, is_below), some in largest.groupby([largest["place"], largest["number"] < 0])
    ]
    zeros = alt.Chart(middles).mark_rule(color=alt.ExprRef(INK), strokeWidth=1).encode(y="middle:Q")
    layers: alt.LayerChart = alt.LayerChart(layer=[bars, zeros, *figures]).properties(
        height=STRIP_HEIGHT * len(strips) + 45
    )
    return layers


def weight_bars(table: pd.DataFrame) -> alt.LayerChart:
    """One bar per token of the row: its weight, after the score that the softmax makes it from.

    The colour of its vector marks the chosen key.

    Args:
        table: As :func:`components.attention.tables.weight_anatomy.row_table` makes it.
    """
    return labelled_bars(
        table,
        value="weight",
        name="word",
        figure="score_to_weight",
        other="datum.chosen",
        title="Attention weight",
        figure_width=FIGURE_WIDTH,
    )


def share_bars(table: pd.DataFrame) -> alt.LayerChart:
    """One bar per token of the row: its share of the head's output; negative shares extend to the left.

    Args:
        table: As :func:`components.attention.tables.weight_anatomy.row_table` makes it.
    """
    return labelled_bars(table, value="share", name="word", figure="share_figure", title="Share of the head’s output")
