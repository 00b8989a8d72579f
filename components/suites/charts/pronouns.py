"""Charts of the pronouns that a model puts beside occupations."""

import json
from typing import Any

import altair as alt
import pandas as pd

from components.charts.guides import axis, legend
from components.charts.lines import inline_data
from components.charts.theme import COLOUR, GREY, INK, SECOND_COLOUR, TYPE_SIZE
from components.charts.titles import with_title
from components.suites.model.occupations import PRONOUNS
from components.suites.tables.pronouns import EITHER, HE, SHE

HEIGHT, ROW_HEIGHT = 440, 112  # pixels
SHOWN = 3  # sentences
PICKED = "picked"  # the selection that a click makes; it holds the occupation
_SENTENCE_AT, _BAR_FROM, _BAR_TO = 0.28, 0.48, 0.78  # of a row, from its upper edge
_COLOURS = {"she": SECOND_COLOUR, "he": COLOUR, "they": GREY}
_SHARES = [0.0, 1.0]


def occupation_dots(
    table: pd.DataFrame,
    *,
    chosen: str,
    compared_title: str,
    clickable: bool = False,
) -> alt.LayerChart:
    """One dot per occupation: what it is compared with along the bottom, the model's share of "she" upwards.

    The chosen occupation has a ring, its interval and its name. A line is at one half.

    Args:
        table: As :func:`components.suites.tables.pronouns.with_labels` makes it.
        chosen: An occupation; one that is not in the table has no ring.
        compared_title: Of the horizontal axis.
        clickable: Whether a click selects the nearest occupation (see ``PICKED``).
    """
    scale = alt.Scale(domain=_SHARES, nice=False)
    ticks: dict[str, Any] = {"format": "~%", "values": [0, 0.5, 1], "grid": False}
    x = alt.X("compared:Q", scale=scale, axis=axis(compared_title, **ticks))
    y = alt.Y("share:Q", scale=scale, axis=axis("the model’s share of “she”", **ticks))
    ink = alt.ExprRef(INK)
    line = alt.Chart(inline_data(pd.DataFrame({"y": [0.5], "text": [f"as often {SHE} as {HE}"]}))).encode(
        y=alt.Y("y:Q", scale=scale)
    )
    half = line.mark_rule(color=ink, strokeWidth=2)
    name_of_half = line.mark_text(
        align="left", baseline="bottom", dx=4, dy=-4, fontSize=TYPE_SIZE - 2, color=ink
    ).encode(x=alt.value(0), text="text:N")
    base = alt.Chart(inline_data(table))
    is_chosen = f"datum.word === {json.dumps(chosen)}"
    whisker = base.transform_filter(is_chosen).mark_rule(color=ink, strokeWidth=2).encode(x=x, y="low:Q", y2="high:Q")
    ring = base.transform_filter(is_chosen).mark_point(size=260, color=ink, strokeWidth=2.5).encode(x=x, y=y)
    shown = [name for name in (SHE, HE, EITHER) if name in set(table["prefers"])]
    colours = {SHE: SECOND_COLOUR, HE: COLOUR, EITHER: GREY}
    shapes = {SHE: "triangle-up", HE: "circle", EITHER: "diamond"}
    key = legend(None, columns=3, labelExpr=f"datum.label === '{EITHER}' ? 'unclear' : datum.label")
    dots = base.mark_point(filled=True, size=110, opacity=0.9, cursor="pointer" if clickable else alt.Undefined).encode(
        x=x,
        y=y,
        color=alt.Color("prefers:N", scale=alt.Scale(domain=shown, range=[colours[n] for n in shown]), legend=key),
        shape=alt.Shape("prefers:N", scale=alt.Scale(domain=shown, range=[shapes[n] for n in shown]), legend=key),
        tooltip=[
            alt.Tooltip("word:N", title="Occupation"),
            alt.Tooltip("share_text:N", title="Model’s share of “she”"),
            alt.Tooltip("compared_text:N", title="Compared with"),
            alt.Tooltip("category:N", title="From"),
            alt.Tooltip("they_text:N", title="“they”"),
        ],
    )
    if clickable:
        picked = alt.selection_point(name=PICKED, fields=["word"], nearest=True, toggle=False, clear=False, empty=False)
        dots = dots.add_params(picked)
    sides: list[tuple[str, Any, int]] = [("", "right", -10), ("!", "left", 10)]
    labels = [
        base.transform_filter(f"datum.label !== '' && {side}datum.label_left")
        .mark_text(align=align, dx=dx, fontSize=TYPE_SIZE - 3, color=ink, baseline="middle", aria=False)
        .encode(x=x, y=y, text="label:N")
        for side, align, dx in sides
    ]
    edge = "datum.compared < 0.12 ? 'left' : datum.compared > 0.88 ? 'right' : 'center'"
    name = (
        base.transform_filter(is_chosen)
        .transform_calculate(name_at="datum.name_below ? datum.low : datum.high")
        .mark_text(
            align=alt.ExprRef(edge),
            dy=alt.ExprRef("datum.name_below ? 18 : -10"),
            fontSize=TYPE_SIZE - 2,
            fontWeight=600,
            color=ink,
            aria=False,
        )
        .encode(x=x, y="name_at:Q", text="word:N")
    )
    chart: alt.LayerChart = alt.LayerChart(layer=[half, name_of_half, *labels, whisker, ring, name, dots]).properties(
        height=HEIGHT
    )
    return chart


def template_bars(table: pd.DataFrame, word: str) -> alt.LayerChart:
    """The first sentences about one occupation, each above a bar of the three probabilities.

    Args:
        table: As :func:`components.suites.tables.pronouns.template_table` makes it.
        word: The occupation.
    """
    total = int(table["row"].max())
    count = min(total, SHOWN)
    table = table[table["row"] <= count]
    placed = table.assign(
        sentence_at=table["row"] - 1 + _SENTENCE_AT,
        upper=table["row"] - 1 + _BAR_FROM,
        lower=table["row"] - 1 + _BAR_TO,
    )
    rows = alt.Scale(domain=[0, count], reverse=True, nice=False)
    x = alt.X(
        "start:Q",
        scale=alt.Scale(domain=_SHARES, nice=False),
        axis=axis("probability at the blank", format="~%", values=[0, 0.5, 1], grid=False),
    )
    base, ink = alt.Chart(inline_data(placed)), alt.ExprRef(INK)
    sentences = (
        base.transform_filter(f"datum.pronoun === '{PRONOUNS[0]}'")
        .mark_text(align="left", baseline="middle", fontSize=TYPE_SIZE - 1, color=ink, limit=alt.ExprRef("width"))
        .encode(x=alt.value(0), y=alt.Y("sentence_at:Q", scale=rows, axis=None), text="sentence:N")
    )
    bars = base.mark_rect().encode(
        x=x,
        x2="end:Q",
        y=alt.Y("upper:Q", scale=rows, axis=None),
        y2="lower:Q",
        color=alt.Color(
            "pronoun:N",
            scale=alt.Scale(domain=list(PRONOUNS), range=[_COLOURS[name] for name in PRONOUNS]),
            legend=legend(None, columns=3),
        ),
        tooltip=[
            alt.Tooltip("sentence:N", title="Sentence"),
            alt.Tooltip("pronoun:N", title="Pronoun"),
            alt.Tooltip("text:N", title="Probability"),
        ],
    )
    chart: alt.LayerChart = alt.LayerChart(layer=[bars, sentences]).properties(height=ROW_HEIGHT * count)
    return with_title(chart, f"{count} of {total} sentences about “{word}”")
