"""Two rankings beside each other, with a line from a passage's place in the one to that in the other."""

import altair as alt
import pandas as pd

from components.charts.theme import COLOUR, INK

HEIGHT = 380  # pixels


def rank_lines(table: pd.DataFrame) -> alt.LayerChart:
    """A line a passage; what comes first in either is drawn strong.

    Args:
        table: As :func:`components.tasks.tables.search.rank_table` makes it.
    """
    count = int(table["rank"].max())
    side = {"vectors": 0.42, "reading pairs": 0.58}
    drawn = table.assign(
        x=table["way"].map(side), text=table["rank"].astype(str) + " · " + table["passage"] + " · " + table["figure"]
    )
    x = alt.X("x:Q", axis=None, scale=alt.Scale(domain=[0, 1]))
    y = alt.Y("rank:Q", axis=None, scale=alt.Scale(domain=[0.2, count + 0.5], nice=False, reverse=True))
    base = alt.Chart(drawn)
    lines = base.mark_line(color=COLOUR).encode(
        x=x,
        y=y,
        detail="passage:N",
        strokeWidth=alt.condition("datum.first", alt.value(4), alt.value(1.5)),
        opacity=alt.condition("datum.first", alt.value(1), alt.value(0.6)),
    )
    layers: list[alt.Chart] = [lines]
    for way, align, shift in (("vectors", "right", -10), ("reading pairs", "left", 10)):
        own = base.transform_filter(f"datum.way === '{way}'")
        layers.append(own.mark_point(filled=True, size=80, color=COLOUR, opacity=1).encode(x=x, y=y))
        layers.append(
            own.mark_text(align=align, dx=shift, fontSize=15, limit=alt.ExprRef("width * 0.4")).encode(  # type: ignore[arg-type]
                x=x,
                y=y,
                text="text:N",
                color=alt.value(alt.ExprRef(INK)),
                tooltip=[
                    alt.Tooltip("passage:N", title="Passage"),
                    alt.Tooltip("rank:Q", title="Place"),
                    alt.Tooltip("figure:N", title="Cosine" if way == "vectors" else "Answers"),
                ],
            )
        )
    chart: alt.LayerChart = alt.layer(*layers).properties(height=HEIGHT).configure_view(stroke=None)
    return chart
