"""A diagram of one encoder, its output vectors, and the heads above it: the highlighted one and what it reads."""

from typing import Literal

import altair as alt
import pandas as pd

from components.charts.theme import COLOUR, INK
from components.tasks.tables.encoder import EncoderDiagram

HEIGHT = 210  # pixels
ENCODER = (28, 84)  # pixels from the top: where each part starts and ends
VECTORS = (90, 104)
JOINED = (130, 150)
HEADS = (150, 190)
HEAD_WIDTH = 150  # pixels at most: a head is small beside its encoder
JOINED_WIDTH = 130
PIECES = 12  # pixels from the top: the middle of the line of token texts
SMALL = 14
NARROW = 480  # pixels: below this width only the token texts that fit are shown, and those at both ends
NARROW_TYPE, LETTER, SPECIAL = 12, 7, 36  # pixels, there: the type, and the widths of a letter and of "[CLS]"


def encoder_chart(shown: EncoderDiagram) -> alt.LayerChart:
    """The diagram as a chart, from the tokens at its top down to the heads.

    Args:
        shown: As :func:`components.tasks.tables.encoder.encoder_diagram` makes it.
    """
    pieces, heads = _across(shown.tokens), _across(shown.heads)
    lit = heads[heads["lit"]].iloc[0]
    lines = pieces[pieces["share"] > 0.02].assign(to=float(lit["middle"]))
    scale = alt.Scale(domain=[0, 1])
    ink = alt.value(alt.ExprRef(INK))
    layers = [
        _boxes(heads, HEAD_WIDTH, HEADS).encode(
            fillOpacity=alt.condition("datum.lit", alt.value(0.35), alt.value(0.0)),
            tooltip=[alt.Tooltip("title:N", title="Head"), alt.Tooltip("size:N", title="Parameters")],
        ),
        _text(heads, "title", HEADS[0] + 12, weight=600),
        _text(heads, "size", HEADS[0] + 29, weight=400),
        alt.Chart(lines)
        .mark_rule(color=COLOUR, strokeWidth=2)
        .encode(
            x=alt.X("middle:Q", axis=None, scale=scale),
            x2="to:Q",
            y=alt.value(VECTORS[1]),
            y2=alt.value(JOINED[0] if shown.joined else HEADS[0]),
            opacity=alt.Opacity("share:Q", scale=alt.Scale(domain=[0, 1], range=[0.15, 1]), legend=None),
        ),
        alt.Chart(pieces)
        .mark_rect(color=COLOUR, stroke=alt.ExprRef(INK), strokeOpacity=0.6, cornerRadius=2)
        .encode(
            x=alt.X("inner_left:Q", axis=None, scale=scale),
            x2="inner_right:Q",
            y=alt.value(VECTORS[0]),
            y2=alt.value(VECTORS[1]),
            fillOpacity=alt.FillOpacity("share:Q", scale=alt.Scale(domain=[0, 1], range=[0, 1]), legend=None),
            tooltip=[
                alt.Tooltip("text:N", title="Token"),
                alt.Tooltip("share:Q", title="How much of it the head reads", format=".3f"),
            ],
        ),
        alt.Chart(pd.DataFrame({"left": [0.0], "right": [1.0]}))
        .mark_rect(cornerRadius=6, color=alt.ExprRef(INK), fillOpacity=0.12, stroke=alt.ExprRef(INK))
        .encode(
            x=alt.X("left:Q", axis=None, scale=scale),
            x2="right:Q",
            y=alt.value(ENCODER[0]),
            y2=alt.value(ENCODER[1]),
        ),
        alt.Chart(pd.DataFrame({"middle": [0.5], "text": [shown.encoder]}))
        .mark_text(
            fontSize=SMALL + 1,
            text=alt.ExprRef(f"width < {NARROW} ? split(datum.text, ': ') : datum.text"),
            dy=alt.ExprRef(f"width < {NARROW} ? -8 : 0"),
        )
        .encode(
            x=alt.X("middle:Q", axis=None, scale=scale),
            y=alt.value(sum(ENCODER) / 2),
            color=ink,
        ),
        _token_texts(pieces),
        alt.Chart(heads[heads["lit"]])
        .mark_point(shape="triangle-down", filled=True, size=130, opacity=1, color=COLOUR)
        .encode(x=alt.X("middle:Q", axis=None, scale=scale), y=alt.value(HEADS[1] + 12)),
    ]
    if shown.joined:
        joined = heads[heads["lit"]].assign(joined=shown.joined)
        layers += [
            _boxes(joined, JOINED_WIDTH, JOINED).encode(fillOpacity=alt.value(0.15)),
            _text(joined, "joined", sum(JOINED) // 2, weight=400, count=len(heads)),
        ]
    picture: alt.LayerChart = alt.layer(*layers).properties(height=HEIGHT).configure_view(stroke=None)
    return picture


def _boxes(heads: pd.DataFrame, limit: int, place: tuple[int, int]) -> alt.Chart:
    """Boxes in the middle of each head's place, which they fill where there is less room than the limit in pixels."""
    half = f"min({limit / 2}, (datum.right - datum.left) * width / 2)"
    boxes: alt.Chart = (
        alt.Chart(heads)
        .transform_calculate(from_x=f"datum.middle * width - {half}", to_x=f"datum.middle * width + {half}")
        .mark_rect(cornerRadius=4, stroke=alt.ExprRef(INK), strokeOpacity=0.6, color=COLOUR)
        .encode(
            x=alt.X("from_x:Q", axis=None, scale=None),
            x2="to_x:Q",
            y=alt.value(place[0]),
            y2=alt.value(place[1]),
        )
    )
    return boxes


def _text(table: pd.DataFrame, field: str, y: int, *, weight: Literal[400, 600], count: int = 0) -> alt.Chart:
    """One text in the middle of each place, of which the chart has as many as the table has rows, or ``count``."""
    count = count or len(table)
    room = f"max(24, width * {0.98 / count:.4f})"
    short = f"{count} > 1 && width < {NARROW}"
    words: alt.Chart = (
        alt.Chart(table)
        .mark_text(
            fontSize=SMALL,
            fontWeight=weight,
            limit=alt.ExprRef(room),
            text=alt.ExprRef(f"{short} ? replace(datum.{field}, 'head for ', '') : datum.{field}"),
        )
        .encode(
            x=alt.X("middle:Q", axis=None, scale=alt.Scale(domain=[0, 1])),
            y=alt.value(y),
            color=alt.value(alt.ExprRef(INK)),
        )
    )
    return words


def _token_texts(pieces: pd.DataFrame) -> alt.Chart:
    """The text of each token above its vector; on narrow screens of those that fit, and of the first and the last."""
    last, step = len(pieces) - 1, f"(width / {len(pieces)})"
    narrow, end = f"width < {NARROW}", f"(datum.place == 0 || datum.place == {last})"
    # The texts at the ends begin at the chart's edges, so that they reach into the next place.
    room = f"min({step}, 3 * {step} - {2 * SPECIAL})"
    shown = f"!({narrow}) || {end} || length(datum.text) * {LETTER} <= {room} ? 1 : 0"
    outwards = f"datum.place == 0 ? 'left' : datum.place == {last} ? 'right' : 'center'"
    shift = f"datum.place == 0 ? -{step} / 2 : datum.place == {last} ? {step} / 2 : 0"
    words: alt.Chart = _text(pieces, "text", PIECES, weight=400).mark_text(
        text=alt.ExprRef("datum.text"),
        fontSize=alt.ExprRef(f"{narrow} ? {NARROW_TYPE} : {SMALL}"),
        limit=alt.ExprRef(f"{narrow} ? {2 * SPECIAL} : max(24, width * {0.98 / len(pieces):.4f})"),
        opacity=alt.ExprRef(shown),
        align=alt.ExprRef(f"{narrow} ? {outwards} : 'center'"),
        dx=alt.ExprRef(f"{narrow} ? {shift} : 0"),
    )
    return words


def _across(table: pd.DataFrame) -> pd.DataFrame:
    """Horizontal positions, as shares of the chart's width."""
    step = 1 / len(table)
    left = table["place"] * step
    return table.assign(
        left=left + 0.04 * step,
        right=left + 0.96 * step,
        middle=left + step / 2,
        inner_left=left + 0.2 * step,
        inner_right=left + 0.8 * step,
    )
