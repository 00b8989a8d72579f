"""The pairs of a class, stacked over the layers in which their answers move."""

import altair as alt
import pandas as pd

from components.charts.guides import axis, cell_axis
from components.charts.theme import INK, TYPE_SIZE

LINE_HEIGHT, ROW_GAP = 24, 8  # pixels
STACK_LIMIT = 12  # of a layer: the latest
LEAST_ROWS = 4
AXIS_HEIGHT = 60  # pixels; the chart's height includes the axis


def pair_stacks(table: pd.DataFrame, layer_count: int) -> alt.Chart:
    """One column per layer, with the words in two versions of its pairs; the latest are on top.

    Args:
        table: As :func:`components.patching.tables.class_pairs.class_pairs_table` makes it.
        layer_count: The number of layers.
    """
    shown = table.groupby("layer").tail(STACK_LIMIT)
    shown = shown.assign(
        place=shown.groupby("layer").cumcount() + 1,
        # A version a line: columns are narrow on phones, and type is large on a projector.
        lines=shown["versions"].str.replace("/", "/\n").str.replace(", ", ",\n"),
    )
    rows = max(LEAST_ROWS, int(shown["place"].max()) if len(shown) else 0)
    lines = int(shown["lines"].str.count("\n").max()) + 1 if len(shown) else 1
    across = alt.X(
        "layer:O",
        scale=alt.Scale(domain=list(range(layer_count + 1))),
        axis=cell_axis("Layer in which the answer moves"),
    )
    up = alt.Y(
        "place:Q",
        scale=alt.Scale(domain=[0.4, rows + 0.6], nice=False),
        axis=axis(None, labels=False, ticks=False, grid=False, domain=False),
    )
    words = (
        alt.Chart(shown)
        .mark_text(
            fontSize=TYPE_SIZE - 1,
            color=alt.ExprRef(INK),
            limit=alt.ExprRef(f"width / {layer_count + 1} - 6"),
            baseline="middle",
            lineBreak="\n",
        )
        .encode(
            x=across,
            y=up,
            text="lines:N",
            tooltip=[alt.Tooltip("pair:N", title="Pair"), alt.Tooltip("answers:N", title="Answers")],
        )
    )
    chart: alt.Chart = words.properties(height=(LINE_HEIGHT * lines + ROW_GAP) * rows + AXIS_HEIGHT)
    return chart
