"""Charts of loss by position and by length, with the training length shaded."""

import altair as alt
import pandas as pd

from components.charts.guides import axis
from components.charts.lines import HEIGHT, end_labels, inline_data, series_encoding
from components.charts.theme import COLOUR, INK, TYPE_SIZE
from components.tables.numbers import signed_or_zero


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
