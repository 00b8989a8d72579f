"""What charts of lines share: lines told apart without colour, and tables of many rows."""

from typing import Any

import altair as alt
import pandas as pd

from components.charts.guides import line_legend
from components.charts.theme import KIND_COLOURS

HEIGHT = 420  # pixels, axes and legend included
DASHES = ([1, 0], [8, 4], [2, 3], [8, 3, 2, 3], [14, 5], [4, 2])


def told_apart(field: str, names: list[str], *, columns: int = 2) -> tuple[alt.Color, alt.StrokeDash]:
    """Lines told apart by colour and by dashes, the same legend for both.

    Args:
        field: The column with the names.
        names: In the order of the legend.
        columns: Of the legend; a row of them, or two long names beside each other, would be cut off on a telephone.
    """
    colours = [KIND_COLOURS[n % len(KIND_COLOURS)] for n in range(len(names))]
    dashes = [DASHES[n % len(DASHES)] for n in range(len(names))]
    key = line_legend(None, columns=columns)
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
