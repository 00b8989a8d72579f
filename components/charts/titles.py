"""A chart with its title, and room for it."""

import json
import textwrap
from typing import TypeVar

import altair as alt

from components.charts.theme import TYPE_SIZE

TITLE_HEIGHT = 40  # pixels: the page draws charts into their height, title included
LINE = 36  # characters that the width of a phone has room for
NARROW = 560  # pixels: where a longer title is two lines
ChartType = TypeVar("Drawn", alt.Chart, alt.LayerChart)


def with_title(chart: ChartType, title: str) -> ChartType:
    """The chart, as much higher as its title is."""
    params = alt.TitleParams(_in_lines(title), anchor="start", fontSize=TYPE_SIZE - 2, offset=10)
    return chart.properties(title=params, height=chart.height + TITLE_HEIGHT)


def _in_lines(title: str) -> str | alt.ExprRef:
    """One line where there is room for it; Vega would end it in dots where there is none."""
    lines = textwrap.wrap(title, LINE)
    if len(lines) < 2:
        return title
    return alt.ExprRef(f"containerSize()[0] < {NARROW} ? {json.dumps(lines)} : {json.dumps(title)}")
