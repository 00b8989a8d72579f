"""Charts of the room, on the screen and for export."""

import json

import altair as alt
import pandas as pd

from components.charts.guides import axis, cell_axis, legend
from components.charts.lines import inline_data
from components.charts.rows_beside import row_labels, with_row_figures
from components.charts.theme import COLOUR, INK, SECOND_COLOUR, TYPE_SIZE

STRIP_HEIGHT = 130  # pixels
BOX_HEIGHT = 46
LEFT, RIGHT = 140, 130  # pixels beside the bars of a long text: a telephone has 350 in all
LOST = "#8A949B"  # a part without the blank
AROUND = 120  # pixels: names of the marks and axis of a long text
BLANK, CLUE = "blank", "clue"
PICTURE_LIMIT = 24  # tokens; more would be unreadable


def piece_boxes(table: pd.DataFrame) -> alt.LayerChart:
    """The tokens of a sentence as boxes over its letters, one row per vocabulary.

    Args:
        table: As :func:`components.input.tables.cutting.piece_table` makes it.
    """
    base = alt.Chart(table.assign(middle=(table["start"] + table["end"]) / 2)).encode(
        y=alt.Y("vocabulary:N", axis=cell_axis(None, labelLimit=170), sort=None)
    )
    colour = alt.condition("datum.pieces > 1", alt.value(SECOND_COLOUR), alt.value(COLOUR))
    ends = {"x": alt.X("start:Q", axis=None), "x2": "end:Q"}
    boxes = base.mark_bar(fillOpacity=0.25, strokeWidth=2, cornerRadius=4).encode(**ends, color=colour, stroke=colour)
    texts = base.mark_text(fontSize=TYPE_SIZE - 6, color=alt.ExprRef(INK)).encode(x="middle:Q", text="piece:N")
    chart: alt.LayerChart = alt.LayerChart(layer=[boxes, texts]).properties(
        height=BOX_HEIGHT * table["vocabulary"].nunique()
    )
    return chart


def strips_chart(table: pd.DataFrame) -> alt.FacetChart:
    """The vectors as strips of colour, one column a piece, one row of the picture a strip.

    Args:
        table: As :func:`components.input.tables.strips.vector_table` makes it.
    """
    table = table[table["position"] < PICTURE_LIMIT]
    names = table.drop_duplicates("position")["piece"].tolist()
    reach = float(table["value"].abs().quantile(0.99)) or 1.0
    ends: list[str | alt.ExprRef] = [SECOND_COLOUR, alt.ExprRef("background"), COLOUR]
    labels = f"{json.dumps(names)}[datum.value]"
    cells = (
        alt.Chart()
        .mark_rect()
        .encode(
            x=alt.X("position:O", axis=cell_axis(None, labelExpr=labels, labelAngle=-45)),
            y=alt.Y("dimension:O", axis=None),
            color=alt.Color(
                "value:Q",
                scale=alt.Scale(domain=[-reach, 0, reach], range=ends, clamp=True),
                legend=legend("Value"),
            ),
        )
        .properties(height=STRIP_HEIGHT, width=700)
    )
    order = table["strip"].drop_duplicates().tolist()
    header = alt.Header(labelFontSize=TYPE_SIZE - 4)
    chart: alt.FacetChart = cells.facet(
        row=alt.Row("strip:N", sort=order, title=None, header=header), data=inline_data(table)
    )
    return chart


def truncation_bars(
    table: pd.DataFrame, *, count: int, blank: int | None, clue_positions: tuple[int, ...]
) -> alt.LayerChart:
    """Which part of a long text each truncation keeps, and what is predicted for the blank.

    Args:
        table: As :func:`components.input.tables.answers.truncation_table` makes it.
        count: The number of tokens of the text.
        blank: The position of the blank; None without one.
        clue_positions: The positions of the clue word.
    """
    scale = alt.Scale(domain=[0, count], nice=False)
    base = alt.Chart(table).encode(y=alt.Y("row:O", axis=row_labels(table["cut"], orient="left", width=LEFT)))
    along = axis("a bar: the part that the model reads", grid=False, labels=False, ticks=False, domain=False)
    # Teal: the model reads the blank and the clue; ochre: the blank without the clue.
    without_clue = "!datum.has_clue" if clue_positions else "false"
    colour = (
        alt.when("!datum.blank")
        .then(alt.value(LOST))
        .when(without_clue)
        .then(alt.value(SECOND_COLOUR))
        .otherwise(alt.value(COLOUR))
    )
    bars = base.mark_bar(height={"band": 0.72}, cornerRadius=3).encode(
        x=alt.X("start:Q", scale=scale, axis=along),
        x2="end:Q",
        color=colour,
    )
    marks = pd.DataFrame(
        [(place, CLUE) for place in clue_positions] + ([] if blank is None else [(blank, BLANK)]),
        columns=["place", "what"],
    )
    names = json.dumps(dict(zip(map(str, marks["place"]), marks["what"], strict=True)))
    above = axis(
        None, orient="top", values=marks["place"].tolist(), labelExpr=f"{names}[datum.value]", grid=False, ticks=False
    )
    rules = (
        alt.Chart(marks)
        .mark_rule(strokeWidth=3)
        .encode(
            x=alt.X("place:Q", scale=scale, axis=above),
            color=alt.value(alt.ExprRef(INK)),
        )
    )
    marked = alt.layer(bars, rules).resolve_axis(x="independent")
    return with_row_figures([marked], table, figure="figure", width=RIGHT, extra_height=AROUND)
