"""Charts as files to take away."""

from collections.abc import Callable
from dataclasses import dataclass

import altair as alt
import pandas as pd
import vl_convert

from components.charts.candidates import Spec

WIDTH = 900  # pixels, of charts that fill their column on the screen
SCALE = 2  # dots per pixel


@dataclass(frozen=True)
class ChartFigure:
    """A chart and the table it was drawn from, under a name that files can have; None where the table is all.

    What is costly to make, and drawn on the screen in another way, may be given as what makes it.
    """

    name: str
    chart: alt.TopLevelMixin | Spec | Callable[[], alt.TopLevelMixin] | None
    table: pd.DataFrame | Callable[[], pd.DataFrame]

    @property
    def rows(self) -> pd.DataFrame:
        """The table."""
        return self.table if isinstance(self.table, pd.DataFrame) else self.table()


def svg(chart: alt.TopLevelMixin | Spec | Callable[[], alt.TopLevelMixin]) -> bytes:
    """The chart as an SVG picture, on white."""
    return vl_convert.vegalite_to_svg(_with_size(chart)).encode()


def png(chart: alt.TopLevelMixin | Spec | Callable[[], alt.TopLevelMixin]) -> bytes:
    """The chart as a PNG picture, on white."""
    return vl_convert.vegalite_to_png(_with_size(chart), scale=SCALE)


def _with_size(chart: alt.TopLevelMixin | Spec | Callable[[], alt.TopLevelMixin]) -> Spec:
    if not isinstance(chart, (dict, alt.TopLevelMixin)):
        chart = chart()
    spec: Spec = chart if isinstance(chart, dict) else chart.to_dict()
    return {"width": WIDTH, "background": "white", **spec}
