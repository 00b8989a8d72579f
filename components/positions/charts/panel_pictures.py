"""A matrix as an exportable chart: one image with axes, instead of a mark for each of 512 by 512 cells."""

import base64
import struct
import zlib

import altair as alt
import numpy as np
import numpy.typing as npt
import pandas as pd

from components.charts.theme import TYPE_SIZE
from components.positions.tables.panels import MatrixPanel

SIDE = 420  # pixels
DIVERGING = ("#4F3208", "#C9831B", "#FFFFFF", "#2A8CAD", "#0F3D4D")  # around zero, as on the screen
SEQUENTIAL = ("#FFFFFF", "#9CCBDD", "#2A8CAD", "#12303C")
_LEVELS = 256


def panel_picture(panel: MatrixPanel) -> alt.LayerChart:
    """One panel on white, with a legend of its colours."""
    (low, high), stops = panel.colour_limits, DIVERGING if panel.diverging else SEQUENTIAL
    high = high if high > low else low + 1.0
    rows, columns = panel.values.shape
    address = "data:image/png;base64," + base64.b64encode(_png(panel.values, low, high, stops)).decode()
    image = (
        alt.Chart(pd.DataFrame({"x": [0.0], "x2": [float(columns)], "y": [0.0], "y2": [float(rows)], "url": [address]}))
        .mark_image(aspect=False, smooth=False)
        .encode(
            x=alt.X("x:Q", scale=alt.Scale(domain=[0, columns], nice=False), axis=_axis(panel.column_axis)),
            x2="x2:Q",
            y=alt.Y("y:Q", scale=alt.Scale(domain=[rows, 0], nice=False), axis=_axis(panel.row_axis)),
            y2="y2:Q",
            url="url:N",
        )
    )
    # Invisible points, which give the chart its legend.
    key = (
        alt.Chart(pd.DataFrame({"value": [low, high]}))
        .mark_point(opacity=0)
        .encode(
            color=alt.Color(
                "value:Q",
                scale=alt.Scale(domain=_evenly_spaced(low, high, len(stops)), range=list(stops), interpolate="rgb"),
                title=None,
            )
        )
    )
    chart: alt.LayerChart = alt.LayerChart(layer=[image, key]).properties(
        width=SIDE if panel.square else round(SIDE * 0.8), height=SIDE, title=panel.title
    )
    return chart


def panel_table(panel: MatrixPanel) -> pd.DataFrame:
    """The matrix as a table: a column with the row's index, named after the row axis, then the matrix's columns."""
    numbers = pd.DataFrame(panel.values, columns=[f"{panel.column_axis} {n}" for n in range(panel.values.shape[1])])
    numbers.insert(0, panel.row_axis, range(len(numbers)))
    return numbers


def _png(values: npt.NDArray[np.floating], low: float, high: float, stops: tuple[str, ...]) -> bytes:
    """A PNG with one pixel for each cell (RFC 2083), in colours between evenly spaced ``stops``."""
    levels = np.rint((_LEVELS - 1) * (values - low) / (high - low)).clip(0, _LEVELS - 1).astype(np.uint8)
    rows, columns = levels.shape
    lines = np.concatenate([np.zeros((rows, 1), np.uint8), levels], axis=1)  # each begins with its filter: none
    channels = np.array([[int(stop[start : start + 2], 16) for start in (1, 3, 5)] for stop in stops], dtype=np.float64)
    places = np.linspace(0, len(stops) - 1, _LEVELS)
    palette = np.stack([np.interp(places, range(len(stops)), channel) for channel in channels.T], axis=-1)
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", struct.pack(">IIBBBBB", columns, rows, 8, 3, 0, 0, 0)),
            _chunk(b"PLTE", np.rint(palette).astype(np.uint8).tobytes()),
            _chunk(b"IDAT", zlib.compress(lines.tobytes())),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def _evenly_spaced(low: float, high: float, count: int) -> list[float]:
    stops: list[float] = np.linspace(low, high, count).tolist()
    return stops


def _axis(title: str) -> alt.Axis:
    return alt.Axis(title=title, labelFontSize=TYPE_SIZE - 4, titleFontSize=TYPE_SIZE - 4, grid=False)
