"""Pairs of sentences, each with a mark in the colour of the preferred one, and how many times as likely it is."""

import altair as alt
import pandas as pd

from components.charts import rows_above
from components.charts.theme import COLOUR, GREY, SECOND_COLOUR, TYPE_SIZE
from components.charts.titles import with_title

PICKED = "pair"  # the selection that a click on a row makes; it holds the row
MARK_WIDTH, ROW_HEIGHT = 18, 92  # pixels
NARROW = 420  # pixels: below it, large letters have no room
TITLE = "Hardest pairs: [right / wrong] word. Orange: it chose wrong"


def pair_bars(table: pd.DataFrame, *, clickable: bool = False, titled: bool = True) -> alt.LayerChart:
    """Rows of pairs: teal where the good sentence is preferred, ochre where the bad one is.

    Args:
        table: As :func:`components.suites.tables.pairs.worst_table` makes it.
        clickable: Whether a click on a row selects it (see ``PICKED``).
        titled: Whether a line above says what they are; on a projector it would take the sentences' width.
    """
    rows = rows_above.with_row_positions(table).assign(mark=1.0, figure_at=1.0)
    scale = alt.Scale(domain=[0, 1], range=[0, MARK_WIDTH])
    tooltip = [alt.Tooltip("good:N", title="Good"), alt.Tooltip("bad:N", title="Bad")]
    tooltip.append(alt.Tooltip("log_odds_text:N", title="Log-odds (nats)"))
    colour = alt.Color(
        "side:N", scale=alt.Scale(domain=["good", "bad", "tie"], range=[COLOUR, SECOND_COLOUR, GREY]), legend=None
    )
    layers = [rows_above.row_bars(rows, value="mark", scale=scale, colour=colour, tooltip=tooltip)]
    if clickable:
        rows = rows.assign(top=rows["row"] - 0.5, bottom=rows["row"] + 0.5)
        whole = (
            alt.Chart(rows)
            .mark_rect(opacity=0, cursor="pointer", aria=False)
            .encode(
                x=alt.value(0),
                x2=alt.value("width"),
                y=rows_above.row_axis("top", len(rows)),
                y2="bottom:Q",
                tooltip=tooltip,
            )
        )
        picked = alt.selection_point(name=PICKED, fields=["row"], toggle=False, clear=False, empty=False)
        layers = [whole.add_params(picked), *layers]
    size = alt.ExprRef(f"width < {NARROW} ? {TYPE_SIZE - 2} : {TYPE_SIZE + 1}")
    texts = rows_above.row_texts(rows, name="name", figure="figure", scale=scale, size=size)
    chart: alt.LayerChart = alt.LayerChart(layer=[*layers, *texts]).properties(height=ROW_HEIGHT * len(rows))
    return with_title(chart, TITLE) if titled else chart
