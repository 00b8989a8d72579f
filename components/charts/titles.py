"""A chart with its title, and room for it."""

from typing import TypeVar

import altair as alt

from components.charts.theme import TYPE_SIZE

TITLE_HEIGHT = 40  # pixels: the page draws charts into their height, title included
Drawn = TypeVar("Drawn", alt.Chart, alt.LayerChart)


def titled(chart: Drawn, title: str) -> Drawn:
    """The chart, as much higher as its title is."""
    params = alt.TitleParams(title, anchor="start", fontSize=TYPE_SIZE - 2, offset=10)
    return chart.properties(title=params, height=chart.height + TITLE_HEIGHT)
