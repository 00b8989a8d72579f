"""Loss against position, the length of the training texts marked."""

import altair as alt
import pandas as pd

from components.charts.guides import axis
from components.charts.lines import HEIGHT, inline, told_apart
from components.charts.theme import COLOUR, COLOUR_WAS_THERE, INK, TYPE_SIZE


def loss_curve(table: pd.DataFrame, *, trained: int | None = None) -> alt.LayerChart:
    """What each token of a text cost, as dots, and the running mean as a line.

    Args:
        table: As :func:`components.positions.tables.losses.loss_table` makes it.
        trained: How long the training texts were, in pieces; None marks nothing.
    """
    places = axis("Position", tickMinStep=1)  # there is nothing between two positions
    base = alt.Chart(inline(table)).encode(x=alt.X("position:Q", axis=places))
    dots = base.mark_point(filled=True, size=40, opacity=0.9, color=COLOUR).encode(
        y=alt.Y("bits:Q", axis=axis("Bits")),
        tooltip=[
            alt.Tooltip("position:Q", title="Position"),
            alt.Tooltip("word:N", title="Token"),
            alt.Tooltip("bits:Q", title="Bits", format=".2f"),
            alt.Tooltip("smooth:Q", title="Running mean", format=".2f"),
        ],
    )
    line = base.mark_line(strokeWidth=3, color=COLOUR_WAS_THERE).encode(y="smooth:Q")
    marked = [] if trained is None or trained > table["position"].max() else _mark(trained, "position")
    chart: alt.LayerChart = alt.LayerChart(layer=[dots, line, *marked]).properties(height=HEIGHT)
    return chart


def family_curves(table: pd.DataFrame, *, length: int, trained: int) -> alt.LayerChart:
    """Loss against position for every member, in texts of one length.

    Args:
        table: As :func:`components.positions.tables.losses.family_table` makes it.
        length: Of the texts shown.
        trained: How long the training texts were, in pieces.
    """
    shown = table[table["length"] == length]
    colour, dash = told_apart("positions", list(dict.fromkeys(table["positions"])))
    lines = (
        alt.Chart(inline(shown))
        .mark_line(strokeWidth=3, point=alt.OverlayMarkDef(size=45))
        .encode(
            x=alt.X("position:Q", axis=axis("Position"), scale=alt.Scale(domain=[0, length], nice=False)),
            y=alt.Y("bits:Q", axis=axis("Bits a piece"), scale=alt.Scale(zero=False)),
            color=colour,
            strokeDash=dash,
            tooltip=[
                alt.Tooltip("positions:N", title="Positions"),
                alt.Tooltip("position:Q", title="From position"),
                alt.Tooltip("bits:Q", title="Bits a piece", format=".3f"),
                alt.Tooltip("pieces:Q", title="Pieces", format=","),
            ],
        )
    )
    marked = _mark(trained, "position") if trained < length else []
    chart: alt.LayerChart = alt.LayerChart(layer=[lines, *marked]).properties(height=HEIGHT)
    return chart


def length_curves(table: pd.DataFrame, *, trained: int) -> alt.LayerChart:
    """How much more a piece costs than in texts of the training length, for every member.

    Bars reach as far as chance may; a filled square is a length at which a member is worse beyond that.

    Args:
        table: As :func:`components.positions.tables.losses.extrapolation_table` makes it.
        trained: How long the training texts were, in pieces.
    """
    shown = table.dropna(subset=["noise"]).assign(
        low=lambda rows: rows["excess"] - rows["noise"], high=lambda rows: rows["excess"] + rows["noise"]
    )
    colour, dash = told_apart("positions", list(dict.fromkeys(table["positions"])))
    across = alt.X("length:Q", axis=axis("Length of the texts, in pieces"), scale=alt.Scale(type="log", base=2))
    title = axis("Bits a piece more")
    base = alt.Chart(inline(shown)).encode(x=across, color=colour)
    lines = base.mark_line(strokeWidth=3).encode(y=alt.Y("excess:Q", axis=title), strokeDash=dash)
    bars = base.mark_rule(strokeWidth=2, opacity=0.6).encode(y=alt.Y("low:Q", axis=title), y2="high:Q")
    points = base.mark_point(size=110, strokeWidth=2).encode(
        y=alt.Y("excess:Q", axis=title),
        shape=alt.condition("datum.worse", alt.value("square"), alt.value("circle")),
        fill=alt.condition("datum.worse", colour, alt.value("transparent")),
        tooltip=[
            alt.Tooltip("positions:N", title="Positions"),
            alt.Tooltip("length:Q", title="Length"),
            alt.Tooltip("bits:Q", title="Bits a piece", format=".3f"),
            alt.Tooltip("excess:Q", title="More than in training lengths", format="+.3f"),
            alt.Tooltip("noise:Q", title="Chance, to either side", format=".3f"),
            alt.Tooltip("pieces:Q", title="Pieces", format=","),
        ],
    )
    chart: alt.LayerChart = alt.LayerChart(layer=[bars, lines, points, *_mark(trained, "length", before=True)])
    return chart.properties(height=HEIGHT)


def _mark(trained: int, field: str, *, before: bool = False) -> list[alt.Chart]:
    """A line where the training texts ended, and behind it, or before it, what it is."""
    base = alt.Chart(alt.InlineData(values=[{field: trained, "name": f"trained to {trained}"}])).encode(x=f"{field}:Q")
    rule = base.mark_rule(color=alt.ExprRef(INK), strokeWidth=2, strokeDash=[3, 3])
    name = base.mark_text(
        align="right" if before else "left",
        dx=-6 if before else 6,
        y=10,
        fontSize=TYPE_SIZE - 2,
        color=alt.ExprRef(INK),
    ).encode(text="name:N")
    return [rule, name]
