"""Titles of charts."""

import json
import textwrap
from typing import TypeVar

import altair as alt

from components.charts.theme import TYPE_SIZE

TITLE_HEIGHT = 40  # pixels; the chart's height includes the title
LINE = 36  # characters that fit the width of a phone
NARROW = 560  # pixels: below this width, a longer title is broken into lines
ChartType = TypeVar("ChartType", alt.Chart, alt.LayerChart)


def with_title(chart: ChartType, title: str) -> ChartType:
    """The chart with a title, and its height increased by the title's."""
    params = alt.TitleParams(_in_lines(title), anchor="start", fontSize=TYPE_SIZE - 2, offset=10)
    return chart.properties(title=params, height=chart.height + TITLE_HEIGHT)


def _in_lines(title: str) -> str | alt.ExprRef:
    """The title, broken into lines on narrow screens, where Vega would truncate it."""
    lines = textwrap.wrap(title, LINE)
    if len(lines) < 2:
        return title
    return alt.ExprRef(f"containerSize()[0] < {NARROW} ? {json.dumps(lines)} : {json.dumps(title)}")
