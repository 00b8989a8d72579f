"""Charts of the room, on the screen and for export."""

import json

import altair as alt
import pandas as pd

from components.charts.guides import axis, cell_axis, legend
from components.charts.lines import inline_data
from components.charts.rows_above import ROW_HEIGHT, length_scale, row_axis, row_texts, with_row_positions
from components.charts.theme import COLOUR, INK, SECOND_COLOUR, TYPE_SIZE
from components.input.tables.answers import BLANK_LOST, BLANK_READ, CLUE_LOST, CLUE_READ

STRIP_HEIGHT = 130  # pixels
BOX_HEIGHT = 46
LETTER = 8  # pixels, of a letter beside the bars of a long text: a telephone has 350 in all
LOST, UNREAD = "#8A949B", 0.22  # a part without the blank; how faint the rest of the text is
# Teal: the model reads the blank, and the clue if there is one; ochre: the blank without the clue.
READ_COLOURS = {CLUE_READ: COLOUR, BLANK_READ: COLOUR, CLUE_LOST: SECOND_COLOUR, BLANK_LOST: LOST}
LEAST_HEIGHT, AROUND = 340, 36  # pixels: of the rows of a long text; of the names of its marks
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
    table = with_row_positions(table.assign(figure_at=count))
    wide = LETTER * int(table["figure"].str.len().max())
    scale = length_scale([0, count], figure_width=wide)
    marks = pd.DataFrame(
        [(place, CLUE) for place in clue_positions] + ([] if blank is None else [(blank, BLANK)]),
        columns=["place", "what"],
    )
    names = json.dumps(dict(zip(map(str, marks["place"]), marks["what"], strict=True)))
    below = axis(
        None,
        values=marks["place"].tolist(),
        labelExpr=f"{names}[datum.value]",
        grid=False,
        ticks=False,
        domain=False,
    )
    high = {"y": row_axis("bar_from", len(table)), "y2": "bar_to:Q"}
    base = alt.Chart(table)
    whole = base.mark_bar(cornerRadius=3, opacity=UNREAD).encode(
        x=alt.X("from_zero:Q", scale=scale, axis=below),
        x2="figure_at:Q",
        color=alt.value(LOST),
        **high,
    )
    colours = alt.Scale(domain=list(READ_COLOURS), range=list(READ_COLOURS.values()))
    parts = base.mark_bar(cornerRadius=3).encode(
        x=alt.X("start:Q", axis=None, scale=scale),
        x2="end:Q",
        color=alt.Color("reads:N", scale=colours, legend=None),
        **high,
    )
    rules = (
        alt.Chart(table[["row", "bar_from", "bar_to"]].merge(marks, how="cross"))
        .mark_rule(strokeWidth=4)
        .encode(x=alt.X("place:Q", axis=None, scale=scale), color=alt.value(alt.ExprRef(INK)), **high)
    )
    texts = row_texts(table, name="cut", figure="figure", scale=scale)
    # Independent, since a shared axis would be none: only ``whole`` has it.
    together = alt.LayerChart(layer=[whole, parts, rules, *texts]).resolve_axis(x="independent")
    chart: alt.LayerChart = together.properties(height=max(LEAST_HEIGHT, ROW_HEIGHT * len(table)) + AROUND)
    return chart
