"""Probabilities of words under two conditions: as a scatter plot, or as paired bars."""

import math

import altair as alt
import numpy as np
import pandas as pd

from components.charts.guides import axis, legend
from components.charts.rows_beside import row_labels
from components.charts.theme import COLOUR, INK, SECOND_COLOUR, TYPE_SIZE

SIDE = 420  # pixels
WORD_HEIGHT = 58  # two bars, each as high as its figure
LEGEND_HEIGHT = 52  # pixels; the chart's height includes the legend
NAME_WIDTH = 140
CHARACTER = 10  # pixels, of a figure
NAME_ACROSS, NAME_UP = 0.35, 0.06  # size of a label, as a share of the chart
SMALLEST = 1e-300  # a logarithmic axis has no zero


def pair_scatter(table: pd.DataFrame, names: tuple[str, str]) -> alt.LayerChart:
    """Each word at its two probabilities, on logarithmic axes; the diagonal means no change.

    Args:
        table: As :func:`components.tables.pairs.pair_table` makes it.
        names: The names of the two sides.
    """
    shown = table.assign(first=table["first"].clip(lower=SMALLEST), second=table["second"].clip(lower=SMALLEST))
    ends = shown[["first", "second"]].to_numpy()
    domain = [float(ends.min()) / 2, 1.5 * float(ends.max())]
    shown["named"] = _fits_label(shown, domain)
    scale = alt.Scale(type="log", domain=domain, nice=False)
    line = alt.Chart(pd.DataFrame({"first": domain, "second": domain})).mark_line(
        color=alt.ExprRef(INK), strokeDash=[6, 5], strokeWidth=1.5, opacity=0.7
    )
    chances = {"format": "~%", "tickCount": 4, "labelOverlap": True}
    base = alt.Chart(shown).encode(
        x=alt.X("first:Q", scale=scale, axis=axis(names[0], **chances)),
        y=alt.Y("second:Q", scale=scale, axis=axis(names[1], **chances)),
    )
    gained = "datum.change >= 0"
    dots = base.mark_point(filled=True, size=120, opacity=0.95).encode(
        color=alt.condition(gained, alt.value(COLOUR), alt.value(SECOND_COLOUR)),
        shape=alt.condition(gained, alt.value("triangle-up"), alt.value("triangle-down")),
        tooltip=[
            alt.Tooltip("word:N", title="Word"),
            alt.Tooltip("first_chance:N", title=names[0]),
            alt.Tooltip("second_chance:N", title=names[1]),
        ],
    )
    line = line.encode(x=alt.X("first:Q", scale=scale), y=alt.Y("second:Q", scale=scale))
    layers: alt.LayerChart = alt.LayerChart(layer=[line, dots, *_names(base, domain)]).properties(height=SIDE)
    return layers


def _names(base: alt.Chart, domain: list[float]) -> list[alt.Chart]:
    """Labels beside the dots, towards the middle of the chart."""
    middle = math.sqrt(domain[0] * domain[1])
    named = base.encode(text="word:N").transform_filter("datum.named")
    ink = alt.ExprRef(INK)
    return [
        named.transform_filter(f"datum.first <= {middle}").mark_text(
            align="left", dx=10, fontSize=TYPE_SIZE - 1, color=ink
        ),
        named.transform_filter(f"datum.first > {middle}").mark_text(
            align="right", dx=-10, fontSize=TYPE_SIZE - 1, color=ink
        ),
    ]


def _fits_label(table: pd.DataFrame, domain: list[float]) -> list[bool]:
    """Whether each word gets a label: greedily, largest changes first, without overlaps."""
    places = np.log(table[["first", "second"]].to_numpy()) / math.log(domain[1] / domain[0])  # (word, 2)
    chosen: list[int] = []
    for number in np.argsort(-table["change"].abs().to_numpy()):
        apart = np.abs(places[chosen] - places[number]) > (NAME_ACROSS, NAME_UP)  # (chosen, 2)
        if apart.any(axis=1).all():
            chosen.append(int(number))
    return [number in chosen for number in range(len(table))]


def paired_bars(table: pd.DataFrame, names: tuple[str, str], *, side: str = "Model") -> alt.LayerChart:
    """Two bars per word, one for each side, with their figures.

    Args:
        table: As :func:`components.tables.pairs.most_likely_words` makes it.
        names: The names of the two sides.
        side: What a side is, for tooltips.
    """
    long = pd.concat(
        [
            table.assign(side=name, probability=table[column], figure=table[f"{column}_chance"])
            for name, column in zip(names, ("first", "second"), strict=True)
        ]
    )
    longest = long.sort_values("probability").iloc[-1]
    beside = CHARACTER * (len(longest["figure"]) + 1)  # pixels for its figure
    length = alt.Scale(
        domain=[0, float(longest["probability"]) or 1.0],
        range=[0, alt.ExprRef(f"width - {beside}")],
        nice=False,
    )
    base = alt.Chart(long[["row", "word", "side", "probability", "figure"]]).encode(
        y=alt.Y("row:O", axis=row_labels(table["word"], orient="left", width=NAME_WIDTH)),
        yOffset=alt.YOffset("side:N", sort=list(names), scale=alt.Scale(paddingInner=0.12)),
        x=alt.X("probability:Q", axis=None, scale=length),
    )
    bars = base.mark_bar(cornerRadiusEnd=3).encode(
        color=alt.Color(
            "side:N",
            scale=alt.Scale(domain=list(names), range=[COLOUR, SECOND_COLOUR]),
            legend=legend(None, columns=1),
        ),
        tooltip=[
            alt.Tooltip("word:N", title="Word"),
            alt.Tooltip("side:N", title=side),
            alt.Tooltip("probability:Q", title="Probability", format=".6f"),
        ],
    )
    figures = base.mark_text(align="left", dx=6, fontSize=TYPE_SIZE - 2, color=alt.ExprRef(INK)).encode(text="figure:N")
    height = WORD_HEIGHT * len(table) + LEGEND_HEIGHT
    layers: alt.LayerChart = alt.LayerChart(layer=[bars, figures]).properties(height=height)
    return layers
