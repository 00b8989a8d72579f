"""The accuracy of probes over the layers."""

import altair as alt
import pandas as pd

from components.charts.guides import BANDS_TITLE, axis, layer_axis
from components.charts.lines import DASHES, HEIGHT, ROOM, end_labels
from components.charts.theme import COLOUR, GREY
from components.probing.tables.probe import CONTROL, ITEMS, MAJORITY, SERIES, UNSEEN

SHARES = (0, 0.25, 0.5, 0.75, 1)
LOOKS = {
    ITEMS: (COLOUR, DASHES[0]),
    UNSEEN: (COLOUR, DASHES[1]),
    CONTROL: (GREY, DASHES[1]),
    MAJORITY: (GREY, DASHES[2]),
}
HIGHEST = 1.15  # leaves room for the names of lines that end at 100%


def probe_lines(table: pd.DataFrame) -> alt.LayerChart:
    """One line per series, with its 95% interval as a band and its name at its end.

    Args:
        table: As :func:`components.probing.tables.probe.probe_table` makes it.
    """
    base = _base(table, int(table["layer"].max())).encode(
        tooltip=[
            alt.Tooltip("series:N", title="Probe of"),
            alt.Tooltip("layer:Q", title="Layer"),
            alt.Tooltip("accuracy:Q", title="Accuracy", format=".1%"),
            alt.Tooltip("low:Q", title="95% interval from", format=".1%"),
            alt.Tooltip("high:Q", title="95% interval to", format=".1%"),
            alt.Tooltip("selectivity:Q", title="Accuracy minus control", format=".1%"),
        ],
    )
    bands = base.mark_area(opacity=0.2).encode(y=_accuracy("low:Q"), y2="high:Q")
    names = end_labels(table, "series", x="layer", y="accuracy", span=HIGHEST)
    chart: alt.LayerChart = (
        alt.layer(bands, _lines(base, table), names).properties(height=HEIGHT).configure_view(stroke=None)
    )
    return chart


def progress_lines(table: pd.DataFrame, last_layer: int) -> alt.Chart:
    """The same lines while probes are trained, without bands, on the axes of the finished chart.

    Args:
        table: As :func:`components.probing.tables.probe.progress_table` makes it.
        last_layer: The last layer of the finished chart.
    """
    chart: alt.Chart = _lines(_base(table, last_layer), table).properties(height=HEIGHT).configure_view(stroke=None)
    return chart


def _base(table: pd.DataFrame, last_layer: int) -> alt.Chart:
    layers = layer_axis(range(last_layer + 1), title=BANDS_TITLE, grid=False)
    base: alt.Chart = alt.Chart(table).encode(
        x=alt.X("layer:Q", axis=layers, scale=alt.Scale(domain=[0, ROOM * last_layer], nice=False)),
        color=_encoding(table)[0],
    )
    return base


def _lines(base: alt.Chart, table: pd.DataFrame) -> alt.Chart:
    lines: alt.Chart = base.mark_line(strokeWidth=4, point=alt.OverlayMarkDef(size=90)).encode(
        y=_accuracy("accuracy:Q"), strokeDash=_encoding(table)[1]
    )
    return lines


def _encoding(table: pd.DataFrame) -> tuple[alt.Color, alt.StrokeDash]:
    """What is read is teal; what chance and learning by heart give is grey. Names are at the lines' ends."""
    names = [name for name in SERIES if name in set(table["series"])] or list(SERIES[:-1])
    looks = [LOOKS[name] for name in names]
    return (
        alt.Color("series:N", scale=alt.Scale(domain=names, range=[colour for colour, _ in looks]), legend=None),
        alt.StrokeDash("series:N", scale=alt.Scale(domain=names, range=[dash for _, dash in looks]), legend=None),
    )


def _accuracy(column: str) -> alt.Y:
    return alt.Y(column, axis=axis("Right answers", format=".0%", values=SHARES), scale=alt.Scale(domain=[0, HIGHEST]))
