"""What a class's pairs do to a model: a row for each phenomenon, with the pairs that fool it on the right."""

import json
from typing import Literal

import altair as alt
import pandas as pd

from components.charts.guides import cell_axis
from components.charts.theme import COLOUR, GREY, INK, SECOND_COLOUR, TYPE_SIZE
from components.suites.model.results import BAD, GOOD, TIED
from components.suites.tables.class_pairs import SIDES

ROW_HEIGHT = 52  # pixels
NAME_WIDTH = 132  # pixels, of the phenomena
SMALLEST = 3  # pairs to either side: below it, one pair would fill half the figure
FREE = 0.16  # of either side, for the numbers at the ends
HEADING_HEIGHT = 34  # pixels, of the names of the sides
PADDING = {"top": HEADING_HEIGHT, "left": 5, "right": 5, "bottom": 5}  # pixels


# Of both sides: where its bars end, and how a text stands beside them and how far, in pixels.
_ENDS: tuple[tuple[str, str, Literal["left", "right"], int], ...] = (
    (GOOD, "start", "right", -8),
    (BAD, "end", "left", 8),
)


def sorted_pairs(table: pd.DataFrame) -> alt.LayerChart:
    """A bar on both sides of zero for each phenomenon: fooled to the right, not fooled to the left, ties across.

    Args:
        table: As :func:`components.suites.tables.class_pairs.sorted_table` makes it.
    """
    largest = max(SMALLEST, float(table["end"].max()), -float(table["start"].min()))
    reach = largest / (1 - FREE)
    ink = alt.ExprRef(INK)
    x = alt.X("start:Q", axis=None, scale=alt.Scale(domain=[-reach, reach], nice=False))
    base = alt.Chart(table).encode(y=_rows(table))
    bars = (
        base.transform_filter("datum.pairs > 0")
        .mark_bar(cornerRadius=3, stroke=ink, strokeOpacity=0.25)
        .encode(
            x=x,
            x2="end:Q",
            color=alt.Color(
                "side:N", scale=alt.Scale(domain=list(SIDES), range=[COLOUR, GREY, SECOND_COLOUR]), legend=None
            ),
            tooltip=[
                alt.Tooltip("phenomenon:N", title="Pairs about"),
                alt.Tooltip("side_name:N", title="The model"),
                alt.Tooltip("text:N", title="How many"),
            ],
        )
    )
    numbers = base.transform_filter("datum.pairs > 0")
    ends = [
        numbers.transform_filter(f"datum.side === '{side}'")
        .mark_text(align=align, dx=shift, fontSize=TYPE_SIZE + 2, fontWeight=600, color=ink)
        .encode(x=alt.X(f"{edge}:Q", axis=None), text="pairs:Q")
        for side, edge, align, shift in _ENDS
    ]
    room = reach / 6  # of a number in a tie's part
    ties = (
        base.transform_filter(f"datum.side === '{TIED}' && datum.end - datum.start > {room}")
        .transform_calculate(middle="0", tie="datum.pairs === 1 ? 'tie' : datum.pairs + ' ties'")
        .mark_text(fontSize=TYPE_SIZE - 2, fontWeight=600, color="white")
        .encode(x=alt.X("middle:Q", axis=None), text="tie:N")
    )
    middle = (
        alt.Chart(pd.DataFrame({"zero": [0]})).mark_rule(color=ink, opacity=0.5).encode(x=alt.X("zero:Q", axis=None))
    )
    headings = [
        alt.Chart(pd.DataFrame({"zero": [0], "text": [text]}))
        .mark_text(align=align, dx=shift, dy=-HEADING_HEIGHT / 2, fontSize=TYPE_SIZE, fontWeight=600, color=ink)
        .encode(x=alt.X("zero:Q", axis=None), y=alt.value(0), text="text:N")
        for text, align, shift in ((SIDES[side], align, 1.5 * shift) for side, _, align, shift in _ENDS)
    ]
    chart: alt.LayerChart = (
        alt.LayerChart(layer=[middle, bars, ties, *ends, *headings])
        .properties(
            height=ROW_HEIGHT * table["row"].nunique(),
            padding=PADDING,
        )
        .configure_view(stroke=None)
    )
    return chart


def _rows(table: pd.DataFrame) -> alt.Y:
    """A row for each phenomenon, with its name."""
    names = table.drop_duplicates("row").sort_values("row")["phenomenon"].tolist()
    labels = json.dumps(names)  # ASCII: an expression may not hold U+2028
    axis = cell_axis(
        None,
        orient="left",
        labelExpr=f"{labels}[datum.value - 1]",
        labelLimit=NAME_WIDTH,
        labelOverlap=False,
        labelPadding=6,
        minExtent=NAME_WIDTH,
        maxExtent=NAME_WIDTH,
    )
    # A row without a pair has no mark, and stays.
    return alt.Y("row:O", axis=axis, scale=alt.Scale(domain=[*range(1, len(names) + 1)], paddingInner=0.3))
