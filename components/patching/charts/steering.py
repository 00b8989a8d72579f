"""Charts of steering: the shares of two words and the loss of all others, over the strength."""

from typing import Any, Literal

import altair as alt
import pandas as pd

from components.charts.guides import axis
from components.charts.pairs import paired_bars
from components.charts.theme import COLOUR, GREY, INK, SECOND_COLOUR, TYPE_SIZE

SHARE_HEIGHT, LOSS_HEIGHT = 384, 200  # pixels
NAME_SIZE = 30  # pixels: of the word in its area
FILLED = 0.55  # so that names are easy to read on either
LEAST_SPAN = 1.0  # bits; keeps tiny values from filling the height


def steered_word_bars(table: pd.DataFrame, name: str) -> alt.LayerChart:
    """Two bars per word: its probability without steering, and at one strength.

    Args:
        table: As :func:`components.patching.tables.steering.steered_words_table` makes it.
        name: The name of that strength.
    """
    return paired_bars(table, ("not steered", name), side="Steering")


def share_areas(
    table: pd.DataFrame,
    band: pd.DataFrame,
    chosen: float,
    words: tuple[str, str],
    ends: tuple[str, str],
) -> alt.LayerChart:
    """How two words share their probability, over the strength: areas, with the range of random directions in grey.

    Args:
        table: As :func:`components.patching.tables.steering.share_table` makes it.
        band: As :func:`components.patching.tables.steering.random_band_table` makes it.
        chosen: The strength that is marked.
        words: The two words; the area of the first is the lower one.
        ends: What negative and positive strengths lead towards.
    """
    scale = alt.Scale(domain=[0, 1])
    share = alt.Y(
        "share:Q", scale=scale, axis=axis("Share of the two words", format=".0%", values=[0, 0.5, 1], grid=False)
    )
    base = alt.Chart(table).encode(x=_across(f"← {ends[0]} · strength · {ends[1]} →"), y=share)
    upper = base.mark_area(color=SECOND_COLOUR, opacity=FILLED).encode(y2=alt.datum(1))
    lower = base.mark_area(color=COLOUR, opacity=FILLED).encode(
        y2=alt.datum(0),
        tooltip=[
            alt.Tooltip("strength:Q", title="Strength"),
            alt.Tooltip("share:Q", title="Share", format=".1%"),
            alt.Tooltip("odds:N", title="Odds"),
            alt.Tooltip("word:N", title="Likeliest word"),
        ],
    )
    edge = base.mark_line(strokeWidth=4, color=COLOUR)
    chance = (
        alt.Chart(band)
        .mark_area(color=GREY, opacity=0.6)
        .encode(
            x="strength:Q",
            y=alt.Y("low:Q", scale=scale),
            y2="high:Q",
            tooltip=[
                alt.Tooltip("strength:Q", title="Random directions at strength"),
                alt.Tooltip("low:Q", title="Lowest share", format=".1%"),
                alt.Tooltip("high:Q", title="Highest share", format=".1%"),
            ],
        )
    )
    named = (
        alt.Chart(band.head(1))
        .mark_text(align="left", dx=6, dy=-10, fontSize=TYPE_SIZE - 2, color=alt.ExprRef(INK))
        .encode(x="strength:Q", y=alt.Y("high:Q", scale=scale), text=alt.value("grey: random directions"))
    )
    layers: alt.LayerChart = alt.LayerChart(
        layer=[upper, lower, chance, edge, *_chosen(chosen, table, "share"), *_sides(words), named]
    ).properties(height=SHARE_HEIGHT)
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
        layer=[*_chosen(chosen, table, "bits"), base.mark_line(strokeWidth=3, color=COLOUR), dots]
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
    layers: alt.LayerChart = alt.LayerChart(layer=[band, rule, line, dots]).properties(height=SHARE_HEIGHT)
    return layers


def _sides(words: tuple[str, str]) -> list[alt.Chart]:
    """The names of the areas, in the corners that a rising curve leaves them."""
    first, second = words
    places: tuple[tuple[str, Literal["left", "right"], Any, Any], ...] = (
        (second, "left", 16, 30),
        (first, "right", alt.expr("width - 16"), alt.expr("height / 2")),
    )
    return [
        alt.Chart(pd.DataFrame({"word": [word]}))
        .mark_text(align=align, fontSize=NAME_SIZE, fontWeight=600, color=alt.ExprRef(INK))
        .encode(x=alt.value(x), y=alt.value(y), text="word:N")
        for word, align, x, y in places
    ]


def _across(title: str | None) -> alt.X:
    return alt.X("strength:Q", axis=axis(title, tickCount=9), scale=alt.Scale(nice=False))


def _chosen(strength: float, table: pd.DataFrame, height: str) -> list[alt.Chart]:
    """A rule and a ring that mark the chosen strength on the curve of the column ``height``."""
    marked = table[table["strength"] == strength]
    ring = (
        alt.Chart(marked)
        .mark_point(size=340, filled=False, strokeWidth=3, opacity=1, color=alt.ExprRef(INK))
        .encode(x="strength:Q", y=f"{height}:Q")
    )
    return [_rule(marked), ring]


def _rule(marked: pd.DataFrame) -> alt.Chart:
    base = alt.Chart(marked).encode(x="strength:Q")
    rule: alt.Chart = base.mark_rule(color=alt.ExprRef(INK), strokeWidth=1.5, opacity=0.6)
    return rule
