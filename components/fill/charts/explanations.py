"""Charts of explanations side by side: a grid of words, and the curves of the deletion test."""

import json

import altair as alt
import pandas as pd

from components.charts.candidates import WORD_WIDTH
from components.charts.cells import diverging_scale, ink_on
from components.charts.guides import axis, line_legend
from components.charts.lines import DASHES, inline_data
from components.charts.rows_beside import ROW_HEIGHT, row_labels
from components.charts.theme import GREY, INK, KIND_COLOURS, TYPE_SIZE
from components.fill.model.results import Explanation
from components.fill.tables.deletion import RANDOM

NARROW = 440  # pixels of five columns: below, as on a phone, they have short names
HEADER_HEIGHT = 56  # pixels
CURVE_HEIGHT = 440  # pixels, axes and legend included
ONE_COLUMN = 560  # pixels: below, the legend has one column
DARKEST = 0.6  # of the colour scale: black figures are easy to read on every cell
LEAST_SPAN = 0.1  # of a share; keeps even scores from filling the colour scale
_LINES = {  # names over the columns, in lines
    Explanation.OCCLUSION: (["Occlusion"], ["Occl."]),
    Explanation.GRADIENT_INPUT: (["Gradient", "× input"], ["Grad.", "× inp."]),
    Explanation.INTEGRATED_GRADIENTS: (["Integrated", "gradients"], ["Integr.", "grad."]),
    Explanation.ROLLOUT: (["Attention", "rollout"], ["Roll-", "out"]),
    Explanation.VALUE_NORMS: (["Attention ×", "value norms"], ["Att. ×", "norms"]),
}


def explanation_grid(table: pd.DataFrame) -> alt.LayerChart:
    """One row per token and one column per explanation: blue words make the answer likelier, orange ones less likely.

    Args:
        table: As :func:`components.fill.tables.explanations.explanation_table` makes it.
    """
    names = list(dict.fromkeys(table["explanation"]))
    words = table.drop_duplicates("rank")["word"]
    span = max(LEAST_SPAN, float(table["share"].abs().max())) / DARKEST
    wide, narrow = ([_LINES[Explanation(name)][number] for name in names] for number in (0, 1))
    number = f"indexof({json.dumps(names)}, datum.value)"
    header = alt.Axis(
        title=None,
        orient="top",
        domain=False,
        ticks=False,
        labelAngle=0,
        labelExpr=f"(width < {NARROW} ? {json.dumps(narrow)} : {json.dumps(wide)})[{number}]",
        labelColor=alt.ExprRef(INK),
        labelFontSize=alt.ExprRef(f"width < {NARROW} ? 12 : {TYPE_SIZE - 2}"),
        labelOverlap=False,
        labelFlush=False,  # otherwise the theme moves the first label off its column
        labelLimit=0,
        labelPadding=26,  # of the first line; the second one is below it
    )
    rows = alt.Scale(domain=list(range(1, len(words) + 1)), padding=0)  # that of a blank, which has no cell, too
    base = alt.Chart(inline_data(table.astype(object).where(table.notna(), None))).encode(
        x=alt.X("explanation:N", axis=header, sort=names, scale=alt.Scale(padding=0)),
        y=alt.Y("rank:O", axis=row_labels(words, orient="left", width=WORD_WIDTH), scale=rows),
        tooltip=[
            alt.Tooltip("word:N", title="Word"),
            alt.Tooltip("explanation:N", title="Explanation"),
            alt.Tooltip("figure:N", title="Score"),
            alt.Tooltip("percent:N", title="Share of the column"),
        ],
    )
    scored = base.transform_filter("isValid(datum.share)")
    cells = scored.mark_rect(stroke=alt.ExprRef(INK), strokeWidth=0.5, strokeOpacity=0.6).encode(
        color=alt.Color("share:Q", scale=diverging_scale(span), legend=None)
    )
    size = alt.ExprRef(f"width < {NARROW} ? 12 : {TYPE_SIZE - 2}")
    figures = scored.mark_text(fontSize=size, color=alt.ExprRef(ink_on("share"))).encode(text="percent:N")
    firsts = scored.transform_filter("datum.first")
    frames = firsts.mark_rect(filled=False, stroke=alt.ExprRef(INK), strokeWidth=4, strokeOpacity=1)
    grid: alt.LayerChart = alt.LayerChart(layer=[cells, figures, frames]).properties(
        height=ROW_HEIGHT * len(words) + HEADER_HEIGHT
    )
    return grid


def deletion_curves(table: pd.DataFrame, band: pd.DataFrame, areas: pd.DataFrame, *, action: str) -> alt.LayerChart:
    """The probability of the answer over the number of words hidden or put back, with random orders in grey.

    Args:
        table: As :func:`components.fill.tables.deletion.deletion_table` makes it.
        band: As :func:`components.fill.tables.deletion.random_band_table` makes it.
        areas: As :func:`components.fill.tables.deletion.area_table` makes it; they are in the legend.
        action: What happens to the words: "hidden" or "put back".
    """
    names = list(dict.fromkeys(table["series"]))  # the order of the columns above, and so the same colours
    labels = {name: f"{name}: {figure}" for name, figure in zip(areas["series"], areas["figure"], strict=True)}
    order = [labels[name] for name in areas["series"]]
    styles = {
        labels[name]: (GREY, [1, 0]) if name == RANDOM else (KIND_COLOURS[number], list(DASHES[number]))
        for number, name in enumerate(names)
    }
    key = line_legend(None, columns=alt.ExprRef(f"containerSize()[0] < {ONE_COLUMN} ? 1 : 2"), orient="bottom")
    last = int(table["count"].max())
    across = alt.X(
        "count:Q",
        axis=axis(f"Words {action}", format="d", tickMinStep=1, tickCount=min(last, 10)),
        scale=alt.Scale(domain=[0, last], nice=False),
    )
    top = float(max(table["probability"].max(), band["high"].max(), 1e-6))
    up = alt.Scale(domain=[0, top], nice=True)
    height = alt.Y(
        "probability:Q", scale=up, axis=axis("Probability", format=".0%" if top > 0.05 else ".1~%", tickCount=5)
    )
    grey = (
        alt.Chart(band)
        .mark_area(color=GREY, opacity=0.35)
        .encode(
            x=across,
            y=alt.Y("low:Q", scale=up),
            y2="high:Q",
            tooltip=[
                alt.Tooltip("count:Q", title=f"Random orders, words {action}"),
                alt.Tooltip("low:Q", title="From", format=".2%"),
                alt.Tooltip("high:Q", title="To", format=".2%"),
            ],
        )
    )
    base = alt.Chart(inline_data(table.assign(label=table["series"].map(labels)))).encode(
        x=across,
        y=height,
        color=alt.Color(
            "label:N", scale=alt.Scale(domain=order, range=[styles[name][0] for name in order]), legend=key, sort=order
        ),
        tooltip=[
            alt.Tooltip("series:N", title="Order"),
            alt.Tooltip("count:Q", title=f"Words {action}"),
            alt.Tooltip("probability:Q", title="Probability", format=".2%"),
        ],
    )
    lines = base.mark_line(strokeWidth=3).encode(
        strokeDash=alt.StrokeDash(
            "label:N", scale=alt.Scale(domain=order, range=[styles[name][1] for name in order]), legend=key, sort=order
        )
    )
    chart: alt.LayerChart = alt.LayerChart(
        layer=[grey, lines, base.mark_point(filled=True, size=45, opacity=1)]
    ).properties(height=CURVE_HEIGHT)
    return chart
