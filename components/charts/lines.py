"""What charts of lines share: their axes, and lines told apart without colour."""

from typing import Any

import altair as alt
import pandas as pd

from components.charts.candidates import COLOUR, COLOUR_WAS_THERE, INK, TYPE_SIZE
from components.charts.senses import SENSE_COLOURS

HEIGHT = 420  # pixels, axes and legend included
DASHES = ([1, 0], [8, 4], [2, 3], [8, 3, 2, 3], [14, 5], [4, 2])


def told_apart(field: str, names: list[str]) -> tuple[alt.Color, alt.StrokeDash]:
    """Lines told apart by colour and by dashes, the same legend for both."""
    colours = [(COLOUR, COLOUR_WAS_THERE, *SENSE_COLOURS[2:])[n % 6] for n in range(len(names))]
    dashes = [DASHES[n % len(DASHES)] for n in range(len(names))]
    key = legend(None)
    return (
        alt.Color(f"{field}:N", scale=alt.Scale(domain=names, range=colours), legend=key),
        alt.StrokeDash(f"{field}:N", scale=alt.Scale(domain=names, range=dashes), legend=key),
    )


def inline(table: pd.DataFrame) -> alt.InlineData:
    """A table as data of a chart, which may have more rows than Altair lets pass by itself."""
    rows: list[dict[str, Any]] = [dict(zip(table.columns, row, strict=True)) for row in table.itertuples(index=False)]
    data = alt.InlineData(values=[])
    data["values"] = rows  # not given at once: Altair would hold each row against its schema, twice as long as all else
    return data


def axis(title: str) -> alt.Axis:
    """An axis that can be read from afar, on light and dark pages."""
    return alt.Axis(
        title=title,
        labelColor=alt.ExprRef(INK),
        titleColor=alt.ExprRef(INK),
        labelFontSize=TYPE_SIZE - 2,
        titleFontSize=TYPE_SIZE - 2,
        gridOpacity=0.4,
    )


def legend(title: str | None) -> alt.Legend:
    """A legend above the chart; without a title it is one of lines, in two columns."""
    return alt.Legend(
        title=title,
        orient="top",
        columns=2 if title is None else 0,
        labelFontSize=TYPE_SIZE - 2,
        titleFontSize=TYPE_SIZE - 2,
        labelColor=alt.ExprRef(INK),
        titleColor=alt.ExprRef(INK),
        labelLimit=320,
        symbolType=alt.Undefined if title else "stroke",
        symbolStrokeWidth=3,
        symbolSize=alt.Undefined if title else 500,  # long enough to show the dashes
        symbolOpacity=1,
        gradientLength=200,
    )
