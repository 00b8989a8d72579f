"""The score of every start with every end, as a triangle."""

import altair as alt
import pandas as pd

from components.charts.guides import axis
from components.charts.lines import inline_data
from components.charts.theme import COLOUR, INK, SECOND_COLOUR
from components.charts.titles import with_title
from components.tables.numbers import signed_or_zero

HEIGHT = 300  # pixels


def span_triangle(table: pd.DataFrame) -> alt.LayerChart:
    """One cell per start and end, darker where likelier; impossible spans are crossed out, the best three ringed.

    Args:
        table: As :func:`components.tasks.tables.spans.triangle_table` makes it.
    """
    places = sorted(set(table["first"]))
    domain = [places[0] - 0.5, places[-1] + 0.5]
    data = inline_data(
        table.assign(
            x=table["first"] - 0.5,
            x2=table["first"] + 0.5,
            y=table["last"] - 0.5,
            y2=table["last"] + 0.5,
            score_text=[signed_or_zero(score, 2) for score in table["score"]],
        )
    )
    base = alt.Chart(data)
    scale = alt.Scale(domain=domain, nice=False)
    down = alt.Scale(domain=domain, nice=False, reverse=True)
    possible = base.transform_filter("datum.kind === 'possible'")
    cells = possible.mark_rect(color=COLOUR, stroke=alt.ExprRef(INK), strokeOpacity=0.08).encode(
        x=alt.X("x:Q", scale=scale, axis=axis("Answer starts at token", tickMinStep=1, format="d", grid=False)),
        x2="x2:Q",
        y=alt.Y("y:Q", scale=down, axis=axis("Answer ends at token", tickMinStep=1, format="d", grid=False)),
        y2="y2:Q",
        fillOpacity=alt.FillOpacity("share:Q", scale=alt.Scale(type="sqrt", domain=[0, 1], range=[0, 1]), legend=None),
        tooltip=[
            alt.Tooltip("begins:N", title="Starts with"),
            alt.Tooltip("ends:N", title="Ends with"),
            alt.Tooltip("score_text:N", title="Score"),
            alt.Tooltip("share:Q", title="Likelihood relative to the best", format=".4f"),
        ],
    )
    hatched = (
        base.transform_filter("datum.kind !== 'possible'")
        .mark_rule(color=alt.ExprRef(INK), opacity=0.25)
        .encode(
            x=alt.X("x:Q", scale=scale),
            x2="x2:Q",
            y=alt.Y("y2:Q", scale=down),
            y2="y:Q",
        )
    )
    rings = (
        base.transform_filter("datum.ring > 0")
        .mark_point(shape="circle", size=220, strokeWidth=3, color=SECOND_COLOUR, filled=False)
        .encode(
            x=alt.X("first:Q", scale=scale),
            y=alt.Y("last:Q", scale=down),
            tooltip=[alt.Tooltip("begins:N", title="Starts with"), alt.Tooltip("ends:N", title="Ends with")],
        )
    )
    together = alt.LayerChart(layer=[hatched, cells, rings])
    chart: alt.LayerChart = together.properties(height=HEIGHT)
    return with_title(chart, "Every start with every end; the best three are ringed")
