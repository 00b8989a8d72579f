"""Charts as SVG and PNG files."""

from collections.abc import Callable
from dataclasses import dataclass

import altair as alt
import pandas as pd
import vl_convert

from components.charts.candidates import Spec

WIDTH = 900  # pixels, of charts that fill their column on the screen
SCALE = 2  # dots per pixel

Chart = alt.TopLevelMixin | Spec | Callable[[], alt.TopLevelMixin | Spec]


@dataclass(frozen=True)
class ChartFigure:
    """A chart and the table behind it, for export.

    Attributes:
        name: Part of the files' names.
        chart: The chart, or a function that makes it; None to export the table only.
        table: The table, or a function that makes it. Functions are called on download.
    """

    name: str
    chart: Chart | None
    table: pd.DataFrame | Callable[[], pd.DataFrame]

    @property
    def rows(self) -> pd.DataFrame:
        """The table, made if necessary."""
        return self.table if isinstance(self.table, pd.DataFrame) else self.table()


def svg(chart: Chart) -> bytes:
    """The chart as an SVG file with a white background."""
    return vl_convert.vegalite_to_svg(_with_size(chart)).encode()


def png(chart: Chart) -> bytes:
    """The chart as a PNG file with a white background."""
    return vl_convert.vegalite_to_png(_with_size(chart), scale=SCALE)


def _with_size(chart: Chart) -> Spec:
    if not isinstance(chart, (dict, alt.TopLevelMixin)):
        chart = chart()
    spec: Spec = chart if isinstance(chart, dict) else chart.to_dict()
    return {"width": WIDTH, "background": "white", **spec}
