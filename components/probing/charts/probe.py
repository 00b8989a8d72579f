"""The accuracy of probes over the layers."""

import altair as alt
import pandas as pd

from components.charts.guides import axis, layer_axis
from components.charts.lines import HEIGHT, series_encoding
from components.probing.tables.probe import SERIES


def probe_lines(table: pd.DataFrame) -> alt.LayerChart:
    """One line per series, with its 95% interval as a band.

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
    chart: alt.LayerChart = alt.layer(bands, _lines(base, table)).properties(height=HEIGHT).configure_view(stroke=None)
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
    layers = layer_axis("Layer (0: embeddings)", range(last_layer + 1), grid=False)
    base: alt.Chart = alt.Chart(table).encode(
        x=alt.X("layer:Q", axis=layers, scale=alt.Scale(domain=[0, last_layer])), color=_encoding(table)[0]
    )
    return base


def _lines(base: alt.Chart, table: pd.DataFrame) -> alt.Chart:
    lines: alt.Chart = base.mark_line(strokeWidth=4, point=alt.OverlayMarkDef(size=90)).encode(
        y=_accuracy("accuracy:Q"), strokeDash=_encoding(table)[1]
    )
    return lines


def _encoding(table: pd.DataFrame) -> tuple[alt.Color, alt.StrokeDash]:
    names = [name for name in SERIES if name in set(table["series"])] or list(SERIES[:-1])
    return series_encoding("series", names, columns=1)  # two would be cut off on a phone


def _accuracy(column: str) -> alt.Y:
    return alt.Y(column, axis=axis("Accuracy on the test set", format=".0%"), scale=alt.Scale(domain=[0, 1]))
