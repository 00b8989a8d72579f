"""Two rankings side by side, with a line from each passage's rank in the one to its rank in the other."""

from textwrap import fill
from typing import Literal

import altair as alt
import pandas as pd

from components.charts.theme import COLOUR, INK
from components.charts.titles import with_title

NARROW = 480  # pixels: below this width long titles are wrapped
NARROW_TITLE = 22  # characters of a wrapped line
ROW = 50  # pixels: a title, and its figure below it
LINE = {"narrow": 0.15, "wide": 0.19}  # half the line spacing of text, in rows
SIDES = {"vectors": 0.46, "reading pairs": 0.54}  # where lines end, of the width
HEADS = {"vectors": "Vectors (cosine)", "reading pairs": "Pairs (answers?)"}


def ranking_lines(table: pd.DataFrame) -> alt.LayerChart:
    """One line per passage; the first of either ranking is drawn thicker.

    Args:
        table: As :func:`components.tasks.tables.search.rank_table` makes it.
    """
    count = int(table["rank"].max())
    title = table["rank"].astype(str) + ". " + table["passage"]
    texts = {"wide": title, "narrow": title.map(lambda each: fill(each, NARROW_TITLE))}
    drawn = table.assign(x=table["method"].map(SIDES))
    for width, lines_of_title in texts.items():
        text = lines_of_title + "\n" + table["figure"]
        # Vega anchors a text at its first line, so that texts of several lines start higher to be centred.
        drawn = drawn.assign(**{width: text, f"{width}_top": table["rank"] - LINE[width] * text.str.count("\n")})
    x = alt.X("x:Q", axis=None, scale=alt.Scale(domain=[0, 1]))
    scale = alt.Scale(domain=[-0.2, count + 0.5], nice=False, reverse=True)
    y = alt.Y("rank:Q", axis=None, scale=scale)
    base = alt.Chart(drawn).transform_calculate(
        text=f"width < {NARROW} ? datum.narrow : datum.wide",
        top=f"width < {NARROW} ? datum.narrow_top : datum.wide_top",
    )
    lines = base.mark_line(color=COLOUR).encode(
        x=x,
        y=y,
        detail="passage:N",
        strokeWidth=alt.condition("datum.first", alt.value(4), alt.value(1.5)),
        opacity=alt.condition("datum.first", alt.value(1), alt.value(0.6)),
    )
    layers: list[alt.Chart] = [lines]
    sides: tuple[tuple[str, Literal["left", "right"], int], ...] = (
        ("vectors", "right", -10),
        ("reading pairs", "left", 10),
    )
    for method, align, shift in sides:
        side = base.transform_filter(f"datum.method === '{method}'")
        layers.append(side.mark_point(filled=True, size=80, color=COLOUR, opacity=1).encode(x=x, y=y))
        tooltip = [
            alt.Tooltip("passage:N", title="Passage"),
            alt.Tooltip("rank:Q", title="Rank"),
            alt.Tooltip("figure:N", title="Cosine" if method == "vectors" else "Probability that it answers"),
        ]
        parts: tuple[tuple[alt.Chart, Literal[400, 600]], ...] = ((side, 400), (_head(method), 600))
        layers += [
            part.mark_text(
                align=align,
                dx=shift,
                baseline="middle",
                lineBreak="\n",
                fontSize=alt.ExprRef(f"width < {NARROW} ? 12 : 16"),
                fontWeight=weight,
                limit=alt.ExprRef("width * 0.42"),
            ).encode(
                x=x,
                y=alt.Y("top:Q", axis=None, scale=scale),
                text="text:N",
                color=alt.value(alt.ExprRef(INK)),
                **({"tooltip": tooltip} if part is side else {}),
            )
            for part, weight in parts
        ]
    chart: alt.LayerChart = alt.layer(*layers).properties(height=ROW * (count + 1)).configure_view(stroke=None)
    return with_title(chart, "Ranking of the passages by both methods")


def _head(method: str) -> alt.Chart:
    """The heading of one ranking."""
    return alt.Chart(pd.DataFrame({"x": [SIDES[method]], "top": [0.15], "text": [HEADS[method]]}))
