"""Charts of steering: the odds of two words and the loss of all others, over the strength."""

import math
from typing import Any, Literal

import altair as alt
import pandas as pd

from components.charts.guides import axis
from components.charts.pairs import paired_bars
from components.charts.theme import COLOUR, GREY, INK, SECOND_COLOUR, TYPE_SIZE

ODDS_HEIGHT, LOSS_HEIGHT = 384, 200  # pixels
LEAST_SPAN = 1.0  # bits; keeps tiny values from filling the height
TIMES = "datum.value == 0 ? 'equal' : format(pow(2, abs(datum.value)), ',.0f') + '×'"  # of bits
FEW_TICKS = 2  # on either side of "equal"


def steered_word_bars(table: pd.DataFrame, name: str) -> alt.LayerChart:
    """Two bars per word: its probability without steering, and at one strength.

    Args:
        table: As :func:`components.patching.tables.steering.steered_words_table` makes it.
        name: The name of that strength.
    """
    return paired_bars(table, ("not steered", name), side="Steering")


def odds_curve(
    table: pd.DataFrame,
    band: pd.DataFrame,
    chosen: float,
    words: tuple[str, str],
    ends: tuple[str, str],
) -> alt.LayerChart:
    """The log-odds of two words over the strength, with the range of random directions in grey.

    Args:
        table: As :func:`components.patching.tables.steering.odds_table` makes it.
        band: As :func:`components.patching.tables.steering.random_band_table` makes it.
        chosen: The strength that is marked.
        words: The two words; the first is likelier above zero.
        ends: What negative and positive strengths lead towards.
    """
    first, second = words
    low = min(table["bits"].min(), band["low"].min())
    high = max(table["bits"].max(), band["high"].max(), low + LEAST_SPAN)
    y = alt.Y(
        "bits:Q",
        scale=alt.Scale(domain=[float(low), float(high)], nice=True),
        axis=axis("Times as likely", labelExpr=TIMES, ticks=False, values=_ticks(float(low), float(high))),
    )
    base = alt.Chart(table).encode(x=_across(f"← {ends[0]} · strength · {ends[1]} →"), y=y)
    line = base.mark_line(strokeWidth=3, color=COLOUR)
    dots = base.mark_point(size=60, filled=True, opacity=1, color=COLOUR).encode(
        tooltip=[
            alt.Tooltip("strength:Q", title="Strength"),
            alt.Tooltip("bits:Q", title="Log-odds (bits)", format=".3f"),
            alt.Tooltip("odds:N", title="Odds"),
            alt.Tooltip("word:N", title="Likeliest word"),
        ]
    )
    grey = (
        alt.Chart(band)
        .mark_area(color=GREY, opacity=0.35)
        .encode(
            x="strength:Q",
            y="low:Q",
            y2="high:Q",
            tooltip=[
                alt.Tooltip("strength:Q", title="Random directions at strength"),
                alt.Tooltip("low:Q", title="Lowest (bits)", format=".3f"),
                alt.Tooltip("high:Q", title="Highest (bits)", format=".3f"),
            ],
        )
    )
    named = (  # at the right end, where a rising curve is above it
        alt.Chart(band.tail(1))
        .mark_text(align="right", dy=16, fontSize=TYPE_SIZE - 2, color=alt.ExprRef(INK))
        .encode(x="strength:Q", y="low:Q", text=alt.value("random directions"))
    )
    even = alt.Chart(pd.DataFrame({"bits": [0.0]})).mark_rule(color=alt.ExprRef(INK))
    layers: alt.LayerChart = alt.LayerChart(
        layer=[grey, even.encode(y="bits:Q"), *_chosen(chosen, table), line, dots, *_sides(first, second), named]
    ).properties(height=ODDS_HEIGHT)
    return layers


def loss_curve(table: pd.DataFrame, chosen: float) -> alt.LayerChart:
    """The mean loss of the other words over the strength; strengths at which they are lost have the second colour.

    Args:
        table: As :func:`components.patching.tables.steering.other_losses_table` makes it.
        chosen: The strength that is marked.
    """
    height = alt.Y(
        "bits:Q",
        scale=alt.Scale(domain=[0.0, max(LEAST_SPAN, float(table["bits"].max()))], nice=True),
        axis=axis("bits", tickCount=3),
    )
    base = alt.Chart(table).encode(x=_across("Strength"), y=height)
    dots = base.mark_point(size=60, filled=True, opacity=1).encode(
        color=alt.condition("datum.broken", alt.value(SECOND_COLOUR), alt.value(COLOUR)),
        shape=alt.condition("datum.broken", alt.value("square"), alt.value("circle")),
        tooltip=[
            alt.Tooltip("strength:Q", title="Strength"),
            alt.Tooltip("bits:Q", title="Mean loss of the other words of the sentence (bits)", format=".3f"),
            alt.Tooltip("kept:Q", title="Probability kept", format=".1%"),
        ],
    )
    layers: alt.LayerChart = alt.LayerChart(
        layer=[*_chosen(chosen, table), base.mark_line(strokeWidth=3, color=COLOUR), dots]
    ).properties(height=LOSS_HEIGHT)
    return layers


def turned_curve(table: pd.DataFrame, chosen: float) -> alt.LayerChart:
    """The share of sentences whose answer turns, over the strength, with its 95% interval as a band.

    Args:
        table: As :func:`components.patching.tables.steering_sentences.turned_table` makes it.
        chosen: The strength that is marked.
    """
    share = axis("Answers turned", format=".0%", tickCount=3)
    base = alt.Chart(table).encode(x=_across("Strength"))
    tooltip = [
        alt.Tooltip("strength:Q", title="Strength"),
        alt.Tooltip("turned:Q", title="Sentences"),
        alt.Tooltip("share:Q", title="Share", format=".1%"),
        alt.Tooltip("low:Q", title="95% interval from", format=".1%"),
        alt.Tooltip("high:Q", title="95% interval to", format=".1%"),
    ]
    scale = alt.Scale(domain=[0, 1])
    band = base.mark_area(color=COLOUR, opacity=0.2).encode(y=alt.Y("low:Q", scale=scale, axis=share), y2="high:Q")
    line = base.mark_line(strokeWidth=3, color=COLOUR).encode(y=alt.Y("share:Q", scale=scale, axis=share))
    dots = base.mark_point(size=60, filled=True, opacity=1, color=COLOUR).encode(
        y=alt.Y("share:Q", scale=scale, axis=share), tooltip=tooltip
    )
    rule = _rule(table[table["strength"] == chosen])
    layers: alt.LayerChart = alt.LayerChart(layer=[band, rule, line, dots]).properties(height=ODDS_HEIGHT)
    return layers


def _sides(first: str, second: str) -> list[alt.Chart]:
    """What it means to be at the top and at the bottom, in the corners that a rising curve leaves free."""
    places: tuple[tuple[str, Literal["left", "right"], Any, Any], ...] = (
        (f"↑ “{first}” is likelier", "left", 8, 14),
        (f"↓ “{second}” is likelier", "right", alt.expr("width - 8"), alt.expr("height - 10")),
    )
    return [
        alt.Chart(pd.DataFrame({"side": [side]}))
        .mark_text(align=align, fontSize=TYPE_SIZE, fontWeight=600, color=alt.ExprRef(INK))
        .encode(x=alt.value(x), y=alt.value(y), text="side:N")
        for side, align, x, y in places
    ]


def _ticks(low: float, high: float) -> list[float]:
    """Where two words are equally likely, and few powers of ten of their ratio, in bits."""
    decade = math.log2(10)
    farthest = max(abs(low), abs(high)) / decade
    step = max(1, math.ceil(farthest / FEW_TICKS))
    return [decade * step * n for n in range(-FEW_TICKS, FEW_TICKS + 1) if low <= decade * step * n <= high]


def _across(title: str | None) -> alt.X:
    return alt.X("strength:Q", axis=axis(title, tickCount=9), scale=alt.Scale(nice=False))


def _chosen(strength: float, table: pd.DataFrame) -> list[alt.Chart]:
    """A rule and a ring that mark the chosen strength, with its value."""
    marked = table[table["strength"] == strength]
    ring = (
        alt.Chart(marked)
        .mark_point(size=340, filled=False, strokeWidth=3, opacity=1, color=alt.ExprRef(INK))
        .encode(x="strength:Q", y="bits:Q")
    )
    named = ring.mark_text(align="left", dx=16, dy=16, fontSize=TYPE_SIZE, fontWeight=600, color=alt.ExprRef(INK))
    return [ring, named.encode(text="times:N")] if "times" in table else [_rule(marked), ring]


def _rule(marked: pd.DataFrame) -> alt.Chart:
    base = alt.Chart(marked).encode(x="strength:Q")
    rule: alt.Chart = base.mark_rule(color=alt.ExprRef(INK), strokeWidth=1.5, opacity=0.6)
    return rule
