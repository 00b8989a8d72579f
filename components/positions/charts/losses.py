"""Charts of loss by position and by length, with the training length shaded."""

import altair as alt
import pandas as pd

from components.charts.guides import axis
from components.charts.lines import HEIGHT, ROOM, end_labels, inline_data, series_encoding
from components.charts.theme import COLOUR, INK, SECOND_COLOUR, TYPE_SIZE
from components.tables.numbers import signed_or_zero

RUNNING_MEAN = "running mean"
NAME_FROM = 0.6  # of the axis on a phone: where the name begins


def loss_curve(table: pd.DataFrame, *, training_length: int | None = None) -> alt.LayerChart:
    """The loss of each token of a text as dots, and the running mean as a line.

    Args:
        table: As :func:`components.positions.tables.losses.loss_table` makes it.
        training_length: The length of the training texts, in tokens; None for no shading.
    """
    places = axis("Position", tickMinStep=1)  # no ticks between positions
    base = alt.Chart(inline_data(table)).encode(x=alt.X("position:Q", axis=places))
    dots = base.mark_point(filled=True, size=40, opacity=0.9, color=COLOUR).encode(
        y=alt.Y("bits:Q", axis=axis("Loss (bits)")),
        tooltip=[
            alt.Tooltip("position:Q", title="Position"),
            alt.Tooltip("word:N", title="Token"),
            alt.Tooltip("bits:Q", title="Loss (bits)", format=".2f"),
            alt.Tooltip("smooth:Q", title="Running mean", format=".2f"),
        ],
    )
    line = base.mark_line(strokeWidth=3, color=SECOND_COLOUR).encode(y="smooth:Q")
    shaded = (
        []
        if training_length is None or training_length > table["position"].max()
        else _training_band(training_length, 0, "position")
    )
    # The name is above the highest point of the line below it; else a falling line would cross the name.
    below_name = table[table["position"] >= NAME_FROM * table["position"].max()]
    named = below_name.assign(name=RUNNING_MEAN, smooth=below_name["smooth"].max())
    name = end_labels(named, "name", x="position", y="smooth", above=True)
    chart: alt.LayerChart = alt.LayerChart(layer=[*shaded, dots, line, name]).properties(height=HEIGHT)
    return chart


def family_curves(table: pd.DataFrame, *, length: int, training_length: int) -> alt.LayerChart:
    """Loss by position for every member, in texts of one length.

    Args:
        table: As :func:`components.positions.tables.losses.family_table` makes it.
        length: The length of the texts, in tokens.
        training_length: The length of the training texts, in tokens.
    """
    shown = table[table["length"] == length]
    colour, dash = series_encoding("positions", list(dict.fromkeys(table["positions"])), labelled_at_ends=True)
    across = alt.Scale(domain=[0, ROOM * length], nice=False)
    places = list(range(0, length + 1, max(1, length // 4)))
    lines = (
        alt.Chart(inline_data(shown))
        .mark_line(strokeWidth=3, point=alt.OverlayMarkDef(size=45))
        .encode(
            x=alt.X("position:Q", axis=axis("Position in the text", values=places), scale=across),
            y=alt.Y("bits:Q", axis=axis("Loss per token (bits)"), scale=alt.Scale(zero=False)),
            color=colour,
            strokeDash=dash,
            tooltip=[
                alt.Tooltip("positions:N", title="Positions"),
                alt.Tooltip("position:Q", title="From position"),
                alt.Tooltip("bits:Q", title="Loss per token (bits)", format=".3f"),
                alt.Tooltip("pieces:Q", title="Tokens", format=","),
            ],
        )
    )
    shaded = _training_band(training_length, 0, "position") if training_length < length else []
    names = end_labels(shown, "positions", x="position", y="bits")
    chart: alt.LayerChart = alt.LayerChart(layer=[*shaded, lines, names]).properties(height=HEIGHT)
    return chart


def length_curves(table: pd.DataFrame, *, training_length: int) -> alt.LayerChart:
    """The extra loss per token over texts of the training length, by length, for every member.

    Bars show the range of chance; a filled square marks a length at which the loss is higher by more than that.

    Args:
        table: As :func:`components.positions.tables.losses.extrapolation_table` makes it.
        training_length: The length of the training texts, in tokens.
    """
    shown = table.dropna(subset=["noise"]).assign(
        low=lambda rows: rows["excess"] - rows["noise"],
        high=lambda rows: rows["excess"] + rows["noise"],
        excess_text=lambda rows: [signed_or_zero(excess, 3) for excess in rows["excess"]],
    )
    colour, dash = series_encoding("positions", list(dict.fromkeys(table["positions"])), labelled_at_ends=True)
    lengths = sorted(set(shown["length"]))
    scale = alt.Scale(type="log", base=2, domain=[lengths[0], 2 * lengths[-1]], nice=False)
    across = alt.X(
        "length:Q",
        axis=axis(
            "Length of the text (tokens)", values=[length for length in lengths if length.bit_count() == 1], format="d"
        ),
        scale=scale,
    )
    title = axis("Extra loss per token (bits)")
    base = alt.Chart(inline_data(shown)).encode(x=across, color=colour)
    lines = base.mark_line(strokeWidth=3).encode(y=alt.Y("excess:Q", axis=title), strokeDash=dash)
    bars = base.mark_rule(strokeWidth=2, opacity=0.6).encode(y=alt.Y("low:Q", axis=title), y2="high:Q")
    points = base.mark_point(size=110, strokeWidth=2).encode(
        y=alt.Y("excess:Q", axis=title),
        shape=alt.condition("datum.worse", alt.value("square"), alt.value("circle")),
        fill=alt.condition("datum.worse", colour, alt.value("transparent")),
        tooltip=[
            alt.Tooltip("positions:N", title="Positions"),
            alt.Tooltip("length:Q", title="Length (tokens)"),
            alt.Tooltip("bits:Q", title="Loss per token (bits)", format=".3f"),
            alt.Tooltip("excess_text:N", title="More than at training length"),
            alt.Tooltip("noise:Q", title="Chance (±)", format=".3f"),
            alt.Tooltip("pieces:Q", title="Tokens", format=","),
        ],
    )
    shaded = _training_band(training_length, lengths[0], "length")
    names = end_labels(shown, "positions", x="length", y="excess")
    chart: alt.LayerChart = alt.LayerChart(layer=[*shaded, bars, lines, points, names])
    return chart.properties(height=HEIGHT)


def _training_band(training_length: int, first: int, field: str) -> list[alt.Chart]:
    """A labelled band over the training length."""
    text = f"trained on up to {training_length} tokens"
    row = {field: first, "end": training_length, "name": text}
    base = alt.Chart(alt.InlineData(values=[row])).encode(x=f"{field}:Q")
    band = base.mark_rect(color=COLOUR, opacity=0.12).encode(x2="end:Q")
    name = base.mark_text(align="left", dx=6, y=12, fontSize=TYPE_SIZE - 2, color=alt.ExprRef(INK)).encode(
        text="name:N"
    )
    return [band, name]
