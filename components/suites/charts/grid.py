"""The grid of phenomena and models: a cell each, the darker the more is right."""

import json
from typing import Any

import altair as alt
import pandas as pd

from components.charts.cells import ink_on
from components.charts.guides import cell_axis
from components.charts.theme import INK, SECOND_COLOUR, TYPE_SIZE, sequential_colours

CHOSEN = "chosen"  # the selection that a click on a cell makes; it holds the row and the column
ROW_HEIGHT = 58  # pixels
PADDING = {"top": 5, "left": 5, "right": 20, "bottom": 5}  # pixels; the last name may lean over its column
LINE = 19  # pixels, of a name
LEVEL, LETTERS = 5, 10  # columns, and letters of a word, up to which names stand level, a word a line
NAME_WIDTH = 118  # pixels, of the phenomena
NARROW = 300  # pixels of all cells: below it, they have no room for the sign of a percent


def accuracy_grid(table: pd.DataFrame, *, row: int, column: int, clickable: bool = False) -> alt.LayerChart:
    """A cell for each phenomenon and model, with whole percents.

    Args:
        table: As :func:`components.suites.tables.grid.grid_table` makes it.
        row: The row of the chosen cell, from 1.
        column: Its column.
        clickable: Whether a click on a cell of a model selects it (see ``CHOSEN``).
    """
    cursor: Any = "pointer" if clickable else alt.Undefined
    base = alt.Chart(table).encode(
        x=alt.X("column:O", axis=_names(table, "column", "name", orient="top"), scale=alt.Scale(paddingInner=0.06)),
        y=alt.Y("row:O", axis=_names(table, "row", "phenomenon", orient="left"), scale=alt.Scale(paddingInner=0.06)),
        tooltip=[
            alt.Tooltip("phenomenon:N", title="Pairs about"),
            alt.Tooltip("name:N", title="Who"),
            alt.Tooltip("text:N", title="Right"),
            alt.Tooltip("chance:Q", title="Guessing gets", format=".0%"),
        ],
    )
    colour = alt.Color(
        "value:Q", scale=alt.Scale(domain=[0.4, 1.0], range=sequential_colours(), clamp=True), legend=None
    )
    cells = base.mark_rect(cornerRadius=4, cursor=cursor, stroke=alt.ExprRef(INK), strokeOpacity=0.25)
    wide = f"width > {NARROW}"
    figures = (
        base.transform_calculate(shown=f"datum.figure + ({wide} && isValid(datum.value) ? '%' : '')")
        .mark_text(fontSize=alt.ExprRef(f"{wide} ? {TYPE_SIZE} : {TYPE_SIZE - 3}"), cursor=cursor)
        .encode(text="shown:N")
    )
    outline = base.transform_filter(f"datum.row === {row} && datum.column === {column}").mark_rect(
        filled=False, cornerRadius=4, stroke=SECOND_COLOUR, strokeWidth=4
    )
    cells = cells.encode(color=colour)
    if clickable:
        picked = alt.selection_point(name=CHOSEN, fields=["row", "column"], toggle=False, clear=False, empty=False)
        cells = cells.add_params(picked)
    figures = figures.encode(color=alt.value(alt.ExprRef(ink_on("value"))))
    chart: alt.LayerChart = (
        alt.LayerChart(layer=[cells, figures, outline])
        .properties(height=ROW_HEIGHT * table["row"].nunique(), padding=PADDING)
        .configure_view(stroke=None)
    )
    return chart


def _names(table: pd.DataFrame, place: str, name: str, *, orient: Any) -> alt.Axis:
    """An axis of places, labelled with names."""
    names = table.drop_duplicates(place).sort_values(place)
    labels = json.dumps(names[name].tolist())  # ASCII: an expression may not hold U+2028
    on_top = orient == "top"
    settings: dict[str, Any] = {"labelLimit": 180 if on_top else NAME_WIDTH, "labelOverlap": False, "labelPadding": 6}
    label = f"{labels}[datum.value - 1]"
    if on_top:
        words = [str(each).split() for each in names[name]]
        short = len(words) <= LEVEL and max(len(word) for each in words for word in each) <= LETTERS
        level = f"width > {NARROW}" if short else "false"
        below_first = LINE * (max(map(len, words)) - 1)  # lines go down from where the first of them stands
        label = f"{level} ? split({label}, ' ') : {label}"
        settings |= {
            "labelAngle": alt.ExprRef(f"{level} ? 0 : -40"),
            "labelAlign": alt.ExprRef(f"{level} ? 'center' : 'left'"),
            "labelBaseline": alt.ExprRef(f"{level} ? 'bottom' : 'middle'"),
            "labelPadding": alt.ExprRef(f"{level} ? {6 + below_first} : 6"),
        }
    else:
        settings |= {"minExtent": NAME_WIDTH, "maxExtent": NAME_WIDTH}
    return cell_axis(None, orient=orient, labelExpr=label, **settings)
